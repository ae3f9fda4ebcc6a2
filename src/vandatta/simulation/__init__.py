"""Simulation: rounds and matches by the thousand, counted, and what that tells of the rules.

- `plan` says what is to be played, and cuts it into shares;
- `working` plays one share, compiled or as plain Python, anywhere;
- `running` has all shares played on this machine, `cluster` on those of a Ray cluster;
- `summary` is what shares add up to: whole numbers, in any order;
- `figures` makes means and shares with their intervals of it, `report` a report;
- `showing` and `plotting` show one; `command` is ``vandatta simulate``;
- `lengths` measures how long the rounds of a mix are, in a moment.
"""
