import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskError } from '../../../../../src/platform/state/files/diskError';
import {
  nodeDurableFs,
  removeTemporaryFiles,
  writeDurably,
  type DurableFs,
} from '../../../../../src/platform/state/files/durableFile';

const NEW = Buffer.from('new content');

describe('a durable write', () => {
  let folder: string;
  let file: string;
  let pauses: number[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'devs-durable-'));
    file = join(folder, 'devs.db');
    pauses = [];
    writeFileSync(file, 'old content');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const fail = (code: string) => (): never => {
    throw Object.assign(new Error(`${code}: injected`), { code });
  };
  const fs = (changes: Partial<DurableFs>): DurableFs => ({
    ...nodeDurableFs,
    pause: (ms) => void pauses.push(ms),
    ...changes,
  });
  const content = (): string => readFileSync(file, 'utf8');

  it('replaces the file, private to the user, and leaves nothing else', () => {
    writeDurably(file, NEW);
    assert.equal(content(), 'new content');
    assert.deepEqual(readdirSync(folder), ['devs.db']);
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('goes on where the system wrote only a part', () => {
    const bytewise = fs({
      write: (fd, bytes, offset) => nodeDurableFs.write(fd, bytes.subarray(0, offset + 1), offset),
    });
    writeDurably(file, NEW, bytewise);
    assert.equal(content(), 'new content');
  });

  it('syncs the content before the rename and the folder after it', () => {
    const steps: string[] = [];
    const recorded = fs({
      fsync: () => steps.push('fsync'),
      rename: (from, to) => {
        steps.push('rename');
        nodeDurableFs.rename(from, to);
      },
      fsyncFolder: () => steps.push('fsyncFolder'),
    });
    writeDurably(file, NEW, recorded);
    assert.deepEqual(steps, ['fsync', 'rename', 'fsyncFolder']);
  });

  for (const [step, code] of [
    ['create', 'EROFS'],
    ['write', 'ENOSPC'],
    ['fsync', 'EIO'],
    ['rename', 'EXDEV'],
  ] as const) {
    it(`leaves the old file and nothing else when ${step} fails`, () => {
      assert.throws(() => writeDurably(file, NEW, fs({ [step]: fail(code) })), { code });
      assert.equal(content(), 'old content');
      assert.deepEqual(readdirSync(folder), ['devs.db']);
    });
  }

  it('outlasts a virus scanner that keeps the file open for a moment', () => {
    let left = 3;
    const rename = (from: string, to: string): void => {
      left -= 1;
      if (left >= 0) fail('EBUSY')();
      nodeDurableFs.rename(from, to);
    };
    writeDurably(file, NEW, fs({ rename }));
    assert.equal(content(), 'new content');
    assert.equal(pauses.length, 3);
  });

  it('gives up on a file that stays open, after about half a second', () => {
    assert.throws(() => writeDurably(file, NEW, fs({ rename: fail('EPERM') })), { code: 'EPERM' });
    assert.equal(content(), 'old content');
    assert.deepEqual(readdirSync(folder), ['devs.db']);
    const total = pauses.reduce((sum, ms) => sum + ms, 0);
    assert.ok(total >= 300 && total <= 1_000, `${total} ms`);
  });

  it('is no failure when only the folder cannot be synced', () => {
    writeDurably(file, NEW, fs({ fsyncFolder: fail('EINVAL') }));
    assert.equal(content(), 'new content');
  });

  it('clears away what killed writers left, and nothing else', () => {
    for (const name of ['devs.db.12-1.tmp', 'devs.db.9-44.tmp', 'other.tmp', 'devs.db.bak']) {
      writeFileSync(join(folder, name), 'x');
    }
    removeTemporaryFiles(file);
    assert.deepEqual(readdirSync(folder).sort(), ['devs.db', 'devs.db.bak', 'other.tmp']);
  });

  it('says what failed, where and what to do', () => {
    for (const [code, advice] of [
      ['ENOSPC', /disk is full; free some space/],
      ['EROFS', /read-only; make it writable/],
      ['EACCES', /permission denied; make the folder writable for you/],
      ['EIO', /the disk refused it/],
    ] as const) {
      const error = diskError('write the state', file, Object.assign(new Error('x'), { code }));
      assert.match(error.message, advice);
      assert.ok(error.message.startsWith(`Could not write the state ${file}: `));
    }
  });
});
