import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeOnSmallDisk, SmallDisk } from '../../support/smallDisk';
import { readText } from '../../support/readText';
import { install, lookAt, SetupScene, type SetupRequest } from './setupScene';

const DONE = AbortSignal.abort();

describe('the result of a setup', () => {
  let scene: SetupScene;
  beforeEach(() => void (scene = new SetupScene()));
  afterEach(() => scene.scene.remove());
  const unused = (): void => assert.fail('the setup ran');
  const unexpected = (): void => assert.fail('it waited');

  describe('in another worktree', () => {
    it('is there as the setup left it: contents, modes, links, times and empty folders', async () => {
      const first = await scene.setUp('first', (inside) => {
        install(inside);
        writeFileSync(inside('node_modules/.bin/tool.js'), '#!/bin/sh\n', { mode: 0o755 });
        symlinkSync('../left/index.js', inside('node_modules/.bin/left'));
        symlinkSync('/usr/share', inside('node_modules/.bin/outside'));
        symlinkSync('nowhere', inside('node_modules/.bin/dangling'));
        writeFileSync(inside('node_modules/read-only/x'), 'x', { mode: 0o444 });
        writeFileSync(inside('node_modules/large'), Buffer.alloc(3_000_000, 'large\n'));
        writeFileSync(inside('node_modules/ü/none'), '');
        mkdirSync(inside('node_modules/empty'));
        mkdirSync(inside('made/empty/too'), { recursive: true });
        writeFileSync(inside('src/build.log'), 'built\n');
        utimesSync(inside('node_modules/left/index.js'), 1_000_000_000, 1_000_000_000);
        chmodSync(inside('node_modules/read-only'), 0o555);
      });
      assert.deepEqual([first.kind, first.said], ['ran', []]);
      const second = await scene.setUp('second', unused);
      assert.equal(second.kind, 'reused');
      const [made, brought] = [lookAt(first.worktree.directory), lookAt(second.worktree.directory)];
      const ofSetup = Object.keys(made).filter((path) =>
        /^(?:node_modules|made)|\.log$/.test(path),
      );
      assert.ok(ofSetup.length > 15);
      for (const path of ofSetup) assert.equal(brought[path], made[path], path);
      assert.deepEqual(Object.keys(brought), Object.keys(made));
      assert.deepEqual(await second.worktree.merge('files', []), { kind: 'nothing' });
      assert.ok(!(await scene.scene.worktrees().open('second', { copy: [] })).isNew);
      chmodSync(join(first.worktree.directory, 'node_modules/read-only'), 0o755);
      chmodSync(join(second.worktree.directory, 'node_modules/read-only'), 0o755);
    });

    it('shares no file with another one: an edit there changes nothing elsewhere', async () => {
      const first = await scene.setUp('first', (inside) => {
        install(inside);
        linkSync(inside('node_modules/left/index.js'), inside('node_modules/twice.js'));
      });
      const file = (directory: string): string => join(directory, 'node_modules/left/index.js');
      appendFileSync(file(first.worktree.directory), 'edited by the agent\n');
      const second = await scene.setUp('second', unused);
      assert.equal(readText(file(second.worktree.directory)), 'left\n');
      appendFileSync(file(second.worktree.directory), 'edited by the agent\n');
      const third = await scene.setUp('third', unused);
      assert.equal(readText(file(third.worktree.directory)), 'left\n');
      assert.equal(readText(join(second.worktree.directory, 'node_modules/twice.js')), 'left\n');
    });

    it('has what setup made beside what `copy` brought', async () => {
      scene.scene.write('node_modules/own/x', 'of the workspace\n');
      const inputs = { copy: ['node_modules/own'] };
      await scene.setUp('first', install, { inputs });
      scene.scene.write('node_modules/own/x', 'changed since\n');
      const { worktree, kind } = await scene.setUp('second', unused, { inputs });
      assert.equal(kind, 'reused');
      assert.equal(readText(join(worktree.directory, 'node_modules/left/index.js')), 'left\n');
      assert.equal(readText(join(worktree.directory, 'node_modules/own/x')), 'changed since\n');
    });

    it('has what it made elsewhere in the repository than in the workspace’s folder', async () => {
      scene.scene.write('packages/cart/lock.json', '1\n');
      const cart = join(scene.scene.work, 'packages/cart');
      const request: SetupRequest = { worktrees: scene.scene.worktrees(cart) };
      await scene.setUp('first', (inside) => install((path) => inside(`../../${path}`)), request);
      const { worktree, kind } = await scene.setUp('second', unused, request);
      assert.equal(kind, 'reused');
      assert.ok(existsSync(join(worktree.directory, '../../node_modules/left/index.js')));
    });

    it('has what it made in a submodule, and none if it changed something there', async () => {
      const library = join(scene.scene.base, 'library');
      mkdirSync(library);
      scene.scene.git(['init', '-q'], library);
      writeFileSync(join(library, 'code.js'), 'code\n');
      writeFileSync(join(library, '.gitignore'), 'node_modules/\n');
      scene.scene.git(['add', '-A'], library);
      scene.scene.git(['commit', '-qm', 'x'], library);
      scene.scene.git(['submodule', '--quiet', 'add', library, 'library']);
      await scene.setUp('first', (inside) => install((path) => inside(`library/${path}`)));
      const { worktree, kind } = await scene.setUp('second', unused);
      assert.equal(kind, 'reused');
      assert.ok(existsSync(join(worktree.directory, 'library/node_modules/left/index.js')));
      scene.scene.write('lock.json', '2\n');
      const changed = await scene.setUp('third', (inside) =>
        writeFileSync(inside('library/code.js'), 'patched'),
      );
      assert.match(changed.said.join(), /it changed library\/code\.js, which was there before/);
    });
  });

  describe('is made anew', () => {
    const changes: readonly (readonly [string, () => SetupRequest])[] = [
      ['a file that it depends on', () => (scene.scene.write('lock.json', '2\n'), {})],
      ['the command', () => ({ inputs: { command: ['npm', 'install'] } })],
      ['what is copied', () => ({ inputs: { copy: ['x'] } })],
      ['the files that it depends on', () => ({ inputs: { files: ['lock.json', 'src/a.js'] } })],
    ];
    for (const [what, change] of changes) {
      it(`when ${what} changes, and reused when that is as before`, async () => {
        await scene.setUp('first', install);
        assert.equal((await scene.setUp('second', install, change())).kind, 'ran');
        assert.equal((await scene.setUp('third', unused, change())).kind, 'reused');
        scene.scene.write('lock.json', '1\n');
        assert.equal((await scene.setUp('fourth', unused)).kind, 'reused');
      });
    }

    it('when another `node` comes first on PATH', async () => {
      const bin = join(scene.scene.base, 'bin');
      mkdirSync(bin);
      const path = process.env['PATH'];
      await scene.setUp('first', install);
      writeFileSync(join(bin, 'node'), '#!/bin/sh\n', { mode: 0o755 });
      const environment = { ...process.env, PATH: `${bin}:${path ?? ''}` };
      const worktrees = scene.scene.worktreesWith(environment);
      assert.equal((await scene.setUp('second', install, { worktrees })).kind, 'ran');
      assert.equal((await scene.setUp('third', unused, { worktrees })).kind, 'reused');
    });

    it('where something is in its way: what is there stays', async () => {
      await scene.setUp('first', install);
      const first = (worktree: { readonly directory: string }): void => {
        mkdirSync(join(worktree.directory, 'node_modules'));
        writeFileSync(join(worktree.directory, 'node_modules/mine'), 'mine');
      };
      const { kind, worktree } = await scene.setUp('second', install, { first });
      assert.equal(kind, 'ran');
      assert.equal(readText(join(worktree.directory, 'node_modules/mine')), 'mine');
    });

    it('where a folder that leads to it is a link: nothing is written behind that', async () => {
      await scene.setUp('first', (inside) => writeFileSync(inside('src/out/x.log'), 'x'));
      rmSync(join(scene.scene.work, 'src'), { recursive: true });
      mkdirSync(join(scene.scene.base, 'elsewhere'));
      symlinkSync(join(scene.scene.base, 'elsewhere'), join(scene.scene.work, 'src'));
      const { kind } = await scene.setUp('second', () => undefined);
      assert.equal(kind, 'ran');
      assert.deepEqual(readdirSync(join(scene.scene.base, 'elsewhere')), []);
    });

    it('depends on patterns and folders as on files', async () => {
      const inputs = { files: ['**/*.js', 'config'] };
      scene.scene.write('config/deep/x', '1');
      await scene.setUp('first', install, { inputs });
      assert.equal((await scene.setUp('second', unused, { inputs })).kind, 'reused');
      scene.scene.write('src/new.js', 'new');
      assert.equal((await scene.setUp('third', install, { inputs })).kind, 'ran');
      scene.scene.write('config/deep/x', '2');
      assert.equal((await scene.setUp('fourth', install, { inputs })).kind, 'ran');
    });

    it('is refused where a name or pattern matches nothing', async () => {
      for (const files of [['yarn.lock'], ['lock.json', '*.lock'], ['none/']])
        assert.equal((await scene.setUp('first', unused, { inputs: { files } })).kind, 'missing');
    });
  });

  describe('is not kept, with the reason,', () => {
    const WHY = 'What `setup` made is not kept for other worktrees: ';
    const port = (variables: Readonly<Record<string, string>>): string =>
      variables['DEVS_PORT'] ?? '';
    type Make = Parameters<SetupScene['setUp']>[1];
    const cases: readonly (readonly [string, string, Make])[] = [
      [
        'if it changed what git does not ignore',
        'it changed lock.json, which git does not ignore.',
        (inside) => appendFileSync(inside('lock.json'), 'more\n'),
      ],
      [
        'if it made a file that git does not ignore',
        'it changed made.txt, which git does not ignore.',
        (inside) => writeFileSync(inside('made.txt'), 'x'),
      ],
      [
        'if a file names the worktree',
        'node_modules/bin holds the path of its worktree.',
        (inside, { directory }) => writeFileSync(inside('node_modules/bin'), `#!${directory}/x\n`),
      ],
      [
        'if a file names the worktree across the parts in which it is read',
        'node_modules/large holds the path of its worktree.',
        (inside, { directory }) => {
          const before = Buffer.alloc(256 * 1024 - basename(dirname(directory)).length / 2);
          const mark = Buffer.from(basename(dirname(directory)));
          writeFileSync(inside('node_modules/large'), Buffer.concat([before, mark, before]));
        },
      ],
      [
        'if a file names the worktree in two bytes for each character',
        'node_modules/wide holds the path of its worktree.',
        (inside, { directory }) =>
          writeFileSync(inside('node_modules/wide'), Buffer.from(`x${directory}`, 'utf16le')),
      ],
      [
        'if a link has the path of the worktree',
        'node_modules/link is a link with the path of its worktree.',
        (inside, { directory }) =>
          symlinkSync(join(directory, 'src/a.js'), inside('node_modules/link')),
      ],
      [
        'if a link leaves the worktree',
        'node_modules/link is a link that leaves its worktree.',
        (inside) => symlinkSync('../../x', inside('node_modules/link')),
      ],
      [
        'if a file names a port of the worktree',
        'env.log holds a port of its worktree (DEVS_PORT).',
        (inside, { variables }) => writeFileSync(inside('env.log'), `PORT=${port(variables)}\n`),
      ],
    ];
    for (const [when, why, make] of cases) {
      it(when, async () => {
        const first = await scene.setUp('first', make);
        assert.deepEqual(first.said, [`${WHY}${why}`]);
        assert.equal(await scene.scene.worktrees().setupNotice(), `${WHY}${why}`);
        assert.deepEqual((await scene.setUp('second', make)).kind, 'ran');
      });
    }

    it('which is said once, and forgotten when it is kept', async () => {
      const make: Make = (inside, { directory }) =>
        writeFileSync(inside('node_modules/bin'), directory);
      assert.equal((await scene.setUp('first', make)).said.length, 1);
      assert.deepEqual((await scene.setUp('second', make)).said, []);
      assert.deepEqual((await scene.setUp('third', install)).said, []);
      assert.equal(await scene.scene.worktrees().setupNotice(), undefined);
      assert.equal((await scene.setUp('fourth', unused)).kind, 'reused');
    });

    it('but for digits that are no port', async () => {
      const { said } = await scene.setUp('first', (inside, { variables }) =>
        writeFileSync(inside('node_modules/x'), `id ${port(variables)} 1${port(variables)}2`),
      );
      assert.deepEqual(said, []);
    });

    it('if it changed or removed what `copy` brought', async () => {
      scene.scene.write('node_modules/own/x', 'x');
      const inputs = { copy: ['node_modules'] };
      const changed = await scene.setUp(
        'first',
        (inside) => appendFileSync(inside('node_modules/own/x'), 'more'),
        { inputs },
      );
      assert.deepEqual(changed.said, [
        `${WHY}it changed node_modules/own/x, which was there before.`,
      ]);
      const removed = await scene.setUp(
        'second',
        (inside) => rmSync(inside('node_modules/own'), { recursive: true }),
        { inputs },
      );
      assert.match(removed.said.join(), /it removed node_modules\/own\S*, which was there before/);
    });

    it('if it left a pipe', async () => {
      const { said } = await scene.setUp('first', (inside) => {
        execFileSync('mkfifo', [inside('node_modules/pipe')]);
      });
      assert.deepEqual(said, [`${WHY}node_modules/pipe is no file, folder or link.`]);
    });
  });

  describe('that is damaged is removed and not used:', () => {
    const result = (): string => join(scene.setups, scene.kept()[0] ?? '');
    const file = (): string => join(result(), 'files/node_modules/left/index.js');
    const list = (): string => join(result(), 'list.jsonl');
    const damages: readonly (readonly [string, () => void])[] = [
      ['a changed file', () => writeFileSync(file(), 'LEFT\n')],
      ['a file that is shorter', () => truncateSync(file(), 2)],
      ['a missing file', () => rmSync(file())],
      ['another mode', () => chmodSync(file(), 0o755)],
      ['a cut list', () => truncateSync(list(), readFileSync(list()).length - 10)],
      ['a list without its end', () => truncateSync(list(), readFileSync(list()).lastIndexOf('{'))],
      ['an empty list', () => truncateSync(list(), 0)],
      [
        'a changed list',
        () => writeFileSync(list(), readText(list())?.replace('left', '../..') ?? ''),
      ],
    ];
    for (const [what, damage] of damages) {
      it(what, async () => {
        await scene.setUp('first', install);
        damage();
        const second = await scene.setUp('second', (inside) => {
          assert.ok(!existsSync(join(dirname(dirname(inside('node_modules/x'))), 'setup')));
          install(inside);
        });
        assert.equal(second.kind, 'ran');
        assert.match(second.said.join(), /is damaged and was removed/);
        assert.deepEqual(
          readText(join(second.worktree.directory, 'node_modules/left/index.js')),
          'left\n',
        );
        assert.equal((await scene.setUp('third', unused)).kind, 'reused');
        assert.deepEqual(scene.kept().length, 1);
      });
    }

    it('one without its list counts as none', async () => {
      await scene.setUp('first', install);
      rmSync(list());
      const second = await scene.setUp('second', install);
      assert.deepEqual([second.kind, second.said], ['ran', []]);
      assert.equal((await scene.setUp('third', unused)).kind, 'reused');
    });
  });

  it('is kept for the last three that were used', async () => {
    for (const [index, lock] of ['1', '2', '3', '1', '4'].entries()) {
      scene.scene.write('lock.json', `${lock}\n`);
      const kind = index === 3 ? 'reused' : 'ran';
      assert.equal((await scene.setUp(`task-${index}`, install)).kind, kind);
      for (const [at, name] of scene.kept().entries())
        if (index < 3) utimesSync(join(scene.setups, name, 'list.jsonl'), at, at);
    }
    assert.equal(scene.kept().length, 3);
    scene.scene.write('lock.json', '1\n');
    assert.equal((await scene.setUp('again', unused)).kind, 'reused');
  });

  it('never is the rest of one that failed half-way', async () => {
    // Makes only what is missing, as many installers do.
    const complete = (inside: (path: string) => string, names: readonly string[]): void => {
      for (const name of names)
        if (!existsSync(inside(`node_modules/${name}`)))
          writeFileSync(inside(`node_modules/${name}`), name);
    };
    const failing = scene.setUp('first', (inside) => {
      complete(inside, ['left']);
      throw new Error('the network is down');
    });
    await assert.rejects(failing, /the network is down/);
    const whole = ['left', 'right'];
    await scene.setUp('first', (inside) => complete(inside, whole));
    const { kind, worktree } = await scene.setUp('second', unused);
    assert.equal(kind, 'reused');
    assert.deepEqual(readdirSync(join(worktree.directory, 'node_modules')), whole);
  });

  describe('that is given up by Ctrl+C', () => {
    it('while it is kept leaves nothing of it', async () => {
      const { said } = await scene.setUp('first', install, { keepSignal: DONE });
      assert.deepEqual([said, readdirSync(scene.setups)], [[], []]);
      assert.equal((await scene.setUp('second', install)).kind, 'ran');
      assert.equal((await scene.setUp('third', unused)).kind, 'reused');
    });

    it('while it is brought leaves the worktree as it was', async () => {
      await scene.setUp('first', install);
      const { kind, worktree } = await scene.setUp('second', unused, { signal: DONE });
      assert.equal(kind, 'interrupted');
      assert.deepEqual(readdirSync(worktree.directory).sort(), [
        ...['.git', '.gitignore', 'lock.json', 'src'],
      ]);
      assert.equal((await scene.setUp('second', unused)).kind, 'reused');
    });
  });

  it('is waited for by an equal setup, and by no other one', async () => {
    const worktrees = scene.scene.worktrees();
    const begin = async (taskId: string, files: readonly string[], onWait: () => void) => {
      const worktree = await worktrees.open(taskId, { copy: [] });
      const inputs = { command: 'npm ci', files, copy: [] };
      const begun = worktree.beginSetup(inputs, { signal: new AbortController().signal, onWait });
      return { worktree, begun };
    };
    const first = await begin('first', ['lock.json'], unexpected);
    const begun = await first.begun;
    assert.ok(begun.kind === 'due');
    const other = await (await begin('other', ['src/a.js'], unexpected)).begun;
    assert.equal(other.kind, 'due');
    let waits = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (waits = resolve));
    const second = await begin('second', ['lock.json'], waits);
    await waiting;
    mkdirSync(join(first.worktree.directory, 'node_modules'));
    writeFileSync(join(first.worktree.directory, 'node_modules/x'), 'x');
    await first.worktree.finishSetup();
    assert.equal(await begun.keep(new AbortController().signal), '');
    assert.equal((await second.begun).kind, 'reused');
    assert.equal(readText(join(second.worktree.directory, 'node_modules/x')), 'x');
  });

  it('is waited for no longer than until it fails, or until Ctrl+C', async () => {
    const worktrees = scene.scene.worktrees();
    const inputs = { command: 'npm ci', files: ['lock.json'], copy: [] };
    const open = (taskId: string) => worktrees.open(taskId, { copy: [] });
    const never = { signal: new AbortController().signal, onWait: () => undefined };
    const begun = await (await open('first')).beginSetup(inputs, never);
    assert.ok(begun.kind === 'due');
    const abort = new AbortController();
    const stopped = (await open('stopped')).beginSetup(inputs, {
      ...{ signal: abort.signal, onWait: () => abort.abort() },
    });
    assert.equal((await stopped).kind, 'interrupted');
    const second = (await open('second')).beginSetup(inputs, {
      ...{ signal: never.signal, onWait: () => begun.giveUp() },
    });
    assert.equal((await second).kind, 'due');
  });
});

