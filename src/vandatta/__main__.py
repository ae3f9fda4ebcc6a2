"""``python -m vandatta``: the same as the command ``vandatta``."""

import sys

try:
    from vandatta.cli import main

    status = main()
except KeyboardInterrupt:
    # before there was anybody to hear it
    status = 130
sys.exit(status)
