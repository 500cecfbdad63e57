#!/bin/sh
# Walk through the built site in a real browser. SITE names another folder than _build/html.
set -eu
cd "$(dirname "$0")"
if [ -n "${SITE:-}" ]; then SITE=$(cd "$OLDPWD" && cd "$SITE" && pwd); export SITE; fi
for tool in node npm; do
    command -v $tool >/dev/null || { echo "The browser tests need $tool: install Node.js 20 or newer (https://nodejs.org)." >&2; exit 1; }
done
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed
fi
exec node run.mjs
