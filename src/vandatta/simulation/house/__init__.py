"""What do the house rules do? Every option tried, and what the written rules claim looked into.

- `trials` says which values of which options are tried, and against what;
- `claims` says what the written rules claim, and which figures would bear it out;
- `measuring` plays all that, and gives the data; `figures.json` is what it gave last;
- `found` reads them, without any library for numbers;
- `telling` says them in words, and `drawing` in pictures; `page` makes the page of the docs.
"""
