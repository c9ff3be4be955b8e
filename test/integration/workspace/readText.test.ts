import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWorkspace } from '../../../src/platform/workspace/createWorkspace';
import { MAX_TEXT_BYTES } from '../../../src/platform/workspace/readText';
import { asOrdinaryUser } from './asOrdinaryUser';
import { scratchFolder, type ScratchFolder } from './scratchFolder';

describe('the text of a file in the workspace', () => {
  let folder: ScratchFolder;
  beforeEach(() => (folder = scratchFolder()));
  afterEach(() => folder.remove());

  const read = (path: string, workspaceDir = folder.path) =>
    createWorkspace({ workspaceDir, environment: { PATH: '' } }).readText(path);

  it('is read as UTF-8, without a byte order mark', async () => {
    folder.write('src/über.ts', '\ufeffgrüße\n');
    assert.equal(await read('src/über.ts'), 'grüße\n');
    folder.write('empty', '');
    assert.equal(await read('empty'), '');
  });

  it('has invalid bytes replaced', async () => {
    writeFileSync(join(folder.path, 'a.txt'), Buffer.from([0x61, 0xff, 0x00, 0x62]));
    assert.equal(await read('a.txt'), 'a\ufffd\0b');
  });

  it('is given up to one megabyte and not beyond', async () => {
    folder.write('full.txt', 'x'.repeat(MAX_TEXT_BYTES));
    folder.write('big.txt', 'x'.repeat(MAX_TEXT_BYTES + 1));
    assert.equal((await read('full.txt'))?.length, MAX_TEXT_BYTES);
    assert.equal(await read('big.txt'), undefined);
  });

  it('is not there for folders, missing files and names that are none', async () => {
    mkdirSync(join(folder.path, 'sub'));
    for (const path of ['sub', '', '.', 'missing', 'sub/missing', 'a\0b', 'x'.repeat(5_000)])
      assert.equal(await read(path), undefined, JSON.stringify(path));
  });

  it('is never that of a file outside the workspace, whatever the way there', async () => {
    const outside = join(dirname(folder.path), 'secret.txt');
    writeFileSync(outside, 'secret');
    folder.write('sub/a.txt', 'inside');
    symlinkSync(outside, join(folder.path, 'link.txt'));
    symlinkSync(dirname(folder.path), join(folder.path, 'up'));
    symlinkSync('up', join(folder.path, 'again'));
    const ways = ['../secret.txt', 'sub/../../secret.txt', outside, 'link.txt', 'up/secret.txt'];
    for (const path of [...ways, 'again/secret.txt', '..', '../work', '/etc/passwd'])
      assert.equal(await read(path), undefined, path);
    assert.equal(await read('sub/../sub/a.txt'), 'inside');
  });

  it('is read where the workspace itself is reached by a link', async () => {
    folder.write('..a/b.txt', 'b');
    const link = join(dirname(folder.path), 'linked');
    symlinkSync(folder.path, link);
    assert.equal(await read('..a/b.txt', link), 'b');
  });

  it('does not wait for a pipe and opens no device', async () => {
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    symlinkSync('/dev/zero', join(folder.path, 'zero'));
    assert.equal(await read('pipe'), undefined);
    assert.equal(await read('zero'), undefined);
    assert.equal(await read('null', '/dev'), undefined);
  });

  it('is not there when it may not be read', async () => {
    chmodSync(folder.write('closed.txt', 'x'), 0);
    assert.equal(await asOrdinaryUser(() => read('closed.txt')), undefined);
  });
});
