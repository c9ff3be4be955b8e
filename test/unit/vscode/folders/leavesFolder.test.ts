import assert from 'node:assert/strict';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leavesFolder } from '../../../../src/vscode/folders/leavesFolder';

describe('a place in a folder, links followed', () => {
  it('leaves it through a link to a file or a folder outside, not through one that stays inside', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'devs-place-'));
    const [folder, outside] = [join(parent, 'shop'), join(parent, 'outside')];
    for (const each of [folder, outside]) await mkdir(each);
    await writeFile(join(outside, 'secret.js'), '');
    await writeFile(join(folder, 'cart.js'), '');
    await symlink(join(outside, 'secret.js'), join(folder, 'link.js'));
    await symlink(outside, join(folder, 'linked'));
    await symlink(join(folder, 'cart.js'), join(folder, 'inside.js'));
    await symlink(folder, join(parent, 'shop-link'));
    for (const [file, leaves] of [
      ['link.js', true],
      ['linked/secret.js', true],
      ['cart.js', false],
      ['inside.js', false],
      ['missing.js', false],
    ] as const) {
      assert.equal(await leavesFolder(folder, file), leaves, file);
      assert.equal(await leavesFolder(join(parent, 'shop-link'), file), leaves, `linked: ${file}`);
    }
  });
});
