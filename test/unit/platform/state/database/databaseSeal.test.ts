import assert from 'node:assert/strict';
import fc from 'fast-check';
import { seal, unseal } from '../../../../../src/platform/state/database/databaseSeal';
import { UnusableDatabase } from '../../../../../src/platform/state/database/unusableDatabase';

describe('the seal of a database file', () => {
  const content = Buffer.alloc(4_096, 'x');

  it('comes off again', () => {
    const { bytes, sealed } = unseal(seal(content));
    assert.ok(content.equals(bytes));
    assert.equal(sealed, true);
  });

  it('is missing from files of earlier versions, which stay as they are', () => {
    assert.deepEqual(unseal(content), { bytes: content, sealed: false });
    assert.equal(unseal(new Uint8Array()).sealed, false);
  });

  it('breaks with any bit of the content', () => {
    fc.assert(
      fc.property(fc.nat(content.length - 1), fc.integer({ min: 0, max: 7 }), (index, bit) => {
        const bytes = seal(content);
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        assert.throws(
          () => unseal(bytes),
          (error) => error instanceof UnusableDatabase && error.kind === 'damaged',
        );
      }),
    );
  });
});
