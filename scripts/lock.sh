#!/bin/sh
# Renews the lock files: lock.sh PYTHON. Versions are for every Python from 3.11 on.
set -eu
"$1" -m pip install --quiet --disable-pip-version-check uv
compile() {
  "$1" -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --custom-compile-command "make lock" pyproject.toml --output-file "requirements/$2.txt" $3
}
compile "$1" play "--extra fast"
compile "$1" dev "--extra dev --extra fast --constraints requirements/play.txt"
compile "$1" bench "--extra bench --extra dev --constraints requirements/dev.txt"
if command -v npm >/dev/null; then
  npm update --package-lock-only --no-audit --no-fund --omit-lockfile-registry-resolved=true
fi
