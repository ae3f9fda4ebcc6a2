"""Rule sets by name: the user's own ones, and what the command line and the docs tell of them."""
