#!/bin/sh
# Says where the browser for browser tests is: CHROMIUM if it is set, else the system's Chromium or Chrome.
#   tools/chromium.sh          prints its path, or one sentence and fails
#   tools/chromium.sh --get    as root on a Debian-like system gets one first, if there is none
set -eu

found() {
    if [ -n "${CHROMIUM:-}" ]; then
        command -v "$CHROMIUM"
        return
    fi
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return
    done
    [ -x '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' ] &&
        echo '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
}

if [ "${1:-}" = --get ] && ! found >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "There is no Chromium: getting Debian's for the browser tests (once) ..." >&2
    export DEBIAN_FRONTEND=noninteractive
    told=$(mktemp)
    { apt-get update && apt-get install --yes --no-install-recommends chromium; } >"$told" 2>&1 || tail -n 3 "$told" >&2
    rm -f "$told"
fi
found || {
    echo "The browser tests need Chromium, and there is none: 'sudo apt install chromium', or name one: CHROMIUM=/path/to/it" >&2
    exit 1
}
