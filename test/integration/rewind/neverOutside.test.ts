import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createCheckpoints } from '../../../src/platform/checkpoints/createCheckpoints';
import { StateError } from '../../../src/ports/workspaceState';
import { carryOut } from '../../../src/engine/rewind/rewinding';
import type { RewindChoice } from '../../../src/model/workspace/rewindRecord';
import { gitEnvironment, makeBase, removeTemplates } from './support/template';
import { readOutside, readTree } from './support/tree';
import { Workbench } from './support/workbench';

const ALL: RewindChoice = { also: 'all', except: [] };

describe('links that lead out of the workspace', function () {
  this.timeout(60_000);
  let bench: Workbench;
  beforeEach(async () => (bench = await Workbench.open('git')));
  afterEach(() => bench.close());
  after(removeTemplates);

  const at = (path: string): string => join(bench.root, path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const rewind = async (choice?: RewindChoice) =>
    await carryOut(bench.tools(), { kind: 'rewind', taskId: 'A', toTurn: 0 }, choice);
  const redo = async () => await carryOut(bench.tools(), { kind: 'redo', taskId: 'A' });

  /** Where the link leads, and a file that both its target and the folder before it have. */
  const targets: readonly (readonly [name: string, to: () => string, file: string])[] = [
    ['a folder beside the workspace', () => bench.outside, 'e'],
    ['a folder beside it, relatively', () => '../outside', 'e'],
    ['the root of the disk', () => '/', 'etc/hosts'],
    ['the home folder', () => dirname(bench.root), 'gitconfig'],
    ['the repository', () => '.git', 'config'],
    ['the workspace itself', () => '.', 'a.txt'],
  ];

  for (const [name, to, file] of targets) {
    it(`are no way to ${name} when an agent put one in the place of a folder`, async () => {
      write(`folder/${file}`, 'mine');
      await bench.turn('A', () => {
        rmSync(at('folder'), { recursive: true });
        symlinkSync(to(), at('folder'));
      });
      const there = readFileSync(at(`folder/${file}`));
      const [linked, outside] = [readTree(bench.root), readOutside(bench.outside)];
      const rewound = await rewind();
      assert.ok(rewound.ok, rewound.message);
      assert.ok(lstatSync(at('folder')).isDirectory());
      assert.equal(readFileSync(at(`folder/${file}`), 'utf8'), 'mine');
      const redone = await redo();
      assert.ok(redone.ok, redone.message);
      assert.deepEqual(readTree(bench.root), linked);
      assert.deepEqual(readFileSync(at(`folder/${file}`)), there);
      assert.deepEqual(readOutside(bench.outside), outside);
    });

    it(`are no way to ${name} when you put one in the place of what the agent made`, async () => {
      await bench.turn('A', () => write(`folder/${file}`, "the agent's"));
      rmSync(at('folder'), { recursive: true });
      symlinkSync(to(), at('folder'));
      const [before, outside] = [readTree(bench.root), readOutside(bench.outside)];
      for (const choice of [undefined, ALL]) {
        const rewound = await rewind(choice);
        assert.ok(rewound.ok, rewound.message);
        assert.deepEqual(readTree(bench.root), before);
        assert.deepEqual(readOutside(bench.outside), outside);
      }
    });
  }

  it('are no way out for what the agent removed, and say what is in the way', async () => {
    write('folder/e', 'mine');
    await bench.turn('A', () => {
      rmSync(at('folder/e'));
    });
    rmSync(at('folder'), { recursive: true });
    symlinkSync(bench.outside, at('folder'));
    const outside = readOutside(bench.outside);
    const rewound = await rewind(ALL);
    assert.ok(rewound.ok, rewound.message);
    assert.deepEqual(rewound.done.steps, []);
    assert.deepEqual(
      rewound.done.kept.map(({ path, why }) => [path, why]),
      [['folder/e', { kind: 'inTheWay', by: 'folder' }]],
    );
    assert.deepEqual(readOutside(bench.outside), outside);
  });
});

describe('a workspace that is far more than a project', () => {
  let base: string;
  beforeEach(() => (base = makeBase()));
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const refused: readonly (readonly [name: string, folder: () => string, reason: RegExp])[] = [
    ['the home folder', () => join(base, 'home'), /it is your home folder, with private files/],
    ['the folder that all homes are in', () => base, /your home folder .*home lies in it/],
    ['the root of the disk', () => '/', /it is the root of a file system/],
    ['a link to the home folder', () => join(base, 'link'), /it is your home folder/],
    [
      'a link to the root of the disk',
      () => join(base, 'rootLink'),
      /is the root of a file system/,
    ],
  ];

  for (const [name, folder, reason] of refused) {
    it(`is refused with the reason and never recorded: ${name}`, async () => {
      mkdirSync(join(base, 'home'));
      writeFileSync(join(base, 'home', 'private'), 'private');
      symlinkSync(join(base, 'home'), join(base, 'link'));
      symlinkSync('/', join(base, 'rootLink'));
      const stateDir = join(base, 'state');
      const checkpoints = createCheckpoints({
        workspaceDir: folder(),
        stateDir,
        environment: { ...gitEnvironment(base), HOME: join(base, 'home') },
        maxFileBytes: 4_096,
      });
      const refusal = (await checkpoints.findRefusal()) ?? '';
      assert.match(refusal, reason);
      assert.match(refusal, /Open the folder of one project instead\.$/);
      const saysSo = (error: unknown): boolean =>
        error instanceof StateError && error.message === refusal;
      await assert.rejects(checkpoints.record(), saysSo);
      await assert.rejects(checkpoints.readWorkspace(), saysSo);
      assert.ok(!existsSync(stateDir));
    });
  }

  it('is not one when it is a folder in the home folder', async () => {
    const workspaceDir = join(base, 'shop');
    mkdirSync(workspaceDir);
    const options = { stateDir: join(base, 'state'), maxFileBytes: 4_096 };
    const environment = gitEnvironment(base);
    const checkpoints = createCheckpoints({ workspaceDir, environment, ...options });
    assert.equal(await checkpoints.findRefusal(), undefined);
    assert.match((await checkpoints.record()).id, /^[0-9a-f]{64}$/);
  });
});