describeOnSmallDisk('the result of a setup on a full disk', () => {
  it('is brought whole or not at all, where a part of the worktree lies on another disk', async () => {
    const scene = new SetupScene();
    const disk = new SmallDisk(join(scene.scene.base, 'disk'), 'size=8m');
    const make = (inside: (path: string) => string): void => {
      install(inside);
      mkdirSync(inside('made/deep'), { recursive: true });
      chmodSync(inside('node_modules/left'), 0o555);
      writeFileSync(inside('src/build.log'), 'built\n');
    };
    try {
      await scene.setUp('first', make);
      let there: readonly string[] = [];
      const second = await scene.setUp(
        'second',
        (inside, { directory }) => {
          there = readdirSync(directory).sort();
          make(inside);
        },
        { first: ({ directory }) => disk.hold(join(directory, 'src')) },
      );
      assert.equal(second.kind, 'ran');
      assert.match(second.said.join(), /Could not bring what `setup` made into /);
      assert.deepEqual(there, ['.git', '.gitignore', 'lock.json', 'src']);
      assert.equal((await scene.setUp('third', () => assert.fail('the setup ran'))).kind, 'reused');
    } finally {
      disk.unmount();
      scene.scene.remove();
    }
  });

  it('is not kept, which is said once; the task goes on', async () => {
    const scene = new SetupScene();
    const disk = new SmallDisk(join(scene.scene.base, 'disk'), 'size=8m');
    try {
      mkdirSync(scene.setups);
      disk.hold(scene.setups);
      disk.fill(50_000);
      const make: Parameters<SetupScene['setUp']>[1] = (inside) =>
        writeFileSync(inside('node_modules/large'), Buffer.alloc(1_000_000, 'x'));
      const worktrees = scene.scene.worktrees();
      const first = await scene.setUp('first', make, { worktrees });
      assert.match(first.said.join(), /Could not keep what `setup` made .* the disk is full/);
      assert.deepEqual((await scene.setUp('second', make, { worktrees })).said, []);
      disk.empty();
      assert.equal((await scene.setUp('third', make, { worktrees })).kind, 'ran');
      assert.equal((await scene.setUp('fourth', make, { worktrees })).kind, 'reused');
    } finally {
      disk.unmount();
      scene.scene.remove();
    }
  });
});
