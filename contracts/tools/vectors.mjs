// Writes contracts/test/vectors/digest.json with viem, an implementation of EIP-712, the ABI and CREATE2
// that shares no code with the contracts or the daemon, which both must reproduce it.
// With --check it writes nothing and exits 1 when the file differs.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  concatHex, encodeAbiParameters, getContractAddress, hashDomain, hashStruct, hashTypedData, keccak256,
  maxUint256, numberToHex, sha256, sliceHex, stringToHex,
} from 'viem';

const FILE = new URL('../test/vectors/digest.json', import.meta.url);
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const ZERO32 = numberToHex(0, { size: 32 });

const TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' }, { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' }, { name: 'verifyingContract', type: 'address' },
  ],
  Instruction: [
    { name: 'id', type: 'bytes32' }, { name: 'mission', type: 'bytes32' }, { name: 'slot', type: 'bytes32' },
    { name: 'submission', type: 'bytes32' }, { name: 'contentHash', type: 'bytes32' },
    { name: 'token', type: 'address' }, { name: 'legs', type: 'Leg[]' }, { name: 'issuedBlock', type: 'uint64' },
  ],
  Leg: [{ name: 'to', type: 'address' }, { name: 'amount', type: 'uint256' }],
  Payer: [{ name: 'digest', type: 'bytes32' }, { name: 'payer', type: 'address' }],
  Direct: [
    { name: 'txHash', type: 'bytes32' }, { name: 'logIndex', type: 'uint256' }, { name: 'digest', type: 'bytes32' },
  ],
};

const text = (s) => keccak256(stringToHex(s));
const account = (s) => sliceHex(text(s), 12); // lower case
const abi = (types, values) => encodeAbiParameters(types.map((type) => ({ type })), values);
const byAddress = (a, b) => (BigInt(a.to) < BigInt(b.to) ? -1 : 1);
const legs = (n, amount) =>
  Array.from({ length: n }, (_, i) => ({ to: account(`payee ${n}/${i}`), amount: amount(i) })).sort(byAddress);

const slot = (mission, milestone, n) =>
  keccak256(abi(['bytes32', 'uint256', 'uint256'], [mission, milestone ?? maxUint256, n]));

function deposit(pay, digest, legsHash, refundTo, refundAfter) {
  const implementation = getContractAddress({ from: pay, nonce: 1n }).toLowerCase();
  const args = abi(['bytes32', 'bytes32', 'address', 'uint64'], [digest, legsHash, refundTo, refundAfter]);
  const initCode = concatHex([
    '0x61', numberToHex((args.length - 2) / 2 + 0x2d, { size: 2 }), '0x3d81600a3d39f3363d3d373d3d3d363d73',
    implementation, '0x5af43d82803e903d91602b57fd5bf3', args,
  ]);
  const address = getContractAddress({ opcode: 'CREATE2', from: pay, salt: ZERO32, bytecode: initCode });
  return {
    implementation, refund_to: refundTo, refund_after: refundAfter.toString(), args,
    init_code_hash: keccak256(initCode), address: address.toLowerCase(),
  };
}

function vector({ name, chainId = 8453, pay = account('pay contract'), instruction, refundTo, refundAfter }) {
  const domain = { name: 'OABP Settlement', version: '1', chainId, verifyingContract: pay };
  const typed = (primaryType, message) => hashTypedData({ domain, types: TYPES, primaryType, message });
  const digest = typed('Instruction', instruction);
  const legHashes = instruction.legs.map((data) => hashStruct({ data, primaryType: 'Leg', types: TYPES }));
  const legsHash = keccak256(concatHex(legHashes));
  const payer = account(`payer of ${name}`);
  const txHash = text(`transaction of ${name}`);
  const logIndex = BigInt(instruction.legs.length * 7);
  return {
    name,
    chain_id: String(chainId),
    pay_contract: pay,
    domain_separator: hashDomain({ domain, types: TYPES }),
    id: instruction.id,
    mission: instruction.mission,
    slot: instruction.slot,
    submission: instruction.submission,
    content_hash: instruction.contentHash,
    token: instruction.token,
    legs: instruction.legs.map(({ to, amount }) => ({ to, amount: amount.toString() })),
    issued_block: instruction.issuedBlock.toString(),
    legs_hash: legsHash,
    struct_hash: hashStruct({ data: instruction, primaryType: 'Instruction', types: TYPES }),
    digest,
    leg_nonces: instruction.legs.map((_, i) =>
      keccak256(abi(['string', 'bytes32', 'uint256'], ['oabp.pay.v1', digest, BigInt(i)]))),
    all_nonce: keccak256(abi(['string', 'bytes32'], ['oabp.pay.v1.all', digest])),
    payer: { payer, digest: typed('Payer', { digest, payer }) },
    direct: {
      tx_hash: txHash, log_index: logIndex.toString(), digest: typed('Direct', { txHash, logIndex, digest }),
    },
    deposit: deposit(pay, digest, legsHash, refundTo ?? account(`refund of ${name}`), refundAfter ?? 1_800_604_800n),
  };
}

