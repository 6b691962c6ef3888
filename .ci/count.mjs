// Reads `go test -json` on standard input, shows what a person wants to see of it, writes
// "N passed, N failed, N skipped" to the file named, and exits 1 if anything failed or nothing ran.
import fs from 'node:fs';
import readline from 'node:readline';

const counts = { pass: 0, fail: 0, skip: 0 };
const output = new Map(); // test -> lines, dropped when it passes
const failed = [];
const packages = new Set();
for await (const line of readline.createInterface({ input: process.stdin })) {
  let e;
  try { e = JSON.parse(line); } catch { console.log(line); continue; }
  if (e.Action === 'build-output') { process.stdout.write(e.Output); continue; }
  if (e.Action === 'build-fail') { counts.fail++; failed.push(`build of ${e.ImportPath}`); continue; }
  const key = `${e.Package}\t${e.Test ?? ''}`;
  if (e.Action === 'output') {
    if (!output.has(key)) output.set(key, []);
    const kept = output.get(key);
    kept.push(e.Output);
    if (kept.length > 2000) kept.splice(0, 1000);
    continue;
  }
  if (!(e.Action in counts)) continue;
  if (e.Test) counts[e.Action]++;
  else {
    packages.add(e.Package);
    if (e.Action !== 'skip') console.log(`${e.Action === 'pass' ? 'ok  ' : 'FAIL'}  ${e.Package}  ${(e.Elapsed ?? 0).toFixed(1)}s`);
  }
  if (e.Action === 'fail') {
    failed.push(`${e.Package} ${e.Test ?? ''}`);
    if (!e.Test && !failed.some((f) => f.startsWith(`${e.Package} T`) || f.startsWith(`${e.Package} F`))) counts.fail++;
    process.stdout.write((output.get(key) ?? []).join(''));
  }
  output.delete(key);
}
const summary = `${counts.pass} passed, ${counts.fail} failed, ${counts.skip} skipped`;
if (process.argv[2]) fs.writeFileSync(process.argv[2], summary + '\n');
if (failed.length) console.log(`failed:\n  ${failed.join('\n  ')}`);
console.log(`go: ${summary} in ${packages.size} packages`);
process.exit(counts.fail > 0 || counts.pass === 0 ? 1 : 0);
