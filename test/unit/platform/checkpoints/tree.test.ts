import fc from 'fast-check';
import assert from 'node:assert/strict';
import {
  decodeTree,
  encodeTree,
  splitTree,
  type TreeLine,
} from '../../../../src/platform/checkpoints/tree';

/** Plain objects: what comes back is compared with these. */
const plain = <T extends object>(value: T): T => ({ ...value });
const name = fc
  .uint8Array({ minLength: 1, maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('latin1').replace(/[\0/]/g, '_'))
  .filter((text) => text !== '.' && text !== '..');
const id = fc.constantFrom('0'.repeat(64), 'f'.repeat(64));
const entry = fc
  .record({
    version: fc.constantFrom('unreadable', 'special:pipe', `file:644:${'a'.repeat(64)}`),
    size: fc.nat(),
    stored: fc.boolean(),
  })
  .map(plain);
const line: fc.Arbitrary<TreeLine> = fc.oneof(
  fc.record({ kind: fc.constant('entry' as const), name, entry }).map(plain),
  fc.record({ kind: fc.constant('folder' as const), name, id }).map(plain),
  fc.record({ kind: fc.constant('unknown' as const), name, isFolder: fc.boolean() }).map(plain),
  fc.record({ kind: fc.constant('more' as const), id }).map(plain),
);

describe('a folder of a checkpoint', () => {
  it('is decoded as it was encoded, whatever bytes its names are', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) =>
        assert.deepEqual(decodeTree(encodeTree(lines)), lines),
      ),
    );
  });

  it('is told from any other object, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) =>
        assert.equal(decodeTree(Buffer.from(bytes)), undefined),
      ),
    );
    const whole = encodeTree([{ kind: 'unknown', name: 'a', isFolder: true }]);
    for (let length = 0; length < whole.length; length += 1) {
      const cut = decodeTree(whole.subarray(0, length));
      assert.ok(cut === undefined || cut.length === 0);
    }
  });

  it('holds no name that leads elsewhere', () => {
    for (const bad of ['..', '.', '', 'a/b', '/etc'])
      assert.equal(
        decodeTree(encodeTree([{ kind: 'folder', name: bad, id: '0'.repeat(64) }])),
        undefined,
      );
  });

  it('is cut where its names say so: one more name makes one part new', () => {
    const lines = Array.from({ length: 5_000 }, (_, index): TreeLine => ({
      kind: 'unknown',
      name: `file-${String(index * 2).padStart(6, '0')}`,
      isFolder: false,
    }));
    const before = splitTree(lines);
    assert.deepEqual(before.flat(), lines);
    assert.ok(before.length > 12 && before.every((part) => part.length <= 400));
    const added: TreeLine = { kind: 'unknown', name: 'file-004001', isFolder: false };
    const at = lines.findIndex((each) => 'name' in each && each.name > added.name);
    const texts = new Set(before.map((part) => JSON.stringify(part)));
    const after = splitTree(lines.toSpliced(at, 0, added));
    const fresh = after.filter((part) => !texts.has(JSON.stringify(part)));
    assert.ok(fresh.length <= 3, String(fresh.length));
  });
});
