import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { createWorkspace } from '../../../src/platform/workspace/createWorkspace';
import { scratchFolder, type ScratchFolder } from './scratchFolder';

describe('the stamp of a file in the workspace', () => {
  let folder: ScratchFolder;
  beforeEach(() => (folder = scratchFolder()));
  afterEach(() => folder.remove());

  const workspace = () => createWorkspace({ workspaceDir: folder.path, environment: { PATH: '' } });

  it('changes when the file is written, with the same content too, and not when it is read', async () => {
    const path = folder.write('a.js', 'same');
    utimesSync(path, 1, 1);
    const before = await workspace().stampOf('a.js');
    assert.equal(await workspace().readText('a.js'), 'same');
    assert.equal(await workspace().stampOf('a.js'), before);
    writeFileSync(path, 'same');
    assert.notEqual(await workspace().stampOf('a.js'), before);
  });

  it('is none for a file that is not there', async () => {
    folder.write('a.js', '');
    assert.equal(await workspace().stampOf('none.js'), undefined);
    assert.equal(await workspace().stampOf('a.js/below'), undefined);
  });
});
