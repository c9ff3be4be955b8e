import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeRepository } from '../../../src/reports/rewind/describeRepository';
import { carryOut, type RewindOutcome } from '../../../src/engine/rewind/rewinding';
import type { RewindChoice, RewindPreview } from '../../../src/model/workspace/rewindRecord';
import { StateError } from '../../../src/ports/workspaceState';
import { removeTemplates, type Kind } from './support/template';
import { readTree } from './support/tree';
import { Workbench } from './support/workbench';

const ALL: RewindChoice = { also: 'all', except: [] };

/** A workspace in which an agent and a user have been at work. */
class Bench {
  constructor(readonly workbench: Workbench) {}

  at(path: string): string {
    return join(this.workbench.root, path);
  }

  read(path: string): string | undefined {
    return existsSync(this.at(path)) ? readFileSync(this.at(path), 'utf8') : undefined;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  git(...args: readonly string[]): string {
    return this.workbench.ask(args) ?? assert.fail(`git ${args.join(' ')} said no`);
  }

  async turn(act: () => void): Promise<void> {
    await this.workbench.turn('A', act);
  }

  async rewind(choice?: RewindChoice, toTurn = 0): Promise<RewindPreview> {
    const wish = { kind: 'rewind', taskId: 'A', toTurn } as const;
    return doneOf(await carryOut(this.workbench.tools(), wish, choice));
  }

  async redo(): Promise<RewindPreview> {
    return doneOf(await carryOut(this.workbench.tools(), { kind: 'redo', taskId: 'A' }));
  }

  /** Everything in every `.git`, with inodes and times. */
  repositories(): readonly (readonly [string, string])[] {
    return [...readTree(this.workbench.root).repositories];
  }

  /** Rewinds with all that can be chosen, and back: the repositories stay as they are throughout. */
  async thereAndBack(): Promise<void> {
    const before = this.repositories();
    const work = [...readTree(this.workbench.root).work];
    const { steps } = await this.rewind(ALL);
    assert.ok(steps.length > 0);
    assert.deepEqual(this.repositories(), before);
    await this.redo();
    assert.deepEqual(this.repositories(), before);
    assert.deepEqual([...readTree(this.workbench.root).work], work);
  }
}

function doneOf(outcome: RewindOutcome): RewindPreview {
  assert.ok(outcome.ok, outcome.message);
  return outcome.done;
}

interface Horror {
  readonly name: string;
  readonly kind: Kind;
  readonly cannotHappen: (bench: Bench) => Promise<void>;
}

const HORRORS: readonly Horror[] = [
  {
    name: '`.git` of nested repositories is renamed for a snapshot, and lost',
    kind: 'nested',
    cannotHappen: async (bench) => {
      await bench.turn(() => {
        bench.write('nested/n.txt', 'changed by the agent');
        bench.write('nested/more/new', 'new');
      });
      await bench.thereAndBack();
      assert.equal(bench.git('-C', 'nested', 'rev-list', '--count', 'HEAD').trim(), '1');
    },
  },
  {
    name: '`git clean` takes files that the agent never touched',
    kind: 'git',
    cannotHappen: async (bench) => {
      bench.write('untracked/mine', 'mine');
      await bench.turn(() => bench.write('untracked/agents', 'new'));
      bench.write('untracked/later', 'mine too');
      bench.write('ignored/later', 'ignored');
      const { steps } = await bench.rewind();
      assert.deepEqual(
        steps.map(({ path, action }) => [path, action]),
        [['untracked/agents', 'delete']],
      );
      assert.equal(bench.read('untracked/mine'), 'mine');
      assert.equal(bench.read('untracked/later'), 'mine too');
      assert.equal(bench.read('ignored/later'), 'ignored');
    },
  },
  {
    name: '`.gitignore` comes back first, and then what it had protected is deleted',
    kind: 'git',
    cannotHappen: async (bench) => {
      // The agent drops the rules: what they protected looks like new work of its turn.
      await bench.turn(() => {
        bench.write('.gitignore', '');
        bench.write('new.txt', 'new');
      });
      const { steps } = await bench.rewind(ALL);
      assert.deepEqual(
        steps.map(({ path }) => path),
        ['.gitignore', 'new.txt'],
      );
      assert.equal(bench.read('secret.env'), 'TOKEN=<<U8>>\n');
      assert.equal(bench.read('app.log'), '<<U6>> ignored\n');
      await bench.redo();
      assert.equal(bench.read('secret.env'), 'TOKEN=<<U8>>\n');
    },
  },
  {
    name: '`.gitignore` of the agent hides what you had, and going back deletes or overwrites it',
    kind: 'plain',
    cannotHappen: async (bench) => {
      bench.write('.gitignore', '');
      bench.write('data/mine', 'mine');
      await bench.turn(() => bench.write('.gitignore', 'data/\n'));
      bench.write('data/mine', 'changed while it was ignored');
      bench.write('data/new', 'new while it was ignored');
      await bench.rewind();
      assert.equal(bench.read('.gitignore'), '');
      assert.equal(bench.read('data/mine'), 'changed while it was ignored');
      assert.equal(bench.read('data/new'), 'new while it was ignored');
    },
  },
  {
    name: 'work is put into a hidden stash, and a hard reset takes the rest',
    kind: 'git',
    cannotHappen: async (bench) => {
      bench.write('staged', 'staged');
      bench.git('add', 'staged');
      bench.write('staged', 'and changed again');
      bench.write('a.txt', 'stashed by you');
      bench.git('stash', 'push', '-q', 'a.txt');
      await bench.turn(() => bench.write('src/code.js', 'changed by the agent'));
      bench.write('src/util.js', 'changed by you');
      const status = bench.git('stash', 'list') + bench.git('diff', '--cached');
      await bench.thereAndBack();
      await bench.rewind();
      assert.equal(bench.git('stash', 'list') + bench.git('diff', '--cached'), status);
      assert.equal(bench.read('src/util.js'), 'changed by you');
      assert.equal(bench.read('staged'), 'and changed again');
    },
  },
  {
    name: 'orphan objects fill the disk',
    kind: 'git',
    cannotHappen: async (bench) => {
      const before = bench.repositories();
      const text = 'x'.repeat(4_000);
      for (let turn = 0; turn < 5; turn += 1) {
        await bench.turn(() => bench.write(`copy-${turn}`, text));
      }
      const { checkpoints } = bench.workbench;
      const recorded = await checkpoints.usage();
      for (let round = 0; round < 5; round += 1) await bench.thereAndBack();
      assert.deepEqual(bench.repositories(), before);
      // Ten rescues hold nothing new: they are lists of names at most.
      assert.ok((await checkpoints.usage()) - recorded < 10 * 1_000);
      await checkpoints.prune(new Set(), { dryRun: false });
      assert.ok((await checkpoints.usage()) < 100);
    },
  },
  {
    name: 'HEAD is moved when the agent committed, switched branches and stashed',
    kind: 'git',
    cannotHappen: async (bench) => {
      const first = bench.git('rev-parse', 'HEAD').trim();
      await bench.turn(() => {
        bench.write('src/code.js', 'first');
        bench.git('commit', '-qam', 'first');
      });
      await bench.turn(() => {
        bench.git('switch', '-q', '-c', 'feature');
        bench.write('src/code.js', 'second');
        bench.git('commit', '-qam', 'second');
        bench.write('src/util.js', 'stashed');
        bench.git('stash', '-q');
      });
      await bench.thereAndBack();
      const { repository } = await bench.rewind();
      assert.deepEqual(repository, {
        ...{ commits: 2, stashed: 1, branchBefore: 'main', branchAfter: 'feature' },
      });
      assert.match(
        describeRepository(repository).join(' '),
        /^The agent made 2 commits; they stay/,
      );
      assert.equal(bench.git('rev-parse', 'main~1').trim(), first);
      assert.equal(bench.git('symbolic-ref', '--short', 'HEAD').trim(), 'feature');
      assert.match(bench.read('src/code.js') ?? '', /<<U2>>/);
    },
  },
  {
    name: 'what two tasks and you wrote into one file goes with the first of them',
    kind: 'git',
    cannotHappen: async (bench) => {
      await bench.turn(() => bench.write('shared', "A's\n"));
      await bench.workbench.turn('B', () => bench.write('shared', "A's\nB's\n"));
      bench.write('shared', "A's\nB's\nmine\n");
      const { steps, kept } = await bench.rewind();
      assert.deepEqual(steps, []);
      assert.deepEqual(
        kept.map(({ path, why }) => [path, why]),
        [['shared', { kind: 'editedSince', others: [] }]],
      );
      assert.equal(bench.read('shared'), "A's\nB's\nmine\n");
    },
  },
  {
    name: 'what a rewind deleted in a folder that is ignored by now does not come back',
    kind: 'git',
    cannotHappen: async (bench) => {
      await bench.turn(() => bench.write('out/new', 'new'));
      bench.write('.gitignore', 'out/\n');
      bench.write('out/mine', 'ignored');
      const { steps } = await bench.rewind();
      assert.deepEqual(
        steps.map(({ path }) => path),
        ['out/new'],
      );
      await bench.redo();
      assert.equal(bench.read('out/new'), 'new');
      assert.equal(bench.read('out/mine'), 'ignored');
    },
  },
  {
    name: 'an empty folder keeps from coming back what was announced to come back',
    kind: 'git',
    cannotHappen: async (bench) => {
      bench.write('place', 'mine');
      await bench.turn(() => {
        rmSync(bench.at('place'));
        bench.write('place/deep/er', 'new');
        mkdirSync(bench.at('place/empty/too'), { recursive: true });
      });
      rmSync(bench.at('place/deep/er'));
      const { steps } = await bench.rewind();
      assert.deepEqual(
        steps.map(({ path, action }) => [path, action]),
        [['place', 'recreate']],
      );
      assert.equal(bench.read('place'), 'mine');
    },
  },
  {
    name: 'a repository that the agent made goes for a file that stood in its place',
    kind: 'git',
    cannotHappen: async (bench) => {
      bench.write('place', 'mine');
      await bench.turn(() => {
        rmSync(bench.at('place'));
        bench.write('place/new', 'new');
        bench.git('init', '-q', '--template=', 'place');
      });
      const { steps, kept } = await bench.rewind();
      assert.deepEqual(
        steps.map(({ path, action }) => [path, action]),
        [['place/new', 'delete']],
      );
      assert.deepEqual(
        kept.map(({ path, why }) => [path, why]),
        [['place', { kind: 'inTheWay', by: 'place/.git/' }]],
      );
      assert.ok(existsSync(bench.at('place/.git/HEAD')));
      await bench.redo();
      assert.equal(bench.read('place/new'), 'new');
    },
  },
  {
    name: 'a repository in a folder with tracked files goes unseen, and the file it displaced is announced',
    kind: 'git',
    cannotHappen: async (bench) => {
      await bench.turn(() => {
        rmSync(bench.at('d'), { recursive: true });
        bench.write('d', 'a file');
      });
      await bench.turn(() => {
        rmSync(bench.at('d'));
        bench.write('d/new', 'new');
        bench.git('init', '-q', '--template=', 'd');
      });
      const { steps, kept } = await bench.rewind(undefined, 1);
      assert.deepEqual(
        steps.map(({ path, action }) => [path, action]),
        [['d/new', 'delete']],
      );
      assert.deepEqual(
        kept.map(({ path, why }) => [path, why]),
        [['d', { kind: 'inTheWay', by: 'd/.git/' }]],
      );
      await bench.redo();
      assert.equal(bench.read('d/new'), 'new');
    },
  },
  {
    name: 'a repository hides files of yours that stand in the place of a tracked file',
    kind: 'git',
    cannotHappen: async (bench) => {
      await bench.turn(() => rmSync(bench.at('d/e')));
      bench.write('.gitignore', 'd/\n');
      bench.write('d/e/mine', 'mine');
      bench.git('init', '-q', '--template=', 'd');
      const { steps, kept } = await bench.rewind();
      assert.deepEqual(steps, []);
      assert.deepEqual(
        kept.map(({ path, why }) => [path, why]),
        [['d/e', { kind: 'inTheWay', by: 'd/e/mine' }]],
      );
      assert.equal(bench.read('d/e/mine'), 'mine');
    },
  },
  ...(['git', 'plain'] as const).map((kind): Horror => ({
    name: `an ignored folder that is emptied keeps back the file that stood there (${kind})`,
    kind,
    cannotHappen: async (bench) => {
      bench.write('place/mine', 'mine');
      const rules = bench.read('.gitignore') ?? '';
      await bench.turn(() => {
        rmSync(bench.at('place'), { recursive: true });
        bench.write('place', 'a file');
      });
      await bench.rewind();
      await bench.turn(() => bench.write('.gitignore', `${rules}place/\n`));
      const { steps, kept } = await bench.rewind(undefined, 1);
      assert.deepEqual(
        steps.map(({ path, action }) => [path, action]),
        [
          ['.gitignore', 'restore'],
          ['place', 'recreate'],
          ['place/mine', 'delete'],
        ],
      );
      assert.deepEqual(kept, []);
      assert.equal(bench.read('place'), 'a file');
      await bench.redo();
      assert.equal(bench.read('place/mine'), 'mine');
      assert.equal(bench.read('.gitignore'), `${rules}place/\n`);
    },
  })),
  ...(['plain', 'git'] as const).map((kind): Horror => ({
    name: `what a turn changed and made ignored is out of reach when its end could not be recorded (${kind})`,
    kind,
    cannotHappen: async (bench) => {
      bench.write('notes/mine', 'mine');
      const { checkpoints } = bench.workbench;
      bench.workbench.checkpoints = {
        ...checkpoints,
        // Only after a turn paths are named.
        record: (paths) =>
          paths === undefined
            ? checkpoints.record()
            : Promise.reject(new StateError('The disk is full.')),
      };
      await bench.turn(() => {
        bench.write('.gitignore', 'notes/\n');
        bench.write('notes/mine', 'of the agent');
      });
      bench.workbench.checkpoints = checkpoints;
      await bench.rewind(ALL);
      assert.equal(bench.read('notes/mine'), 'mine');
    },
  })),
  {
    name: 'ignored files in a folder that took the place of a tracked file pass for new ones',
    kind: 'git',
    cannotHappen: async (bench) => {
      rmSync(bench.at('d/e'));
      bench.write('d/e/mine', 'mine');
      bench.write('.gitignore', 'd/\n');
      await bench.turn(() => bench.write('.gitignore', ''));
      const { steps } = await bench.rewind(ALL);
      assert.deepEqual(
        steps.map(({ path }) => path),
        ['.gitignore'],
      );
      assert.equal(bench.read('d/e/mine'), 'mine');
    },
  },
  {
    name: 'a folder of yours is deleted because the agent had a file of that name',
    kind: 'plain',
    cannotHappen: async (bench) => {
      await bench.turn(() => bench.write('place', 'a file'));
      rmSync(bench.at('place'));
      bench.write('place/mine', 'mine');
      await bench.rewind(ALL);
      assert.equal(bench.read('place/mine'), 'mine');
    },
  },
  {
    name: 'what a rewind could not bring back passes for deleted by you',
    kind: 'plain',
    cannotHappen: async (bench) => {
      bench.write('place/yours', 'yours');
      await bench.turn(() => {
        rmSync(bench.at('place'), { recursive: true });
        bench.write('new', 'new');
      });
      const { checkpoints } = bench.workbench;
      bench.workbench.checkpoints = {
        ...checkpoints,
        restore: async (request) => {
          bench.write('place', 'made just now');
          return await checkpoints.restore(request);
        },
      };
      await bench.rewind();
      assert.equal(bench.read('new'), undefined);
      bench.workbench.checkpoints = checkpoints;
      rmSync(bench.at('place'));
      await bench.rewind();
      assert.equal(bench.read('place/yours'), 'yours');
    },
  },
];

describe('what others lost work by cannot happen in a rewind or its redo', function () {
  this.timeout(60_000);
  let workbench: Workbench;
  afterEach(() => workbench.close());
  after(removeTemplates);

  for (const { name, kind, cannotHappen } of HORRORS) {
    it(name, async () => {
      workbench = await Workbench.open(kind);
      await cannotHappen(new Bench(workbench));
    });
  }
});
