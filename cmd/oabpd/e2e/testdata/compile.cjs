// Compiles Actors.sol into actors.json: node cmd/oabpd/e2e/testdata/compile.cjs
'use strict';
const fs = require('fs');
const path = require('path');
const solc = require('solc');
const file = 'Actors.sol';
const out = JSON.parse(solc.compile(JSON.stringify({
  language: 'Solidity',
  sources: { [file]: { content: fs.readFileSync(path.join(__dirname, file), 'utf8') } },
  settings: {
    evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
})));
const errors = (out.errors || []).filter((e) => e.severity === 'error');
if (errors.length) throw new Error(errors.map((e) => e.formattedMessage).join('\n'));
const made = {};
for (const [name, c] of Object.entries(out.contracts[file])) made[name] = { abi: c.abi, bin: '0x' + c.evm.bytecode.object };
fs.writeFileSync(path.join(__dirname, 'actors.json'), JSON.stringify(made, null, 1) + '\n');
