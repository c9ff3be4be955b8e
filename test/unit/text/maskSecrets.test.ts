import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findExternalFailure } from '../../../src/rules/failure/external/externalFailure';
import { maskSecrets } from '../../../src/text/maskSecrets';
import { anyCodePoint } from '../../support/anyCodePoint';

const BODY = 'Ab3dEf6hIj9kLm2nOp5qRs8t';

describe('maskSecrets', () => {
  const secrets = [
    `sk-${BODY}`,
    `sk-ant-api03-${BODY}`,
    `sk-proj-${BODY}`,
    `Authorization: Bearer ${BODY}`,
    `Authorization: Bearer authentication.${BODY}`,
    `Authorization: Bearer tokens-${BODY}`,
    `authorization: Basic ${BODY}==`,
    `ghp_${BODY}`,
    `github_pat_${BODY}`,
    `AIza${BODY}`,
    `AKIA${BODY.toUpperCase()}`,
    `xoxb-12345-${BODY}`,
    `npm_${BODY}`,
    `glpat-${BODY}`,
    `https://api.example.com/v1?key=${BODY}&alt=json`,
    `https://dev:${BODY}@git.example.com/shop.git`,
    `{"api_key":"${BODY}"}`,
    `{\\"x-api-key\\": \\"${BODY}\\"}`,
    `ANTHROPIC_API_KEY=${BODY}`,
    `password: ${BODY}`,
    `eyJhbGciOiJIUzI1NiJ9.${BODY}.${BODY}`,
    `Incorrect API key provided: ${BODY}.`,
  ];
  for (const secret of secrets) {
    it(`leaves nothing of ${JSON.stringify(secret)} that could be used`, () => {
      const masked = maskSecrets(`Error: 401 ${secret} was refused`);
      assert.doesNotMatch(masked, /Ab3dEf|AB3DEF|IJ9KLM|Ij9kLm/);
      assert.match(masked, /\*\*\*/);
    });
  }

  for (const plain of [
    'Invalid API key · Please run /login',
    'exceeded retry limit, last status: 401 Unauthorized, request id: 9a4af5870a31a58e-WAW',
    "Cannot find module 'express'",
    'Missing environment variable: `CODEX_API_KEY`.',
    'unexpected status 401 Unauthorized: Missing bearer or basic authentication in header',
    'The token expired. A bearer token is required.',
  ]) {
    it(`leaves ${JSON.stringify(plain)} as it is`, () => assert.equal(maskSecrets(plain), plain));
  }

  it('masks private keys, also inside JSON and where their end is cut off', () => {
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\nAAAABG5vbmU=\n';
    const end = '-----END OPENSSH PRIVATE KEY-----';
    const masked = '-----BEGIN OPENSSH PRIVATE KEY-----***';
    assert.equal(maskSecrets(`x ${key}${end} y`), `x ${masked}${end} y`);
    assert.equal(maskSecrets(JSON.stringify(`${key}${end}`)), `"${masked}${end}"`);
    assert.equal(maskSecrets(key.trimEnd()), masked);
    assert.equal(
      maskSecrets('-----BEGIN PUBLIC KEY-----\nMIIB'),
      '-----BEGIN PUBLIC KEY-----\nMIIB',
    );
  });

  it('is what a message and a subject are shown through', () => {
    const failure = findExternalFailure({
      speaker: 'agent',
      endedWell: false,
      hasWorked: false,
      lines: [`Error: 401 Incorrect API key provided: sk-${BODY}`],
      now: new Date(0),
    });
    assert.equal(failure?.message, 'Error: 401 Incorrect API key provided: ***');
    const clone = findExternalFailure({
      speaker: 'verification',
      lines: [
        `fatal: unable to access 'https://dev:${BODY}@git.example.com/a.git/': Could not resolve host: git.example.com`,
      ],
      now: new Date(0),
    });
    assert.doesNotMatch(JSON.stringify(clone), /Ab3dEf/);
    assert.equal(clone?.subject, 'git.example.com');
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: anyCodePoint }), (text) => void maskSecrets(text)));
  });
});
