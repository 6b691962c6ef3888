// Writes the table of coverage in contracts/README.md from contracts/cache/lcov.info, and exits 1 below 98 % of lines or
// of branches. Two things that forge gets wrong without the optimizer are put right:
//   - inline assembly is counted, but the compiler's map has no place in it that could be hit: its lines are left out;
//   - an else that the map misplaces has no hits: it was taken if its condition was evaluated more often than it held.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const LEAST = 98;

const files = readFileSync(at('cache/lcov.info'), 'utf8').split('end_of_record').filter((r) => r.includes('SF:contracts/src/')).map((record) => {
  const name = /^SF:contracts\/src\/(.*)$/m.exec(record)[1];
  const assembly = assemblyLines(readFileSync(at(`src/${name}`), 'utf8'));
  const lines = [...record.matchAll(/^DA:(\d+),(\d+)$/gm)].map(([, line, hits]) => ({ line: Number(line), hits: Number(hits) }))
    .filter(({ line }) => !assembly.has(line));
  const hitsOf = new Map(lines.map(({ line, hits }) => [line, hits]));
  const paths = [...record.matchAll(/^BRDA:(\d+),(\d+),(\d+),(\d+|-)$/gm)]
    .map(([, line, branch, path, hits]) => ({ line: Number(line), branch, path, hits: Number(hits) || 0 })).filter(({ line }) => !assembly.has(line));
  for (const p of paths.filter(({ path, hits }) => path === '1' && !hits)) {
    const held = paths.find(({ branch, path }) => branch === p.branch && path === '0').hits;
    p.hits = Math.max(0, (hitsOf.get(p.line) ?? 0) - held);
  }
  const hit = (list) => [list.filter(({ hits }) => hits).length, list.length];
  return { name, lines: hit(lines), branches: hit(paths), missed: [...lines, ...paths].filter(({ hits }) => !hits).map(({ line }) => line) };
}).sort((a, b) => a.name.localeCompare(b.name));
const sum = (key) => files.reduce(([hit, found], f) => [hit + f[key][0], found + f[key][1]], [0, 0]);
const all = { name: 'all', lines: sum('lines'), branches: sum('branches') };
const percent = ([hit, found]) => (found ? 100 * hit / found : 100);
const cell = (pair) => `${percent(pair).toFixed(1)} % (${pair[0]}/${pair[1]})`;

const table = ['| `src/` | lines | branches |', '| --- | --- | --- |',
  ...[...files, all].map((f) => `| ${f.name} | ${cell(f.lines)} | ${f.branches[1] ? cell(f.branches) : 'none'} |`)].join('\n');
const page = at('README.md');
const text = readFileSync(page, 'utf8');
if (!text.includes('<!-- coverage -->')) throw new Error('README.md has no place for the table');
writeFileSync(page, text.replace(/(<!-- coverage -->)[\s\S]*?(<!-- coverage:end -->)/, (_, begin, end) => `${begin}\n${table}\n${end}`));
for (const f of files) for (const line of new Set(f.missed)) console.log(`not covered: contracts/src/${f.name}:${line}`);
console.log(`lines ${cell(all.lines)}, branches ${cell(all.branches)}`);
process.exit(percent(all.lines) < LEAST || percent(all.branches) < LEAST ? 1 : 0);

/** The numbers of the lines within `assembly { ... }`, the closing one excluded. */
function assemblyLines(text) {
  const found = new Set();
  let depth = 0;
  text.split('\n').forEach((line, i) => {
    const begins = depth === 0 && /^\s*assembly\b.*\{$/.test(line);
    if (depth > 0) found.add(i + 1);
    if (begins || depth > 0) depth += line.split('{').length - line.split('}').length;
  });
  return found;
}
