import assert from 'node:assert/strict';
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { asLooked, failure, quickFs, scene, type Scene, type Tree } from './restoreScene';
import { FROM, TO } from './restoreTrees';

describe('a restore', () => {
  let place: Scene;
  beforeEach(() => void (place = scene()));
  afterEach(() => {
    place.remove();
  });

  it('brings every kind of path to where it was, and back, and leaves no trace of itself', async () => {
    place.write(FROM);
    assert.deepEqual(await place.restore({ from: FROM, to: TO }), { left: [] });
    assert.deepEqual(place.look(), asLooked(TO));
    assert.deepEqual(await place.restore({ from: TO, to: FROM }), { left: [] });
    assert.deepEqual(place.look(), asLooked(FROM));
  });

  it('does nothing a second time', async () => {
    place.write(FROM);
    await place.restore({ from: FROM, to: TO });
    assert.deepEqual(await place.restore({ from: FROM, to: TO }), { left: [] });
    assert.deepEqual(place.look(), asLooked(TO));
  });

  it('touches no path that it was not asked for', async () => {
    place.write(FROM);
    await place.restore({ from: FROM, to: TO, paths: ['changed.txt'] });
    assert.deepEqual(place.look(), asLooked({ ...FROM, 'changed.txt': 'mine, before' }));
  });

  it('leaves alone what was changed, deleted or made in the meantime, and tells it', async () => {
    const now: Tree = { edited: 'by me', chmodded: { text: 'x', mode: 0o600 }, made: 'by me too' };
    place.write(now);
    const { left } = await place.restore({
      from: { edited: 'agent', gone: 'agent', chmodded: 'x' },
      to: { edited: 'old', gone: 'old', made: 'old', chmodded: 'y' },
    });
    assert.deepEqual(
      left.map(({ path, why }) => `${path}: ${why}`),
      [
        'edited: it was changed in the meantime',
        'gone: it was deleted in the meantime',
        'chmodded: it was changed in the meantime',
        'made: it was created in the meantime',
      ],
    );
    assert.deepEqual(place.look(), asLooked(now));
  });

  it('deletes nothing that was changed since', async () => {
    place.write({ a: 'mine', b: 'agent' });
    const { left } = await place.restore({ from: { a: 'agent', b: 'agent' }, to: {} });
    assert.deepEqual(left, [{ path: 'a', why: 'it was changed in the meantime' }]);
    assert.deepEqual(place.look(), asLooked({ a: 'mine' }));
  });

  it('leaves alone what was ignored in one of the states', async () => {
    place.write({ 'build/out': 'x', log: 'y' });
    const from: Tree = { 'build/out': 'x', log: 'y' };
    const { left } = await place.restore({
      from,
      to: {},
      changeState: (to) => {
        (to.unknown as Set<string>).add('build/').add('log');
      },
    });
    assert.deepEqual(
      left.map(({ path }) => path),
      ['build/out', 'log'],
    );
    assert.deepEqual(place.look(), asLooked(from));
  });

  for (const which of ['from', 'to'] as const) {
    it(`leaves alone what is not stored in "${which}"`, async () => {
      place.write({ big: 'now' });
      const { left } = await place.restore({
        from: { big: 'now' },
        to: { big: 'then' },
        changeState: (to, from) => {
          const files = (which === 'to' ? to : from).files as Map<string, unknown>;
          files.set('big', { ...(files.get('big') as object), stored: false });
        },
      });
      assert.match(left[0]?.why ?? '', /(?:is|was) not recorded/);
      assert.deepEqual(place.look(), asLooked({ big: 'now' }));
    });
  }

  for (const version of [
    'unreadable',
    'special:pipe',
    `file:4755:${'0'.repeat(64)}`,
    'file:x',
    '',
  ]) {
    it(`leaves alone what it could not bring about: "${version}"`, async () => {
      place.write({ a: 'now' });
      const { left } = await place.restore({
        from: { a: 'now' },
        to: { a: 'then' },
        changeState: (to) => {
          (to.files as Map<string, unknown>).set('a', { version, size: 0, stored: true });
        },
      });
      assert.deepEqual(left, [{ path: 'a', why: 'it was neither a regular file nor a link' }]);
      assert.deepEqual(place.look(), asLooked({ a: 'now' }));
    });
  }

  it('deletes only folders that became empty by it', async () => {
    place.write({ 'x/y/agent': '1', 'x/mine': '2', 'z/agent': '3' });
    mkdirSync(join(place.work, 'empty'));
    mkdirSync(join(place.work, 'z', 'alsoEmpty'));
    await place.restore({ from: { 'x/y/agent': '1', 'z/agent': '3' }, to: {} });
    assert.deepEqual(place.look(), {
      ...asLooked({ 'x/mine': '2' }),
      empty: 'folder',
      z: 'folder',
      'z/alsoEmpty': 'folder',
    });
  });

  it('keeps a folder that is needed again, as it is', async () => {
    place.write({ 'x/agent': '1' });
    chmodSync(join(place.work, 'x'), 0o710);
    const inode = place.look();
    await place.restore({ from: { 'x/agent': '1' }, to: { 'x/mine': '2' } });
    assert.deepEqual(place.look(), asLooked({ 'x/mine': '2' }));
    assert.equal(inode['x'], 'folder');
  });

  it('replaces a read-only file and a hard link, writing into neither', async () => {
    place.write({ a: { text: 'agent', mode: 0o444 } });
    const other = join(place.root, 'other name');
    linkSync(join(place.work, 'a'), other);
    await place.restore({ from: { a: { text: 'agent', mode: 0o444 } }, to: { a: 'old' } });
    assert.deepEqual(place.look(), asLooked({ a: 'old' }));
    assert.equal(readFileSync(other, 'utf8'), 'agent');
  });

  for (const mode of [0o400, 0o444, 0o600, 0o640, 0o755, 0o777, 0o001]) {
    it(`gives exactly the mode ${mode.toString(8)}, whatever the mask`, async () => {
      const mask = process.umask(0o077);
      try {
        await place.restore({ from: {}, to: { 'x/a': { text: 'old', mode } } });
      } finally {
        process.umask(mask);
      }
      assert.equal(place.look()['x/a'], `file:${mode.toString(8)}:old`);
    });
  }

  it('knows names that are no UTF-8, and odd ones', async () => {
    const odd: Tree = {
      'caf\\xE9/\\xFF': '1',
      'new\nline': '2',
      ' spaces ': '3',
      'emoji 🎉/ü': '4',
      '-rf': '5',
      '...': '6',
      '.gitignore': '7',
      '.github/workflows/ci.yml': '8',
    };
    await place.restore({ from: {}, to: odd });
    assert.deepEqual(Object.values(place.look()).sort(), Object.values(asLooked(odd)).sort());
    assert.deepEqual(await place.restore({ from: odd, to: {} }), { left: [] });
    assert.deepEqual(place.look(), {});
  });

  it('puts nothing where something of the user stands, nor below it', async () => {
    place.write({ 'in/the/way': 'mine', blocker: 'mine', 'half/agent': 'a', 'half/mine': 'b' });
    const before = place.look();
    const { left } = await place.restore({
      from: {},
      to: { in: 'x', 'blocker/x/y': 'x', half: 'x' },
    });
    assert.deepEqual(left, [
      { path: 'in', why: 'in/ is in its place' },
      { path: 'blocker/x/y', why: 'blocker is in its place' },
      { path: 'half', why: 'half/ is in its place' },
    ]);
    assert.deepEqual(place.look(), before);
  });

  it('does not make a file of a folder in which something of the user is left', async () => {
    place.write({ 'half/agent': 'a', 'half/sub/mine': 'b' });
    const { left } = await place.restore({ from: { 'half/agent': 'a' }, to: { half: 'x' } });
    assert.deepEqual(left, [{ path: 'half', why: 'half/sub/ is in its place' }]);
    assert.deepEqual(place.look(), asLooked({ 'half/sub/mine': 'b' }));
  });

  it('does not count on a deletion that is left undone', async () => {
    place.write({ a: 'edited by me' });
    const { left } = await place.restore({ from: { a: 'agent' }, to: { 'a/b': 'old' } });
    assert.deepEqual(left, [
      { path: 'a', why: 'it was changed in the meantime' },
      { path: 'a/b', why: 'a is in its place' },
    ]);
    assert.deepEqual(place.look(), asLooked({ a: 'edited by me' }));
  });

  it('takes a state in which a file lies below a file for what it is', async () => {
    const { left } = await place.restore({ from: {}, to: { a: 'file', 'a/b': 'below it' } });
    assert.deepEqual(left, [{ path: 'a/b', why: 'a is in its place' }]);
    assert.deepEqual(place.look(), asLooked({ a: 'file' }));
  });

  it('refuses content that is not what was recorded, and changes nothing', async () => {
    place.write(FROM);
    const damaged = place.restore({
      from: FROM,
      to: TO,
      content: () => Promise.resolve(Buffer.from('rotten')),
    });
    await assert.rejects(damaged, { name: 'StateError', message: /content of .* is damaged/ });
    assert.deepEqual(place.look(), asLooked(FROM));
  });

  it('refuses when the store cannot give a content, and changes nothing', async () => {
    place.write({ a: 'agent', b: 'agent' });
    let asked = 0;
    const unreadable = place.restore({
      from: { a: 'agent', b: 'agent' },
      to: { a: 'old', b: 'old' },
      content: () => {
        asked += 1;
        if (asked === 1) return Promise.resolve(Buffer.from('old'));
        return Promise.reject(Object.assign(new Error('bad sector'), { code: 'EIO' }));
      },
    });
    await assert.rejects(unreadable, { name: 'StateError', message: /bad sector/ });
    assert.deepEqual(place.look(), asLooked({ a: 'agent', b: 'agent' }));
  });

  it('refuses when something else has the name of its own folder', async () => {
    place.write({ a: 'agent' });
    symlinkSync(place.root, join(place.work, '.devs-rewind-r-1'));
    const before = place.look();
    const restore = place.restore({ from: { a: 'agent' }, to: { a: 'old' } });
    await assert.rejects(restore, {
      name: 'StateError',
      message: /\.devs-rewind-r-1 is in the way/,
    });
    assert.deepEqual(place.look(), before);
  });

  it('leaves what it does not know in its own folder, and says so by keeping the folder', async () => {
    place.write({ a: 'agent', '.devs-rewind-r-1/mine': 'put here by somebody' });
    await place.restore({ from: { a: 'agent' }, to: { a: 'old' } });
    assert.deepEqual(
      place.look(),
      asLooked({ a: 'old', '.devs-rewind-r-1/mine': 'put here by somebody' }),
    );
  });

  it('refuses a workspace that is gone', async () => {
    place.remove();
    const restore = place.restore({ from: { a: 'agent' }, to: {} });
    await assert.rejects(restore, { name: 'StateError' });
  });

  it('keeps what was written to a file while it was being restored', async () => {
    place.write({ a: 'agent', b: 'agent' });
    const restore = place.restore({
      from: { a: 'agent', b: 'agent' },
      to: { a: 'old' },
      content: () => {
        // After everything was looked at, before it changes: the user saves.
        writeFileSync(join(place.work, 'a'), 'saved just now');
        writeFileSync(join(place.work, 'b'), 'AGENT');
        return Promise.resolve(Buffer.from('old'));
      },
    });
    assert.deepEqual((await restore).left, [
      { path: 'b', why: 'it was changed just now' },
      { path: 'a', why: 'it was changed just now' },
    ]);
    assert.deepEqual(place.look(), asLooked({ a: 'saved just now', b: 'AGENT' }));
  });

  it('keeps what a program writes to a file that it had open all the time', async () => {
    place.write({ a: 'agent' });
    const open = openSync(join(place.work, 'a'), 'r+');
    const renames: string[] = [];
    const { left } = await place.restore({
      from: { a: 'agent' },
      to: { a: 'old' },
      fs: {
        ...quickFs(place.work),
        rename: (source, target) => {
          // The second rename brings the new file: the old one was looked at before.
          if (renames.push(target.toString()) === 2) writeSync(open, 'precious', 0);
          quickFs(place.work).rename(source, target);
        },
      },
    });
    closeSync(open);
    assert.match(
      left[0]?.why ?? '',
      /written to .* that content is kept in \.devs-rewind-r-1\/old-0/,
    );
    assert.deepEqual(place.look(), asLooked({ a: 'old', '.devs-rewind-r-1/old-0': 'precious' }));
  });

  it('keeps it too when it was killed in between, and puts it back where it can', async () => {
    place.write({
      a: 'made again',
      '.devs-rewind-r-1/old-0': 'precious',
      '.devs-rewind-r-1/old-1': 'precious, too',
    });
    const { left } = await place.restore({ from: { a: 'agent', b: 'agent' }, to: { b: 'old' } });
    assert.deepEqual(
      left.map(({ path }) => path),
      ['b', 'a'],
    );
    assert.deepEqual(
      place.look(),
      asLooked({
        a: 'made again',
        b: 'precious, too',
        '.devs-rewind-r-1/old-0': 'precious',
      }),
    );
  });

  for (const [code, standing] of [
    ['EACCES', {}],
    ['EACCES', { a: 'made again' }],
    ['EIO', {}],
  ] as const) {
    it(`keeps what was taken away and cannot be looked at (${code}, ${JSON.stringify(standing)})`, async () => {
      const kept = { '.devs-rewind-r-1/old-0': 'precious' };
      place.write({ ...standing, ...kept, b: 'agent' });
      const restore = place.restore({
        from: { a: 'agent', b: 'agent' },
        to: { a: 'old', b: 'old' },
        fs: {
          ...quickFs(place.work),
          open: (path) => {
            if (path.toString().endsWith('old-0')) throw failure(code);
            return quickFs(place.work).open(path);
          },
        },
      });
      if (code === 'EIO') {
        await assert.rejects(restore, { name: 'StateError' });
        assert.deepEqual(place.look(), asLooked({ ...standing, ...kept, b: 'agent' }));
        return;
      }
      const why =
        'the content that was moved away is kept in .devs-rewind-r-1/old-0: it cannot be read (EACCES)';
      assert.deepEqual(await restore, { left: [{ path: 'a', why }] });
      assert.deepEqual(place.look(), asLooked({ ...standing, ...kept, b: 'old' }));
    });
  }

  it('uses a staged file that is whole again, and makes one anew that is not', async () => {
    place.write({
      a: 'agent',
      b: 'agent',
      '.devs-rewind-r-1/new-0': 'old',
      '.devs-rewind-r-1/new-1': 'ol',
    });
    const asked: string[] = [];
    await place.restore({
      from: { a: 'agent', b: 'agent' },
      to: { a: 'old', b: 'old' },
      content: (path) => {
        asked.push(path);
        return Promise.resolve(Buffer.from('old'));
      },
    });
    assert.deepEqual(asked, ['b']);
    assert.deepEqual(place.look(), asLooked({ a: 'old', b: 'old' }));
  });

  it('waits for the disk: each new file before, each touched folder after it changed', async () => {
    place.write({ 'x/a': 'agent' });
    const steps: string[] = [];
    const name = (path: Buffer): string => path.toString().slice(place.work.length + 1);
    await place.restore({
      from: { 'x/a': 'agent' },
      to: { 'x/a': 'old' },
      fs: {
        ...quickFs(place.work),
        fsync: () => void steps.push('file'),
        fsyncFolder: (path) => void steps.push(`folder ${name(path)}`),
        rename: (source, target) => {
          steps.push(`${name(source)} -> ${name(target)}`);
          quickFs(place.work).rename(source, target);
        },
      },
    });
    const staging = '.devs-rewind-r-1';
    assert.deepEqual(steps, [
      'file',
      'folder ',
      `folder ${staging}`,
      `x/a -> ${staging}/old-0`,
      `${staging}/new-0 -> x/a`,
      'folder x',
      `folder ${staging}`,
    ]);
  });

  it('overwrites nothing when it takes back what it did', async () => {
    place.write({ a: 'agent' });
    let renames = 0;
    const restore = place.restore({
      from: { a: 'agent' },
      to: { a: 'old' },
      fs: {
        ...quickFs(place.work),
        rename: (source, target) => {
          renames += 1;
          if (renames > 1) {
            place.write({ a: 'made just now' });
            throw failure('EIO');
          }
          quickFs(place.work).rename(source, target);
        },
      },
    });
    await assert.rejects(restore, { name: 'Error', message: /was interrupted/ });
    assert.equal(renames, 2);
    assert.equal(place.look()['a'], 'file:644:made just now');
    const { left } = await place.restore({ from: { a: 'agent' }, to: { a: 'old' } });
    assert.deepEqual(left, [{ path: 'a', why: 'it was changed in the meantime' }]);
    assert.deepEqual(place.look(), asLooked({ a: 'made just now' }));
  });

  it('makes folders where a link led to some of the same names', async () => {
    const from: Tree = { link: { link: 'real' } };
    place.write({ 'real/x/y': 'mine', ...from });
    assert.deepEqual(await place.restore({ from, to: { 'link/x/z': 'old' } }), { left: [] });
    assert.deepEqual(place.look(), asLooked({ 'real/x/y': 'mine', 'link/x/z': 'old' }));
  });
});
