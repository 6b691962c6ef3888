#!/usr/bin/env bash
# generate.sh [DIR]: compiles the contracts and writes one Go package per contract into DIR (default: bindings).
# Needs npm ci; the checked-in result needs neither Node nor forge.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
out="$(mkdir -p "${1:-$root/bindings}" && cd "${1:-$root/bindings}" && pwd)"
cd "$root"
contracts/tools/forge build --skip test --quiet
for contract in OabpPay OabpDeposit; do
  package="$(echo "$contract" | tr '[:upper:]' '[:lower:]')"
  go run ./contracts/tools/abigen "contracts/out/$contract.sol/$contract.json" \
    "$package" "$contract" "$out/$package/$package.go"
done
