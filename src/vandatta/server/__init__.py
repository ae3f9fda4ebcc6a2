"""The web server: pages, the live table over a WebSocket, and the JSON protocol."""
