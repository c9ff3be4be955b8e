import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { OrchestrationLoop } from '../../../src/engine/run/orchestrationLoop';
import { worktreeScene, type WorktreeScene } from '../../integration/worktrees/worktreeScene';
import { folderPorts } from '../../support/folderPorts';
import { closeMemoryStores } from '../../support/memoryStore';
import { COUNTS, scaled } from '../../support/scale';
import { configOf, limitsOf, ScriptedRun } from '../../support/scriptedRun';
import { LandingModel, type Files, type Moment, type Slots } from './landingModel';

/** What somebody does to the files; a value that begins with BAD makes a verification red. */
type Deed =
  | { readonly kind: 'set'; readonly file: number; readonly slot: number; readonly bad: boolean }
  | { readonly kind: 'delete'; readonly file: number }
  | { readonly kind: 'create' }
  | { readonly kind: 'commit' };

const FILES = ['f0', 'f1', 'f2'];
const SLOTS = 3;

const position = { file: fc.nat({ max: FILES.length - 1 }), slot: fc.nat({ max: SLOTS - 1 }) };
const set = (bad: fc.Arbitrary<boolean>): fc.Arbitrary<Deed> =>
  fc.record({ kind: fc.constant('set' as const), ...position, bad });
const remove: fc.Arbitrary<Deed> = fc.record({
  ...{ kind: fc.constant('delete' as const), file: position.file },
});
const create: fc.Arbitrary<Deed> = fc.constant({ kind: 'create' });
const agentDeeds = fc.array(
  fc.oneof({ weight: 5, arbitrary: set(fc.constant(false)) }, remove, create),
  { minLength: 1, maxLength: 3 },
);
const userDeeds = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: set(fc.boolean()) },
    { weight: 1, arbitrary: remove },
    { weight: 1, arbitrary: create },
    { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'commit' }) },
  ),
  { maxLength: 2 },
);

interface Schedule {
  /** By the calls of the agent. */
  readonly agent: readonly (readonly Deed[])[];
  /** What the user does at the first moments of the run, in their order. */
  readonly user: readonly (readonly Deed[])[];
}

const schedule: fc.Arbitrary<Schedule> = fc.record({
  agent: fc.array(agentDeeds, { minLength: 1, maxLength: 4 }),
  user: fc.array(userDeeds, { maxLength: 7 }),
});

/** A file with its slots far enough apart to merge on their own. */
function textOf(name: string, slots: readonly string[]): string {
  const between = ['a', 'b', 'c', 'd'].map((letter) => `- ${name} ${letter}`);
  return `${slots.flatMap((slot) => [slot, ...between]).join('\n')}\n`;
}

function slotsIn(text: string): Slots {
  if (text.includes('<<<<<<<')) return 'conflict';
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('- '));
}

function filesIn(folder: string): Files {
  const names = readdirSync(folder)
    .filter((name) => name !== '.git')
    .sort();
  return new Map(names.map((name) => [name, slotsIn(readFileSync(join(folder, name), 'utf8'))]));
}

/** Plays a schedule on real files and on the model, and compares them at each moment. */
class Play {
  private readonly scene: WorktreeScene = worktreeScene();
  private readonly model: LandingModel;
  private readonly moments: Generator<Moment, void, boolean>;
  private moment: Moment | undefined;
  private deeds = 0;
  private calls = 0;
  private value = 0;
  readonly seen: Moment[] = [];

  constructor(private readonly schedule: Schedule) {
    for (const name of FILES) this.scene.write(name, textOf(name, ['0', '1', '2']));
    this.scene.git(['add', '-A']);
    this.scene.git(['commit', '-qm', 'first']);
    this.model = new LandingModel(new Map(filesIn(this.scene.work)));
    this.moments = this.model.play();
    this.moment = this.moments.next().value ?? undefined;
  }

  async run(): Promise<void> {
    try {
      const isolation = { land: 'files', copy: [] } as const;
      const limits = limitsOf({ loopThreshold: 100, maxTurns: 0 });
      const config = configOf({ isolation, limits, onPivot: 'keep' });
      const scripted = await ScriptedRun.create(() => ({}), config);
      for (;;) {
        await new OrchestrationLoop(this.depsOf(scripted), {
          config,
          taskIds: undefined,
          signal: new AbortController().signal,
        }).run();
        const status = scripted.store.getTask('fix')?.status;
        if (status === 'done') break;
        assert.equal(
          status,
          'PAUSED_FOR_INTERVENTION',
          scripted.store.getTask('fix')?.statusReason,
        );
        this.compare('paused');
        this.userActs();
        this.goOn(true);
        scripted.intervene({ type: 'resume', taskId: 'fix' });
      }
      this.compare('done');
      assert.ok(!existsSync(join(this.scene.work, '.git/refs/worktree')));
    } finally {
      this.scene.remove();
    }
  }

