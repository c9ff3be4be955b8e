import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePlace } from '../../../../src/platform/checkpoints/restore/restorePlace';
import { scene, stateOf, type Scene } from './restoreScene';
import { restoreFiles } from '../../../../src/platform/checkpoints/restore/restoreFiles';

const HOSTILE = [
  '../outside',
  'a/../../outside',
  '..',
  '.',
  './x',
  'a//b',
  '',
  'a/',
  '/etc/passwd',
  'nul\0byte',
  'lone \ud800 surrogate',
  '.git',
  '.git/config',
  '.GIT/hooks/pre-commit',
  'nested/.Git/HEAD',
  '.git./config',
  '.git /config',
  '.git::$INDEX_ALLOCATION/config',
  '.git:x',
  'git~1/config',
  'GIT~2',
  '.g\u200cit/config',
  '.\uff27it/config',
  '.devs-rewind-r-1/new-0',
  'a/.DEVS-rewind-x',
];
const HARMLESS = [
  '.gitignore',
  '.github/x',
  '.git.txt',
  'git/config',
  'x.git/config',
  'git~/x',
  '..x',
  '...',
  'a:b',
  'back\\slash',
  'dot.',
  'con',
];
const WINDOWS_ONLY = ['C:/x', 'C:x', 'a\\..\\..\\x', 'x.', 'x ', 'file:stream', 'con', 'Lpt1.txt'];

describe('a restore with a checkpoint that was tampered with', () => {
  let place: Scene;
  beforeEach(() => void (place = scene()));
  afterEach(() => {
    place.remove();
  });

  for (const path of HOSTILE) {
    it(`neither makes nor deletes ${JSON.stringify(path)}`, async () => {
      mkdirSync(join(place.work, '.git', 'hooks'), { recursive: true });
      writeFileSync(join(place.work, '.git', 'config'), 'precious');
      writeFileSync(join(place.root, 'outside'), 'precious');
      mkdirSync(join(place.work, 'a'));
      const before = place.look(place.root);
      const made = await place.restore({ from: {}, to: { [path]: 'evil' } });
      assert.equal(made.left[0]?.path, path);
      const deleted = await place.restore({ from: { [path]: 'precious' }, to: {} });
      assert.equal(deleted.left[0]?.path, path);
      assert.deepEqual(place.look(place.root), before);
    });
  }

  for (const path of HARMLESS) {
    it(`takes ${path} for a name like any other`, async () => {
      await place.restore({ from: {}, to: { [path]: 'fine' } });
      assert.equal(place.look()[path], 'file:644:fine');
    });
  }

  for (const path of WINDOWS_ONLY) {
    it(`refuses ${path} on Windows`, () => {
      assert.equal(parsePlace(path, undefined, 'win32').ok, false);
    });
  }

  it('never follows a link to a folder outside, neither to write nor to delete', async () => {
    mkdirSync(join(place.root, 'outside'));
    writeFileSync(join(place.root, 'outside', 'file'), 'precious');
    symlinkSync('../outside', join(place.work, 'linked'));
    const before = place.look(place.root);
    const made = await place.restore({ from: {}, to: { 'linked/new': 'x', 'linked/a/b': 'x' } });
    assert.deepEqual(
      made.left.map(({ why }) => why),
      ['linked is in its place', 'linked is in its place'],
    );
    const changed = await place.restore({
      from: { 'linked/file': 'precious' },
      to: { 'linked/file': 'evil' },
    });
    assert.equal(changed.left.length, 1);
    const deleted = await place.restore({ from: { 'linked/file': 'precious' }, to: {} });
    assert.equal(deleted.left.length, 1);
    assert.deepEqual(place.look(place.root), before);
  });

  it('removes a link itself and not what it leads to', async () => {
    mkdirSync(join(place.root, 'outside'));
    writeFileSync(join(place.root, 'outside', 'file'), 'precious');
    symlinkSync('../outside', join(place.work, 'linked'));
    const { left } = await place.restore({
      from: { linked: { link: '../outside' } },
      to: { 'linked/file': 'inside' },
    });
    assert.deepEqual(left, []);
    assert.deepEqual(place.look(place.root), {
      outside: 'folder',
      'outside/file': 'file:644:precious',
      work: 'folder',
      'work/linked': 'folder',
      'work/linked/file': 'file:644:inside',
    });
  });

  it('does not follow a link that takes the place of a folder in the last moment', async () => {
    mkdirSync(join(place.root, 'outside'));
    writeFileSync(join(place.root, 'outside', 'file'), 'agent');
    const { left } = await place.restore({
      from: {},
      to: { 'sub/file': 'old' },
      content: () => {
        symlinkSync('../outside', join(place.work, 'sub'));
        return Promise.resolve(Buffer.from('old'));
      },
    });
    assert.deepEqual(left, [
      { path: 'sub/file', why: 'another file appeared in its place just now' },
    ]);
    assert.equal(place.look(place.root)['outside/file'], 'file:644:agent');
    assert.equal(place.look()['sub'], 'link:../outside');
  });

  for (const id of ['', '../x', 'a/b', 'x\0', '.']) {
    it(`refuses the id ${JSON.stringify(id)}`, async () => {
      const restore = restoreFiles({
        workspaceDir: place.work,
        request: { id, from: 'a', to: 'b', paths: ['a'] },
        from: stateOf({}),
        to: stateOf({ a: 'x' }),
        rawPath: () => undefined,
        content: () => Promise.resolve(Buffer.from('x')),
        previous: () => Promise.resolve(Buffer.from('x')),
      });
      await assert.rejects(restore, { name: 'StateError' });
      assert.deepEqual(place.look(), {});
    });
  }

  it('believes no bytes that do not belong to the path', async () => {
    const { left } = await restoreFiles({
      workspaceDir: place.work,
      request: { id: 'x', from: 'a', to: 'b', paths: ['a'] },
      from: stateOf({}),
      to: stateOf({ a: 'x' }),
      rawPath: () => Buffer.from('../outside'),
      content: () => Promise.resolve(Buffer.from('x')),
      previous: () => Promise.resolve(Buffer.from('x')),
    });
    assert.deepEqual(left, [{ path: 'a', why: 'its name is not a valid file name' }]);
    assert.deepEqual(place.look(place.root), { work: 'folder' });
  });
});
