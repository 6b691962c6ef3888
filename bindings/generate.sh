#!/usr/bin/env bash
# generate.sh [DIR]: compiles the contracts and writes one Go package per contract into DIR (default: bindings).
# Needs npm ci; the checked-in result needs neither Node nor forge.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
out="$(mkdir -p "${1:-$root/bindings}" && cd "${1:-$root/bindings}" && pwd)"
cd "$root"
# With the syntax trees, which name the immutables; afresh and in a folder of its own, since another compilation numbers
# them otherwise.
build=contracts/cache/bindings
rm -rf "$build"
contracts/tools/forge build contracts/src --ast --out "$build/out" --cache-path "$build" --quiet
# Every contract, the deposit's implementation too: one file of contracts/src each.
for source in contracts/src/*.sol; do
  contract="$(basename "$source" .sol)"
  package="$(echo "$contract" | tr '[:upper:]' '[:lower:]')"
  go run ./contracts/tools/abigen "$build/out/$contract.sol/$contract.json" \
    "$package" "$contract" "$out/$package/$package.go"
done
