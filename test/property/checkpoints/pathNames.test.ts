import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromBytePath, toBytePath } from '../../../src/platform/checkpoints/bytePath';
import { listedFile, systemPath, unescapePath } from '../../../src/platform/workspace/listedFile';

/** Names out of the pieces that escapes are made of, and any bytes. */
const NAMES = fc
  .array(
    fc.oneof(
      fc.constantFrom('\\', 'x', '\\x', '5C', '\\x5C', 'FF', 'E9', '\\xFF', '\\xE9', 'é', '/', 'a'),
      fc.uint8Array({ minLength: 1, maxLength: 2 }).map((bytes) => Buffer.from(bytes)),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))));

describe('the text of a file name', () => {
  it('is read back as the same bytes, so that no two names share one', () => {
    fc.assert(
      fc.property(NAMES, (name) => {
        const file = listedFile(name, { tracked: false });
        assert.deepEqual(unescapePath(file.path) ?? Buffer.from(file.path), name);
        assert.deepEqual(
          Buffer.from(systemPath('', file) as string),
          Buffer.concat([Buffer.from('/'), name]),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the same in a list of files and in a checkpoint', () => {
    fc.assert(
      fc.property(NAMES, (name) => {
        const { path, raw } = listedFile(name, { tracked: false });
        const again = fromBytePath(toBytePath({ path, raw }));
        assert.deepEqual(again.path, path);
        assert.deepEqual(again.raw, raw);
      }),
      { numRuns: 5_000 },
    );
  });
});
