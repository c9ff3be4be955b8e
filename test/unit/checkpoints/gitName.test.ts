import assert from 'node:assert/strict';
import { gitPart, isGitName } from '../../../src/adapters/checkpoints/gitName';

describe('names that mean .git somewhere', () => {
  it('are known in any case and disguise', () => {
    for (const name of ['.git', '.GIT', '.gIt', '.git.', '.git ', '.git . .', '.g\u200cit'])
      assert.ok(isGitName(name), JSON.stringify(name));
    for (const name of ['git~1', 'GIT~1', '.git::$INDEX_ALLOCATION', '.git:x', '\ufeff.git'])
      assert.ok(isGitName(name), JSON.stringify(name));
  });

  it('are not those that only begin so', () => {
    for (const name of ['.gitignore', '.github', 'git', '.gi', '..git', '.git.x', 'git~2', '.git2'])
      assert.ok(!isGitName(name), name);
  });

  it('are found in a path, with the bytes where it is no text', () => {
    const part = (path: string, raw?: Buffer) => gitPart({ path, raw });
    assert.equal(part('a/git/b'), undefined);
    assert.deepEqual(part('a/.git'), { path: 'a/.git', raw: undefined });
    assert.deepEqual(part('a/.Git/config'), { path: 'a/.Git/', raw: undefined });
    const raw = Buffer.from('caf\xe9/.git/config', 'latin1');
    assert.deepEqual(part('caf\\xE9/.git/config', raw), {
      path: 'caf\\xE9/.git/',
      raw: Buffer.from('caf\xe9/.git/', 'latin1'),
    });
  });
});
