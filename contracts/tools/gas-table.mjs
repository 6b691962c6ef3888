// Writes the tables of gas in contracts/README.md from contracts/snapshots, between the comments "gas:NAME" and "gas:end";
// with --check fails when the page is stale. The snapshots themselves are checked by the tests of test/gas.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const snapshot = (name) => JSON.parse(readFileSync(at(`snapshots/${name}.json`), 'utf8'));
const whole = Object.assign({}, ...['OabpEscrow', 'OabpPay', 'OabpPeers'].map((name) => snapshot(`${name}.transactions`)));
const gas = { escrow: snapshot('OabpEscrow'), pay: snapshot('OabpPay'), peers: snapshot('OabpPeers') };

// What the tests of test/gas hold each call to: record("name", ceiling).
const held = new Map(['EscrowGas', 'Gas', 'PeersGas'].flatMap((suite) =>
  [...readFileSync(at(`test/gas/${suite}.t.sol`), 'utf8').matchAll(/"([^"]+)", ([\d_]+)\)/g)]
    .map(([, name, ceiling]) => [name, Number(ceiling.replaceAll('_', ''))])));

/** [what, contract, name in the snapshot, commerce-payments, ERC-8183] */
const BESIDE = [
  ['post and fund by EIP-3009', 'escrow', 'postWithAuthorization', '127,475', '374,738 (create, setBudget, fund)'],
  ['post and fund by allowance', 'escrow', 'post', '', ''],
  ['submit', 'escrow', 'submit', 'has none', '37,860'],
  ['award and pay one payee that holds nothing', 'escrow', 'award 01 new payee', '66,992', '78,865'],
  ['refund to a balance', 'escrow', 'refund to a balance', '31,665', '42,610'],
];
/** [what, contract, name in the snapshot, the ceiling of the design] */
const CEILINGS = [
  ['postWithAuthorization', 'escrow', 'postWithAuthorization', 95_000],
  ['post', 'escrow', 'post', 75_000],
  ['submit', 'escrow', 'submit', 32_000],
  ['commit', 'escrow', 'commit', 28_000],
  ['reveal, wins and is paid', 'escrow', 'reveal, wins and is paid', 85_000],
  ['award, 1 payee that holds nothing', 'escrow', 'award 01 new payee', 66_000],
  ['award, 1 payee with a balance', 'escrow', 'award 01 payee with a balance', 50_000],
  ['award, 4 payees that hold nothing', 'escrow', 'award 04 new payees', 165_000],
  ['award, 16 payees that hold nothing', 'escrow', 'award 16 new payees', 540_000],
  ['award, proposed', 'escrow', 'award, proposed', 45_000],
  ['finalize, payee with a balance', 'escrow', 'finalize 01 payee with a balance', 62_000],
  ['finalize, payee that holds nothing', 'escrow', 'finalize 01 new payee', 62_000],
  ['refund to a balance', 'escrow', 'refund to a balance', 36_000],
  ['award, refused payee, credited', 'escrow', 'award 01 refused payee, credited', 65_000],
  ['withdraw of a credit', 'escrow', 'withdraw, new payee', 48_000],
  ['vote: commit', 'peers', 'vote commit', 30_000],
  ['vote: reveal, first for its choice', 'peers', 'vote reveal, first for its choice', 45_000],
  ['OabpPay.pay, 1 leg', 'pay', 'pay 01 leg', 80_000],
  ['OabpPay.pay, 4 legs', 'pay', 'pay 04 legs', 170_000],
  ['register', 'peers', 'register', 60_000],
];
const PAY = [
  ['`pay`', 'the payer', 'caller\'s allowance', 'stays with the caller', ['pay 01 leg', 'pay 04 legs', 'pay 17 legs']],
  ['`payWithAuthorization`', 'anybody', 'signer\'s, by EIP-3009', 'back to the signer, same call', ['payWithAuthorization 01 leg', 'payWithAuthorization 04 legs', '']],
  ['`flush`', 'anybody', 'the deposit\'s', 'stays, refundable at once', ['flush 01 leg, deploys the deposit', 'flush 04 legs, deploys the deposit', 'flush 17 legs, deploys the deposit']],
  ['`flush`, deposit deployed before', 'anybody', 'the deposit\'s', 'stays, refundable at once', ['flush 01 leg, deposit deployed before', '', '']],
  ['`refund`', 'anybody; early only `refundTo`', 'the deposit\'s, to `refundTo`', '', ['refund, deploys the deposit', '', '']],
  ['`refund` of a surplus after the flush', 'anybody', 'the deposit\'s, to `refundTo`', '', ['refund of a surplus after the flush', '', '']],
  ['`rescue`', 'anybody', 'other assets of a deposit, to `refundTo`', '', ['', '', '']],
];

const number = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
const figure = (file, name) => {
  if (!gas[file][name]) throw new Error(`no snapshot "${name}"`);
  return Number(gas[file][name]);
};
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ')).join('\n');
const named = new Set();
const use = (file, name) => (named.add(`${file} ${name}`), figure(file, name));

const tables = {
  beside: table(['', 'OabpEscrow', 'commerce-payments', 'ERC-8183'],
    BESIDE.map(([what, file, name, ...theirs]) => [what, number(use(file, name)), ...theirs])),
  ceilings: table(['', 'execution', 'design', 'test', 'transaction'],
    CEILINGS.map(([what, file, name, design]) => {
      const n = use(file, name);
      return [what, number(n), n > design ? `${number(design)}, **${number(n - design)} above**` : number(design), number(held.get(name)), number(whole[name])];
    })),
  pay: table(['operation', 'who may call', 'whose money', 'refused payee\'s part', 'gas, 1 leg', '4', '17'],
    PAY.map(([what, who, whose, refused, names]) => [what, who, whose, refused, ...names.map((n) => (n ? number(use('pay', n)) : ''))])),
};
tables.others = table(['', 'execution', 'test', 'transaction'], Object.entries(gas).flatMap(([file, figures]) =>
  Object.keys(figures).filter((name) => !named.has(`${file} ${name}`))
    .map((name) => [name.replace(/\b0(\d)\b/, '$1'), number(figure(file, name)), number(held.get(name)), number(whole[name])])));

const page = at('README.md');
const text = readFileSync(page, 'utf8');
const current = text.replace(/(<!-- gas:(\w+) -->)[\s\S]*?(<!-- gas:end -->)/g, (_, begin, name, end) => `${begin}\n${tables[name]}\n${end}`);
for (const name of Object.keys(tables)) if (!text.includes(`<!-- gas:${name} -->`)) throw new Error(`README.md has no table ${name}`);
if (!process.argv.includes('--check')) writeFileSync(page, current);
else if (current !== text) {
  console.error('contracts/README.md is stale: run node contracts/tools/gas-table.mjs');
  process.exit(1);
}
