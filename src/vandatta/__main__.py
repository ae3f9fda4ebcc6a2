"""``python -m vandatta``: the same as the command ``vandatta``."""

import sys

from vandatta.cli import main

sys.exit(main())
