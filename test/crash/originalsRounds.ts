import { existsSync } from 'node:fs';
import path from 'node:path';
import { editSomething, touchedBy, type UserEdit } from './bystander';
import { CrashFailure, mustHold } from './failure';
import { describePlan, planKill, readOperations, type Measured, type Targets } from './killPlans';
import { processesLeft } from './processes';
import type { Random } from './random';
import type { Round } from './round';
import type { Sandbox } from './sandbox';
import { differences, snapshotOf, type Snapshot } from './snapshot';
import {
  ageLitter,
  mustBeAtRest,
  mustBeReadable,
  mustBeTidy,
  readStateFile,
  type StateFile,
} from './stateFile';

/** Of a run without a kill: two doubtful passes, then the human is asked. */
const TURNS = 2;
const TASK = 'tests';
const NOT_OURS = ['.git', 'build'];
const STAGED = 'devs-rewind-[^ /]*-(originals|edited|recovered)';

const TARGETS: Targets = {
  operations: [
    `^(create|write|fsync|fchmod|symlink|mkdir) .*${STAGED}`,
    `^rename .*${STAGED}`,
    `^rename .*${STAGED}`,
    `^(unlink|rmdir) .*${STAGED}`,
    'devs\\.db',
    'checkpoints/',
  ],
  events: [
    { only: /^rename project\/\.devs-rewind-[^/]*$/, upTo: 8 },
    { only: /\/\.devs-rewind-.*\/new-/, upTo: 40 },
    { only: /\/\.devs-rewind-.*\/old-/, upTo: 40 },
    { only: /state\/devs\.db\..*tmp$/, upTo: 20 },
  ],
};

/** Kills of runs that put original test files back, one after the other, of one sandbox. */
export class OriginalsRounds {
  private measured: Measured = { ms: 4000, operations: [] };

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly random: Random,
  ) {}

  static async begin(sandbox: Sandbox, random: Random): Promise<OriginalsRounds> {
    const rounds = new OriginalsRounds(sandbox, random);
    await rounds.runToTheQuestion();
    return rounds;
  }

  async play(round: Round): Promise<void> {
    const { sandbox, random } = this;
    await this.makeReady();
    const plan = planKill(random, TARGETS, this.measured);
    round.note(`run, killed ${describePlan(plan)}`);
    const end = await sandbox.devs(['run', TASK, '--json'], { plan });
    // An agent that was killed with it may have made a part of its changes.
    await processesLeft(sandbox.root, 5_000);
    const left = this.leftByAgent();
    const phase = this.phase(await readStateFile(sandbox), left);
    round.note(phase);
    const edit = random.chance(0.35) ? this.edit(left) : undefined;
    if (edit !== undefined) round.note(`the user writes ${edit.path}`);
    await this.look(round);
    this.mustBeAsLeft(left, edit);
    await this.runToTheQuestion();
    if (end.killed) round.count(phase, '');
  }

  async finish(): Promise<void> {
    ageLitter(this.sandbox);
    await this.runToTheQuestion();
    mustBeTidy(this.sandbox);
    await mustBeReadable(this.sandbox, await readStateFile(this.sandbox));
  }

  private async makeReady(): Promise<void> {
    const { tasks } = await readStateFile(this.sandbox);
    if (tasks.get(TASK) === 'PAUSED_FOR_INTERVENTION') await this.sandbox.devsJson('resume', TASK);
  }

  /** A run that nobody disturbs: it takes up what is there and ends with the question. */
  private async runToTheQuestion(): Promise<void> {
    const { sandbox } = this;
    await this.makeReady();
    const before = await readStateFile(sandbox);
    const log = path.join(sandbox.root, 'operations');
    const end = await sandbox.devs(['run', TASK, '--json'], { log });
    const state = await readStateFile(sandbox);
    const status = state.tasks.get(TASK);
    if (end.code !== 2 || status !== 'PAUSED_FOR_INTERVENTION')
      throw new CrashFailure(
        `run ended with ${end.code}, ${status}: ${end.stdout.slice(-600)}${end.stderr}`,
      );
    const doubts = state.turns.slice(before.turns.length).filter(({ reason }) => isDoubt(reason));
    if (doubts.length === 0 || doubts.length > TURNS)
      throw new CrashFailure(`${doubts.length} doubtful passes: ${end.stdout.slice(-600)}`);
    this.mustBeInOrder(state);
    this.mustBeAsLeft(this.leftByAgent(), undefined);
    this.measured = { ms: end.ms, operations: readOperations(log) };
  }

  /** Commands that only look, of which some are killed as well; they put right what was left. */
  private async look(round: Round): Promise<void> {
    const { sandbox, random } = this;
    while (random.chance(0.3)) {
      const plan = planKill(random, TARGETS, { ...this.measured, ms: this.measured.ms / 4 });
      round.note(`status, killed ${describePlan(plan)}`);
      await sandbox.devs(['status'], { plan });
    }
    round.note('status');
    await sandbox.devsJson('status');
    mustHold('still alive', (await processesLeft(sandbox.root, 10_000)).map(String));
    this.mustBeInOrder(await readStateFile(sandbox));
  }

  private mustBeInOrder(state: StateFile): void {
    mustBeAtRest(state);
    if (state.originals > 0) throw new CrashFailure('original test files are still in place');
  }

  /** The workspace as the last call of the agent left it; undefined if that call did not end. */
  private leftByAgent(): Snapshot | undefined {
    const last = this.sandbox.notes().at(-1);
    if (last?.at !== 'end') return undefined;
    const copy = path.join(this.sandbox.root, 'moments', `${last.turn}-end`);
    return existsSync(copy) ? snapshotOf(copy, NOT_OURS) : undefined;
  }

  private now(): Snapshot {
    return snapshotOf(this.sandbox.project, NOT_OURS);
  }

  /** Where the run was when it was killed, from what it left behind. */
  private phase({ originals }: StateFile, left: Snapshot | undefined): string {
    if (left === undefined) return 'while the agent was at work';
    if (originals === 0) return 'without originals';
    const now = this.now();
    const isStaged = [...now.keys()].some((name) => name.startsWith('.devs-rewind-'));
    if (isStaged) return 'while the files were exchanged';
    return differences(now, left).length > 0
      ? 'originals in place'
      : 'before or after the exchange';
  }

  private edit(left: Snapshot | undefined): UserEdit | undefined {
    if (left === undefined) return undefined;
    return editSomething(this.sandbox, this.random, { before: this.now(), after: left });
  }

  /** Fails unless the workspace is as the agent left it, and what the user wrote since is there. */
  private mustBeAsLeft(left: Snapshot | undefined, edit: UserEdit | undefined): void {
    if (left === undefined) return;
    const now = this.now();
    mustHold('not as the agent left it', differences(now, left, touchedBy(edit, now, left)));
    if (edit !== undefined && now.get(edit.path) !== edit.version)
      throw new CrashFailure(`what the user wrote to ${edit.path} is ${now.get(edit.path)}`);
  }
}

function isDoubt(reason: string): boolean {
  return reason.includes('that proves nothing: the original');
}
