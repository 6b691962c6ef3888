// Which tests name which finding of contracts/docs/findings.md, by their comments ("Finding 7", "Findings 9, 10 and 11").
// As a command it writes that page's column of tests, or with --check fails when the page is stale or a finding has none.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const COUNT = 47;

/** Finding number -> ["folder/file.t.sol: testName", ...], in the order of the files. */
export function testsOfFindings(folder) {
  const found = new Map();
  const files = readdirSync(folder, { recursive: true }).filter((f) => f.endsWith('.t.sol')).sort();
  for (const file of files) {
    let pending = [];
    let everything = [];
    let test = '';
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const text = line.trim();
      const declared = /^(contract|function)\s+(\w+)/.exec(text);
      if (/^\/\/[/ ]/.test(text)) {
        // What a section or a contract says holds for everything in it; a comment inside a test, for that test.
        if (/^\/\/ ----/.test(text)) everything = numbers(text);
        else if (test && line.startsWith('        ')) note(numbers(text), file, test);
        else pending.push(...numbers(text));
      } else if (declared?.[1] === 'contract') {
        everything = pending;
        pending = [];
      } else if (declared) {
        test = /^(test|invariant)/.test(declared[2]) ? declared[2] : '';
        note([...pending, ...everything], file, test);
        pending = [];
      }
    }
  }
  return found;

  function note(list, file, test) {
    for (const n of new Set(list)) {
      if (!test) continue;
      const tests = found.get(n) ?? [];
      if (!tests.includes(`${file}: ${test}`)) found.set(n, [...tests, `${file}: ${test}`]);
    }
  }
}

/** The numbers after "Finding" or "Findings", up to the first word that is none; "37 to 39" is all three. */
function numbers(text) {
  return [...text.matchAll(/[Ff]indings? (\d+(?:(?:, | and |, and | to )\d+)*)/g)].flatMap(([, list]) =>
    list.split(/, and |, | and /).flatMap((part) => {
      const [from, to] = part.split(' to ').map(Number);
      return Array.from({ length: (to ?? from) - from + 1 }, (_, i) => from + i);
    }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = fileURLToPath(new URL('../docs/findings.md', import.meta.url));
  const tests = testsOfFindings(fileURLToPath(new URL('../test', import.meta.url)));
  const text = readFileSync(page, 'utf8');
  const missing = Array.from({ length: COUNT }, (_, i) => i + 1).filter((n) => !tests.has(n) || !text.includes(`\n| ${n} |`));
  if (missing.length) {
    console.error(`no test or no row for finding ${missing.join(', ')}`);
    process.exit(1);
  }
  const current = text.replace(/^(\| (\d+) \|.*\| )[^|]*\|$/gm, (_, row, n) => `${row}${cell(tests.get(Number(n)))} |`);
  if (!process.argv.includes('--check')) writeFileSync(page, current);
  else if (current !== text) {
    console.error('contracts/docs/findings.md is stale: run node contracts/tools/findings.mjs');
    process.exit(1);
  }
}

/** Tests by file: `a/b`: `test1`, `test2`. */
function cell(tests) {
  const byFile = new Map();
  for (const [file, name] of tests.map((t) => t.split(': '))) byFile.set(file, [...(byFile.get(file) ?? []), `\`${name}\``]);
  return [...byFile].map(([file, names]) =>
    `${file.replace(/\.t\.sol$/, '').replace(/^unit\//, '')}: ${names.join(', ')}`).join('; ');
}
