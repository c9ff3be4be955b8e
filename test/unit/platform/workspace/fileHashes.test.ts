import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createFileHashes,
  TIMESTAMP_GRAIN_MS,
} from '../../../../src/platform/workspace/fileHashes';
import { listedFile } from '../../../../src/platform/workspace/listedFile';

describe('remembered file hashes', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'devs-hashes-'))));
  afterEach(() => {
    rmSync(root, { recursive: true });
  });
  const file = listedFile(Buffer.from('a.txt'), { tracked: true });

  /** Hashes twice at the given age of the file; how often was its content read? */
  async function readsAtAge(age: number): Promise<number> {
    writeFileSync(join(root, 'a.txt'), 'content');
    const now = Math.trunc(statSync(join(root, 'a.txt')).ctimeMs) + age;
    const hashes = createFileHashes({ root, now: () => now });
    const handle = await open(join(root, 'a.txt'));
    const prototype = Object.getPrototypeOf(handle) as { read: (...args: unknown[]) => unknown };
    await handle.close();
    const real = prototype.read;
    let reads = 0;
    prototype.read = function (this: unknown, ...args: unknown[]) {
      reads += 1;
      return real.apply(this, args);
    };
    try {
      const first = await hashes.of([file]);
      const readsOfFirst = reads;
      assert.deepEqual(await hashes.of([file]), first);
      return reads / readsOfFirst;
    } finally {
      prototype.read = real;
    }
  }

  it('reads a file once that was clearly older when it was hashed', async () => {
    assert.equal(await readsAtAge(TIMESTAMP_GRAIN_MS + 10), 1);
  });

  it('reads a file again that may have changed in the tick in which it was hashed', async () => {
    assert.equal(await readsAtAge(TIMESTAMP_GRAIN_MS - 10), 2);
  });

  it('never trusts a file with a time in the future', async () => {
    assert.equal(await readsAtAge(-100_000), 2);
  });
});
