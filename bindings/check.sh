#!/usr/bin/env bash
# Fails when the checked-in bindings are not what the contracts generate.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
fresh="$(mktemp -d)"
trap 'rm -rf "$fresh"' EXIT
"$here/generate.sh" "$fresh"
for package in "$fresh"/*/; do
  name="$(basename "$package")"
  diff -ru "$here/$name" "$fresh/$name" || { echo "bindings/$name is stale: run go generate ./bindings" >&2; exit 1; }
done
