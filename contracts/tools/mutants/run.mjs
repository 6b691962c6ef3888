// Removes one defence after the other (list.mjs) in a copy of the contracts and runs the tests: each mutant must make a
// test red and, for each finding that it stands for, one whose comment names that finding. Prints a line per mutant,
// and exits 1 when one survives or does not compile. Arguments: [REGEX of names].
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testsOfFindings } from '../findings.mjs';
import { mutants } from './list.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const wanted = new RegExp(process.argv[2] ?? '');
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

for (const name of ['foundry.toml', 'contracts']) {
  cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !/contracts\/(cache|out)\b/.test(path) });
}
mkdirSync(join(copy, 'settle/money'), { recursive: true });
cpSync(join(root, 'settle/money/testdata'), join(copy, 'settle/money/testdata'), { recursive: true });
symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'));

// Tests deploy what they test by name, so that they are compiled once and not for each mutant.
const env = { ...process.env, FOUNDRY_FUZZ_RUNS: '64', FOUNDRY_DYNAMIC_TEST_LINKING: 'true' };
const byFinding = testsOfFindings(join(root, 'contracts/test'));
let failures = 0;
let killed = 0;
for (const mutant of mutants.filter(({ name }) => wanted.test(name))) {
  const problem = await judge(mutant);
  if (problem) {
    failures++;
    console.log(`SURVIVES  ${mutant.name}: ${problem}`);
  } else {
    killed++;
    console.log(`red       ${mutant.name}`);
  }
}
console.log(`${killed} mutants red, ${failures} not`);
process.exit(failures || !killed ? 1 : 0);

async function judge({ edits, tests, findings }) {
  const originals = new Map();
  try {
    for (const [file, from, to] of edits) {
      const path = join(copy, 'contracts/src', file);
      const text = readFileSync(path, 'utf8');
      if (!originals.has(path)) originals.set(path, text);
      if (text.split(from).length !== 2) return `not exactly once in ${file}: ${from}`;
      writeFileSync(path, text.replace(from, () => to));
    }
    const red = await failingTests(tests);
    if (typeof red === 'string') return red;
    if (!red.length) return 'every test is green';
    const missed = findings.filter((n) => !(byFinding.get(n) ?? []).some((t) => red.includes(t)));
    return missed.length ? `no test that names finding ${missed.join(', ')} is red, but ${red.join(', ')}` : '';
  } finally {
    for (const [path, text] of originals) writeFileSync(path, text);
  }
}

/** Suite and name of the tests that fail, or why there is no answer. */
async function failingTests(glob) {
  const output = await new Promise((resolve) => {
    execFile(join(copy, 'contracts/tools/forge'),
      ['test', '--json', '--allow-failure', '--match-path', `contracts/test/${glob}`],
      { maxBuffer: 1 << 30, env }, (error, stdout, stderr) => resolve(stdout + stderr || String(error)));
  });
  const line = output.split('\n').find((l) => l.startsWith('{'));
  if (!line) return `forge says nothing: ${output.trim().slice(-600)}`;
  return Object.entries(JSON.parse(line)).flatMap(([suite, { test_results }]) =>
    Object.entries(test_results).filter(([, r]) => r.status === 'Failure')
      .map(([name]) => `${suite.replace(/^contracts\/test\//, '').split(':')[0]}: ${name.split('(')[0]}`));
}
