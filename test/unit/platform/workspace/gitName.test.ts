import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findGitPart, isGitName } from '../../../../src/platform/workspace/gitName';
import { parsePlace } from '../../../../src/platform/checkpoints/restore/restorePlace';

describe('names that mean .git somewhere', () => {
  it('are known in any case and disguise', () => {
    for (const name of ['.git', '.GIT', '.gIt', '.git.', '.git ', '.git . .', '.g\u200cit'])
      assert.ok(isGitName(name), JSON.stringify(name));
    for (const name of ['git~1', 'GIT~1', '.git::$INDEX_ALLOCATION', '.git:x', '\ufeff.git'])
      assert.ok(isGitName(name), JSON.stringify(name));
    for (const name of ['git~2', 'GIT~12.', '．ｇｉｔ', '.git\u00a0', '.git\t.', '.git：x'])
      assert.ok(isGitName(name), JSON.stringify(name));
  });

  it('are not those that only begin so', () => {
    for (const name of [
      '.gitignore',
      '.github',
      'git',
      '.gi',
      '..git',
      '.git.x',
      'git~',
      'git~a',
      '.git2',
    ])
      assert.ok(!isGitName(name), name);
  });

  it('are the same for a restore', () => {
    const parts = fc.constantFrom(
      '.',
      'g',
      'i',
      't',
      'git',
      '~',
      '1',
      '2',
      ' ',
      '\t',
      ':',
      'x',
      'ｔ',
      '\u200c',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (each) => {
        const name = each.join('');
        fc.pre(!['', '.', '..'].includes(name));
        const result = parsePlace(name, undefined, 'linux');
        assert.equal(result.ok, !isGitName(name), JSON.stringify(name));
      }),
      { numRuns: 3_000 },
    );
  });

  it('are found in a path, with the bytes where it is no text', () => {
    const part = (path: string, raw?: Buffer) => findGitPart({ path, raw });
    assert.equal(part('a/git/b'), undefined);
    assert.deepEqual(part('a/.git'), { path: 'a/.git', raw: undefined });
    assert.deepEqual(part('a/.Git/config'), { path: 'a/.Git/', raw: undefined });
    assert.deepEqual(part('ａ/．ｇｉｔ/b'), { path: 'ａ/．ｇｉｔ/', raw: undefined });
    const raw = Buffer.from('caf\xe9/.git/config', 'latin1');
    assert.deepEqual(part('caf\\xE9/.git/config', raw), {
      path: 'caf\\xE9/.git/',
      raw: Buffer.from('caf\xe9/.git/', 'latin1'),
    });
  });
});
