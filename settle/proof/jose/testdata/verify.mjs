// Checks a signed agent card by Node's own crypto and a canonical form of its own,
// written from RFC 8785 and RFC 7515 alone. Reads {card, jwks} as JSON from stdin and
// prints VERIFIED or INVALID with a reason.
import crypto from 'node:crypto';
import fs from 'node:fs';

const canon = (v) => Array.isArray(v) ? '[' + v.map(canon).join(',') + ']'
  : v !== null && typeof v === 'object' ? '{' + Object.keys(v).sort().map((k) => JSON.stringify(k) + ':' + canon(v[k])).join(',') + '}'
  : JSON.stringify(v);

const verify = ({ card, jwks }) => {
  const { signatures, ...rest } = card;
  if (!Array.isArray(signatures)) return 'INVALID no signatures';
  for (const s of signatures) {
    const header = JSON.parse(Buffer.from(s.protected, 'base64url').toString());
    if (header.alg !== 'ES256') return 'INVALID alg ' + header.alg;
    const key = jwks.keys.find((k) => k.kid === header.kid && k.crv === 'P-256');
    if (!key) continue;
    const input = Buffer.from(s.protected + '.' + Buffer.from(canon(rest)).toString('base64url'));
    const pub = crypto.createPublicKey({ key, format: 'jwk' });
    if (crypto.verify('sha256', input, { key: pub, dsaEncoding: 'ieee-p1363' }, Buffer.from(s.signature, 'base64url'))) return 'VERIFIED';
  }
  return 'INVALID no signature fits';
};

console.log(verify(JSON.parse(fs.readFileSync(0, 'utf8'))));
