// Fails when a page of contracts/docs and the ABI of its contract have drifted apart: every function that writes has a
// section "### `name(arguments)`" with who may call, a table of the state, "Reverts" and "Event"; every view has a row in
// the table under "## Views"; nothing else has either; every error and event of the ABI is on the page; and no page names
// an error or event that no ABI has. Reads contracts/out, so build first.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
// A contract is a file of src that holds a contract of its own name.
const contracts = readdirSync(at('src')).filter((f) => f.endsWith('.sol')).map((f) => f.slice(0, -4));
// Events and errors of the token that pages speak of, and reasons that pass through from libraries.
const FOREIGN = ['Transfer', 'AuthorizationUsed', 'RLPInvalidEncoding', 'TrieProofTraversalError'];

const abis = new Map(contracts.map((name) => [name, JSON.parse(readFileSync(at(`out/${name}.sol/${name}.json`), 'utf8')).abi]));
const known = new Set([...FOREIGN, ...[...abis.values()].flat().filter(({ type }) => /^(error|event)$/.test(type)).map(({ name }) => name)]);
const enums = new Set(readdirSync(at('src/types')).flatMap((f) =>
  [...readFileSync(at(`src/types/${f}`), 'utf8').matchAll(/enum \w+ \{([^}]*)\}/g)].flatMap(([, body]) => body.match(/\w+/g))));
const problems = contracts.flatMap((name) => check(name, abis.get(name)).map((problem) => `contracts/docs/${name}.md: ${problem}`));
for (const problem of problems) console.error(problem);
console.log(`${contracts.length} pages, ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);

function check(name, abi) {
  if (!existsSync(at(`docs/${name}.md`))) return ['is missing'];
  const page = readFileSync(at(`docs/${name}.md`), 'utf8');
  const out = [];
  const functions = abi.filter(({ type }) => type === 'function');
  const isView = ({ stateMutability }) => /^(view|pure)$/.test(stateMutability);
  const signature = ({ name, inputs }) => `${name}(${inputs.map((i) => i.name.replace(/^_|_$/g, '')).join(', ')})`;
  // Getters of public mappings and OpenZeppelin's leave arguments without names: those are compared by number.
  const shape = (s) => s.replace(/\(.*\)/, (args) => `/${args.split(',').filter((a) => a.length > 2 || args !== '()').length}`);

  const sections = page.split(/^### /m).slice(1).map((s) => s.split(/^##? /m)[0]);
  const headings = sections.map((s) => /^`([^`]*)`/.exec(s)?.[1] ?? s.split('\n')[0]);
  const views = page.split(/^## Views$/m)[1] ?? '';
  const rows = [...views.matchAll(/^\| `([^`]*)` \|/gm)].map(([, row]) => row);
  compare('a section', functions.filter((f) => !isView(f)), headings);
  compare('a row under Views', functions.filter(isView), rows);
  sections.forEach((section, i) => {
    const body = section.split('\n').slice(1).join('\n').trim();
    if (!/^[A-Z]/.test(body)) out.push(`${headings[i]} does not say who may call`);
    if (!/\|---\|/.test(section) && !/^State, reverts and event as /m.test(section)) out.push(`${headings[i]} has no table of the state`);
    for (const label of [/Reverts|reverts/, /Events?:|event/]) if (!label.test(section)) out.push(`${headings[i]} lacks ${label}`);
  });

  const named = new Set([...page.matchAll(/`([A-Z]\w+)(?:\([^`]*)?`/g)].map(([, word]) => word));
  for (const { type, name: word } of abi.filter(({ type }) => /^(error|event)$/.test(type))) {
    if (!named.has(word)) out.push(`${type} ${word} of the ABI is not on the page`);
  }
  for (const word of named) {
    if (!known.has(word) && !enums.has(word) && !abis.has(word) && !/Authorization$/.test(word)) out.push(`${word} is no event or error of the ABI`);
  }
  return out;

  function compare(what, expected, found) {
    const named = ({ inputs }) => inputs.every((i) => i.name);
    for (const f of expected) {
      if (!found.some((s) => (named(f) ? s === signature(f) : shape(s) === shape(signature(f))))) out.push(`${signature(f)} of the ABI has not ${what}`);
    }
    for (const s of found) {
      if (!expected.some((f) => (named(f) ? s === signature(f) : shape(s) === shape(signature(f))))) out.push(`${s} has ${what} and is not in the ABI`);
    }
    for (const s of new Set(found)) if (found.filter((f) => f === s).length > 1) out.push(`${s} has ${what} twice`);
  }
}
