import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  changedPaths,
  fingerprint,
  verificationArtefacts,
} from '../../../../src/rules/turn/fingerprint';

const files = fc
  .dictionary(fc.string({ maxLength: 6 }), fc.string({ maxLength: 4 }))
  .map((entries) => new Map(Object.entries(entries)));
const NONE: ReadonlySet<string> = new Set();

describe('fingerprint', () => {
  it('does not depend on the order of files', () => {
    fc.assert(
      fc.property(files, (some) => {
        const reversed = new Map([...some].reverse());
        assert.equal(fingerprint(some, NONE), fingerprint(reversed, NONE));
      }),
    );
  });

  it('is the same exactly when nothing changed', () => {
    fc.assert(
      fc.property(files, files, (before, after) => {
        const same = fingerprint(before, NONE) === fingerprint(after, NONE);
        assert.equal(same, changedPaths(before, after, NONE).length === 0);
      }),
    );
  });

  it('leaves artefacts out', () => {
    const before = new Map([['a', '1']]);
    const after = new Map([
      ['a', '1'],
      ['junit.xml', '2'],
    ]);
    const artefacts = new Set(['junit.xml']);
    assert.equal(fingerprint(before, artefacts), fingerprint(after, artefacts));
    assert.deepEqual(changedPaths(before, after, artefacts), []);
  });
});

describe('verificationArtefacts', () => {
  it('are files that it created, or rewrote and git does not track', () => {
    const before = new Map([
      ['src.js', '1'],
      ['notes.txt', '1'],
      ['snap', '1'],
      ['gone', '1'],
    ]);
    const after = new Map([
      ['src.js', '2'],
      ['notes.txt', '1'],
      ['snap', '2'],
      ['junit.xml', '1'],
    ]);
    assert.deepEqual(verificationArtefacts(before, after, new Set(['snap', 'notes.txt'])), [
      'junit.xml',
      'snap',
    ]);
  });
});
