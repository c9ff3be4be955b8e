import assert from 'node:assert/strict';
import { assessWorkspace } from '../../../../src/platform/checkpoints/checkpointRefusal';

describe('the refusal of checkpoints', () => {
  const refused = (workspaceDir: string, home: string, platform: NodeJS.Platform): boolean =>
    assessWorkspace({ workspaceDir, homes: [home], platform }) !== undefined;

  it('meets the home folder, what contains it, and the roots of file systems', () => {
    for (const workspace of ['/home/ann', '/home', '/'])
      assert.ok(refused(workspace, '/home/ann', 'linux'), workspace);
    for (const workspace of ['C:\\Users\\Ann', 'c:\\users\\ann', 'C:\\Users', 'C:\\', 'D:\\'])
      assert.ok(refused(workspace, 'C:\\Users\\Ann', 'win32'), workspace);
    assert.ok(refused('\\\\server\\share\\', 'C:\\Users\\Ann', 'win32'));
  });

  it('lets projects be, wherever they lie', () => {
    for (const workspace of ['/home/ann/shop', '/home/anna', '/home/..ann', '/srv/shop'])
      assert.ok(!refused(workspace, '/home/ann', 'linux'), workspace);
    for (const workspace of ['C:\\Users\\Ann\\shop', 'D:\\shop', '\\\\server\\share\\shop'])
      assert.ok(!refused(workspace, 'C:\\Users\\Ann', 'win32'), workspace);
  });

  it('does not take a home folder that is the root for one that lies in every workspace', () => {
    assert.ok(!refused('/app', '/', 'linux'));
    assert.ok(refused('/', '/', 'linux'));
  });

  it('minds every home folder that is named, and says what to do', () => {
    const homes = ['/root', '/home/ann'];
    const refusal = assessWorkspace({ workspaceDir: '/home/ann', homes, platform: 'linux' });
    assert.match(refusal ?? '', /^No checkpoints are made of \/home\/ann: .*\. Open .* instead\.$/);
  });
});
