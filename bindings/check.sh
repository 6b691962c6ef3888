#!/usr/bin/env bash
# Fails when the checked-in bindings are not what the contracts generate: one differs, is missing, or is of no contract.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
fresh="$(mktemp -d)"
trap 'rm -rf "$fresh"' EXIT
"$here/generate.sh" "$fresh"
stale=0
for package in $( (cd "$here" && ls -d */; cd "$fresh" && ls -d */) | sort -u); do
  name="${package%/}"
  diff -ruN "$here/$name" "$fresh/$name" || { echo "bindings/$name is stale: run go generate ./bindings" >&2; stale=1; }
done
exit "$stale"