  private depsOf(scripted: ScriptedRun): ReturnType<ScriptedRun['deps']> {
    const environment = { PATH: process.env['PATH'] };
    return {
      ...scripted.deps(),
      ...folderPorts(this.scene.work, { stateDir: this.scene.state, environment }),
      worktrees: this.scene.worktrees(),
      agent: {
        run: ({ place: at }) => {
          this.agentActs(at?.directory ?? '');
          const reply = `STRATEGY: ${this.calls}`;
          const end = { kind: 'exit', code: 0 } as const;
          return Promise.resolve({ end, reply, errorTail: '', transcript: '' });
        },
      },
      verifier: {
        verify: ({ place: at }) => {
          const isGreen = this.verifies(at?.directory ?? '');
          const output = isGreen ? '' : `error ${this.seen.length} of its own`;
          return Promise.resolve({
            ...{ end: { kind: 'exit', code: isGreen ? 0 : 1 }, output, outputTail: output },
            ...{ durationMs: 1, transcript: '' },
          });
        },
      },
    };
  }

  private agentActs(directory: string): void {
    this.compare('agent', directory);
    const { worktree } = this.model;
    for (const [name, slots] of worktree) {
      // Resolves conflicts, and repairs what is red.
      if (slots === 'conflict') this.put(directory, worktree, [name, this.fresh(name)]);
      else if (slots.some((slot) => slot.startsWith('BAD')))
        this.put(directory, worktree, [
          name,
          slots.map((slot) => (slot.startsWith('BAD') ? this.nextValue('FIX') : slot)),
        ]);
    }
    for (const deed of this.schedule.agent[this.calls] ?? []) this.act(directory, worktree, deed);
    // Every call changes something.
    this.act(directory, worktree, { kind: 'set', file: 0, slot: 0, bad: false });
    this.calls += 1;
    this.userActs();
    this.goOn(true);
  }

  private verifies(directory: string): boolean {
    this.compare('verify', directory);
    const isGreen = [...this.model.worktree.values()].every(
      (slots) => slots !== 'conflict' && !slots.some((slot) => slot.startsWith('BAD')),
    );
    this.userActs();
    this.goOn(isGreen);
    return isGreen;
  }

  private userActs(): void {
    const deeds = this.schedule.user[this.deeds] ?? [];
    this.deeds += 1;
    for (const deed of deeds) this.act(this.scene.work, this.model.workspace, deed);
  }

  private act(folder: string, files: Map<string, Slots>, deed: Deed): void {
    switch (deed.kind) {
      case 'set': {
        const name = FILES[deed.file] ?? '';
        const slots = files.get(name);
        if (slots === undefined || slots === 'conflict') return;
        const value = this.nextValue(deed.bad ? 'BAD' : 'V');
        this.put(folder, files, [name, slots.with(deed.slot, value)]);
        return;
      }
      case 'delete': {
        const name = FILES[deed.file] ?? '';
        rmSync(join(folder, name), { force: true });
        files.delete(name);
        return;
      }
      case 'create':
        this.put(folder, files, ['new', [this.nextValue('V'), this.nextValue('V'), '']]);
        return;
      case 'commit':
        this.scene.git(['add', '-A']);
        this.scene.git(['commit', '-q', '--allow-empty', '-m', 'of the user']);
        return;
      default:
        deed satisfies never;
    }
  }

  private put(
    folder: string,
    files: Map<string, Slots>,
    [name, slots]: readonly [string, readonly string[]],
  ): void {
    const kept = slots.filter((slot) => slot !== '');
    writeFileSync(join(folder, name), textOf(name, kept));
    files.set(name, kept);
  }

  private fresh(name: string): readonly string[] {
    const count = name === 'new' ? 2 : SLOTS;
    return Array.from({ length: count }, () => this.nextValue('V'));
  }

  private nextValue(kind: string): string {
    this.value += 1;
    return `${kind}${this.value} ${'x'.repeat(this.value % 7)}`;
  }

  private goOn(answer: boolean): void {
    this.moment = this.moments.next(answer).value ?? undefined;
  }

  private compare(moment: Moment, directory?: string): void {
    this.seen.push(moment);
    assert.equal(moment, this.moment, `after ${this.seen.join(', ')}`);
    assert.deepEqual(filesIn(this.scene.work), sorted(this.model.workspace), 'the workspace');
    if (directory !== undefined)
      assert.deepEqual(filesIn(directory), sorted(this.model.worktree), 'the worktree');
  }
}

function sorted(files: Files): Files {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('landings under any schedule of edits, conflicts and red merges', function () {
  this.timeout(scaled(600_000, 3_600_000));
  it('leave in the workspace what the user and the task made, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async (any) => await new Play(any).run()),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.landingSchedules },
    );
  });
});
