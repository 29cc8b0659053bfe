#!/bin/sh
# Runs a program of Node (npm, npx, node): the system's if it is new enough, else the one `--get` put beside our Python.
#   tools/node.sh --get PYTHON     gets Node from PyPI into PYTHON's environment, if the system's does not do
#   tools/node.sh npm run build    runs it
set -eu
wanted=20
folder=$(cd "$(dirname "$0")/.." && pwd)/.venv/bin

fits() { # the system's Node, with npm
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 &&
        [ "$(node -p 'process.versions.node.split(".")[0]')" -ge "$wanted" ]
}

if [ "${1:-}" = --get ]; then
    if ! fits && ! [ -x "$folder/npm" ]; then
        echo "There is no Node $wanted or newer: getting one from PyPI into .venv (once) ..."
        "$2" -m pip install --quiet --require-hashes --requirement requirements/node.txt || {
            echo "Node could not be had from PyPI. Get it with 'sudo apt install nodejs npm' or from nodejs.org." >&2
            exit 1
        }
    fi
    exit 0
fi

fits || PATH="$folder:$PATH"
command -v "$1" >/dev/null 2>&1 || {
    echo "The browser client needs Node $wanted or newer, and there is none: 'make web' gets one." >&2
    exit 1
}
exec "$@"
