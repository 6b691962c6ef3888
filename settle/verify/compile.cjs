// Compiles Deployless.sol into deployless.hex: node settle/verify/compile.cjs. With --check it fails if that is stale.
'use strict';
const fs = require('fs');
const path = require('path');
const solc = require('solc');
const out = JSON.parse(solc.compile(JSON.stringify({
  language: 'Solidity',
  sources: { 'Deployless.sol': { content: fs.readFileSync(path.join(__dirname, 'Deployless.sol'), 'utf8') } },
  settings: {
    evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  },
})));
const errors = (out.errors || []).filter((e) => e.severity === 'error');
if (errors.length) throw new Error(errors.map((e) => e.formattedMessage).join('\n'));
const hex = out.contracts['Deployless.sol'].Deployless.evm.bytecode.object + '\n';
const file = path.join(__dirname, 'deployless.hex');
if (!process.argv.includes('--check')) fs.writeFileSync(file, hex);
else if (fs.readFileSync(file, 'utf8') !== hex) throw new Error('deployless.hex is stale: run node settle/verify/compile.cjs');
