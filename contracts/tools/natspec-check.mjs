// Fails when the promises in contracts/src/interfaces and contracts/src/types are not whole:
//   - every interface has @title and @notice; every struct, enum, event, error and function has @notice;
//   - every parameter and member has its @param, every returned value its @return, and nothing else has one;
//   - a function that writes says who may call, which events it emits (or that it emits none) and when it reverts;
//   - what it says it emits or reverts with is declared in that file (or is one of INHERITED).
// A function of a contract is either in an interface (@inheritdoc) or says all this itself.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../src/', import.meta.url));
// Interfaces of contracts that are not ours: what is needed of them is documented, their behaviour is theirs.
const THEIRS = ['IERC8004.sol', 'IFiatToken.sol', 'IFiatTokenPermit.sol'];
const INHERITED = ['OwnableUnauthorizedAccount', 'MissionRules', 'MissionTerms'];
const WHO = /\b(anybody|only|agents|the caller(?:'s)?|whoever)\b/i;

const problems = [];
let declarations = 0;
for (const file of list('interfaces')) checkFile(`interfaces/${file}`, !THEIRS.includes(file));
for (const file of list('types')) checkFile(`types/${file}`, false);
for (const file of list('')) checkImplementation(file);
for (const problem of problems) console.error(problem);
console.log(`${declarations} declarations, ${problems.length} problems`);
process.exit(problems.length || !declarations ? 1 : 0);

function list(folder) {
  return readdirSync(src + folder).filter((f) => f.endsWith('.sol'));
}

function checkFile(file, ours) {
  const text = readFileSync(src + file, 'utf8');
  const declared = new Set([...text.matchAll(/^\s*(?:event|error) (\w+)/gm)].map(([, name]) => name));
  for (const d of parse(text)) {
    declarations++;
    const complain = (what) => problems.push(`contracts/src/${file}: ${d.kind} ${d.name} ${what}`);
    if (!/@notice \S/.test(d.doc)) complain('has no @notice');
    if (d.kind === 'interface') {
      if (!/@title \S/.test(d.doc)) complain('has no @title');
      continue;
    }
    same(complain, '@param', d.params, [...d.doc.matchAll(/@param (\w+) \S/g)].map(([, name]) => name));
    const returns = [...d.doc.matchAll(/@return (\S+)/g)].map(([, word]) => word);
    if (returns.length !== d.returns.length) complain(`returns ${d.returns.length} values and has ${returns.length} @return`);
    d.returns.forEach((name, i) => name && returns[i] !== name && complain(`has no @return ${name}`));
    if (!ours || d.kind !== 'function' || d.view) continue;
    const says = d.doc.replace(/\s*\n\s*/g, ' ');
    if (!WHO.test(says)) complain('does not say who may call');
    if (!/\bEmits?\b/i.test(says)) complain('does not say what it emits');
    if (!/\bReverts\b/.test(says)) complain('does not say when it reverts');
    for (const [, names] of says.matchAll(/(?:Emits|Reverts with) ((?:`\w+`(?:,? and |,? or |, )?)+)/g)) {
      for (const [, name] of names.matchAll(/`(\w+)`/g)) {
        if (!declared.has(name) && !INHERITED.includes(name)) complain(`names ${name}, which is not declared there`);
      }
    }
  }
}

function checkImplementation(file) {
  const text = readFileSync(src + file, 'utf8');
  for (const [, doc, name] of text.matchAll(/((?:^ {4}\/\/\/.*\n)*)^ {4}function (\w+)\([^{]*?\b(?:external|public)\b/gm)) {
    declarations++;
    if (!/@inheritdoc/.test(doc)) problems.push(`contracts/src/${file}: function ${name} has no @inheritdoc`);
  }
  for (const [, doc, name] of text.matchAll(/((?:^ {4}\/\/\/.*\n)*)^ {4}(?!function)[^/\n]*\bpublic\b[^;=]*?(\w+);/gm)) {
    declarations++;
    if (!/@inheritdoc/.test(doc)) problems.push(`contracts/src/${file}: ${name} has no @inheritdoc`);
  }
}

/** Every declaration of a file with the /// lines before it. */
function parse(text) {
  const out = [];
  const pattern = /((?:^[ \t]*\/\/\/.*\n)*)^[ \t]*(interface|struct|enum|event|error|function) (\w+)([\s\S]*?)(?=[;{])([;{])/gm;
  for (const [whole, doc, kind, name, rest, end] of text.matchAll(pattern)) {
    const d = { kind, name, doc: doc.replace(/^[ \t]*\/\/\/ ?/gm, ''), params: [], returns: [], view: /\b(view|pure)\b/.test(rest) };
    if (kind === 'struct' || kind === 'enum') {
      const from = text.indexOf(whole) + whole.length;
      const body = text.slice(from, text.indexOf('}', from)).replace(/\/\/.*$/gm, '');
      d.params = body.split(kind === 'enum' ? ',' : ';').map(last).filter(Boolean);
    } else if (kind !== 'interface' && end === ';') {
      const [inside, after] = /returns\s*\(/.test(rest) ? rest.split(/returns\s*/) : [rest, ''];
      d.params = names(inside);
      d.returns = after ? after.slice(after.indexOf('(') + 1, after.lastIndexOf(')')).split(',').map((p) => (/ (?:memory |calldata )?(\w+)$/.exec(p.trim())?.[1] ?? '').replace(/^(memory|calldata)$/, '')) : [];
    }
    out.push(d);
  }
  return out;
}

function names(list) {
  return list.slice(list.indexOf('(') + 1, list.lastIndexOf(')')).split(',').map(last).filter(Boolean);
}

function last(declaration) {
  return declaration.trim().split(/\s+/).pop();
}

function same(complain, tag, expected, found) {
  for (const name of expected) if (!found.includes(name)) complain(`has no ${tag} ${name}`);
  for (const name of found) if (!expected.includes(name)) complain(`has ${tag} ${name} for nothing`);
  if (new Set(found).size !== found.length) complain(`has a ${tag} twice`);
}
