"""The arena: players against one another, how good each is, and whether any of them peeks.

- `players` finds a player by its name;
- `contest` says who meets whom, on common deals with rotated seats;
- `working` plays a share of the deals, `running` all of them until the intervals are tight enough;
- `standing` makes shares, intervals and ratings of what was counted, `showing` shows them;
- `spiel` seats the same players in OpenSpiel's own crazy_eights;
- `worlds` deals anew what a seat can't see, and `proving` asks players there;
- `command` is ``vandatta arena``.
"""
