#!/bin/sh
# Prints the path of a Python that can make .venv: $PYTHON, or the first good one found.
crippled=
for each in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
  "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
  if "$each" -c 'import venv, ensurepip' 2>/dev/null; then
    exec "$each" -c 'import os, sys; print(os.path.realpath(sys.executable))'
  fi
  crippled=${crippled:-$each}
done
if test -n "$crippled"; then
  echo "$crippled cannot make a virtual environment; install its venv module (Debian, Ubuntu: apt install python3-venv)." >&2
else
  echo "No Python 3.11 or newer found${PYTHON:+ as $PYTHON}; install one, or name it: make PYTHON=/path/to/python3." >&2
fi
exit 1
