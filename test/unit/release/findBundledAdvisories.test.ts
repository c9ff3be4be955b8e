import assert from 'node:assert/strict';
import { findBundledAdvisories } from '../../../release/findBundledAdvisories';

const ZOD = { name: 'zod', version: '4.6.7', license: 'MIT', path: 'node_modules/zod' };
const NESTED = {
  name: 'tslib',
  version: '1.14.1',
  license: '0BSD',
  path: 'node_modules/a/node_modules/tslib',
};

const advisory = (title: string) => ({
  title,
  url: 'https://advisories.example/1',
  severity: 'high',
});
const audit = (vulnerabilities: unknown): string =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities });

describe('what npm audit says about packages that ship', () => {
  it('is the advisory about one of them, with its version and address', () => {
    const text = audit({ zod: { nodes: ['node_modules/zod'], via: [advisory('Slow pattern')] } });
    assert.deepEqual(findBundledAdvisories(text, [ZOD]), [
      'zod 4.6.7: Slow pattern (high) https://advisories.example/1',
    ]);
  });

  it('leaves out what only builds and tests, and a package of another version in another folder', () => {
    const text = audit({
      mocha: { nodes: ['node_modules/mocha'], via: [advisory('In a test')] },
      tslib: { nodes: ['node_modules/tslib'], via: [advisory('In the newer one')] },
    });
    assert.deepEqual(findBundledAdvisories(text, [ZOD, NESTED]), []);
  });

  it('names an advisory once, at the package that it is about', () => {
    const text = audit({
      zod: { nodes: ['node_modules/zod'], via: ['tslib'] },
      tslib: { nodes: [NESTED.path], via: [advisory('Prototype pollution')] },
    });
    assert.equal(findBundledAdvisories(text, [ZOD, NESTED]).length, 1);
  });

  it('throws for an answer that is none, rather than finding nothing', () => {
    for (const text of ['', '{}', 'null', '{"message":"405 Method Not Allowed","statusCode":405}'])
      assert.throws(
        () => findBundledAdvisories(text, [ZOD]),
        /npm audit listed no advisories; it said: \S/,
      );
  });
});