function instruction(name, over) {
  const mission = text(`mis_${name}`);
  return {
    id: text(`ins_${name}`), mission, slot: slot(mission, null, 0n), submission: text(`sub_${name}`),
    contentHash: sha256(stringToHex(`envelope of ${name}`)), token: USDC, issuedBlock: 38_000_000n, ...over,
  };
}

const payeeAndFee = instruction('payee and fee', { legs: legs(2, (i) => (i === 0 ? 9_950_000n : 50_000n)) });
const highest = numberToHex((1n << 160n) - 1n, { size: 20 });
const half = `0x80${'00'.repeat(19)}`;
const belowHalf = `0x7f${'ff'.repeat(19)}`;
const lowest = numberToHex(1n, { size: 20 });

const vectors = [
  { name: 'one leg', instruction: instruction('one leg', { legs: legs(1, () => 10_000n) }) },
  { name: 'payee and fee', instruction: payeeAndFee },
  { name: 'payee and fee on another chain', chainId: 84532, instruction: payeeAndFee },
  { name: 'payee and fee at another pay contract', pay: account('another pay contract'), instruction: payeeAndFee },
  {
    name: 'third prize of a milestone',
    instruction: instruction('third prize', {
      legs: legs(4, (i) => 1_000_000n + BigInt(i)), slot: slot(text('mis_third prize'), 9n, 2n),
    }),
  },
  { name: 'sixteen contributors and the fee', instruction: instruction('17', { legs: legs(17, (i) => BigInt(i + 1) * 333_333n) }) },
  { name: 'as many legs as the contract takes', instruction: instruction('32', { legs: legs(32, () => 1n) }) },
  {
    name: 'addresses sorted as unsigned numbers',
    instruction: instruction('unsigned', {
      legs: [lowest, belowHalf, half, highest].map((to, i) => ({ to, amount: BigInt(i + 1) })),
    }),
  },
  {
    name: 'largest values',
    instruction: {
      id: numberToHex(maxUint256), mission: numberToHex(maxUint256), slot: numberToHex(maxUint256),
      submission: numberToHex(maxUint256), contentHash: numberToHex(maxUint256), token: highest,
      legs: [{ to: highest, amount: maxUint256 }], issuedBlock: (1n << 64n) - 1n,
    },
    refundTo: highest, refundAfter: (1n << 64n) - 1n,
  },
  {
    name: 'smallest values',
    instruction: {
      id: ZERO32, mission: ZERO32, slot: ZERO32, submission: ZERO32, contentHash: ZERO32, token: lowest,
      legs: [{ to: lowest, amount: 1n }], issuedBlock: 0n,
    },
    refundTo: lowest, refundAfter: 0n,
  },
].map(vector);

const mission = text('mis_01K9Z3V4T5W6X7Y8Z9A0B1C2D3');
const slots = [
  [null, 0n], [null, 1n], [0n, 0n], [9n, 0n], [9n, 49n], [2_147_483_647n, 4_294_967_295n],
].map(([milestone, n]) => ({
  mission, milestone: milestone === null ? null : milestone.toString(), n: n.toString(), slot: slot(mission, milestone, n),
}));
const ids = ['', 'ins_01K9Z3V4T5W6X7Y8Z9A0B1C2D3', 'sub_01K9Z3V4T5W6X7Y8Z9A0B1C2D3', 'mis_01K9Z3V4T5W6X7Y8Z9A0B1C2D3', 'größer → 🜂']
  .map((t) => ({ text: t, hash: text(t) }));

const typeHash = (s) => text(s);
const LEG = 'Leg(address to,uint256 amount)';
const out = `${JSON.stringify({
  comment: 'Generated by npm run vectors; README.md explains the fields.',
  type_hashes: {
    instruction: typeHash(`Instruction(bytes32 id,bytes32 mission,bytes32 slot,bytes32 submission,bytes32 contentHash,address token,Leg[] legs,uint64 issuedBlock)${LEG}`),
    leg: typeHash(LEG),
    payer: typeHash('Payer(bytes32 digest,address payer)'),
    direct: typeHash('Direct(bytes32 txHash,uint256 logIndex,bytes32 digest)'),
  },
  ids, slots, vectors,
}, null, 2)}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== out) {
    console.error('contracts/test/vectors/digest.json is not what npm run vectors writes');
    process.exitCode = 1;
  }
} else {
  writeFileSync(FILE, out);
  console.log(`${vectors.length} vectors`);
}
