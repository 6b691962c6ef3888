// Compiles Actors.sol, and the ERC-8004 registries that the contracts' own tests use, into actors.json:
// node cmd/oabpd/e2e/testdata/compile.cjs
'use strict';
const fs = require('fs');
const path = require('path');
const solc = require('solc');
const root = path.join(__dirname, '../../../..');
const read = (file) => fs.readFileSync(path.join(root, file.startsWith('@') ? 'node_modules' : '', file), 'utf8');
const wanted = {
  'cmd/oabpd/e2e/testdata/Actors.sol': null, // all of them
  'contracts/test/mocks/Registries.sol': ['IdentityStandIn', 'ReputationStandIn'],
};
const out = JSON.parse(solc.compile(JSON.stringify({
  language: 'Solidity',
  sources: Object.fromEntries(Object.keys(wanted).map((file) => [file, { content: read(file) }])),
  settings: {
    evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}), { import: (file) => ({ contents: read(file) }) }));
const errors = (out.errors || []).filter((e) => e.severity === 'error');
if (errors.length) throw new Error(errors.map((e) => e.formattedMessage).join('\n'));
const made = {};
for (const [file, names] of Object.entries(wanted)) {
  for (const [name, c] of Object.entries(out.contracts[file])) {
    if (!names || names.includes(name)) made[name] = { abi: c.abi, bin: '0x' + c.evm.bytecode.object };
  }
}
fs.writeFileSync(path.join(__dirname, 'actors.json'), JSON.stringify(made, null, 1) + '\n');
