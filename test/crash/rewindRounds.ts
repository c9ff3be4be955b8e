import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { editSomething, takeBackEdit, touchedBy, type UserEdit } from './bystander';
import type { DevsEnd } from './devsRun';
import { CrashFailure, mustHold } from './failure';
import { describePlan, planKill, readOperations, type Measured, type Targets } from './killPlans';
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

const TURNS = 5;
const STAGING = /^\.devs-rewind-/;
const NOT_OURS = ['.git', 'build'];

const TARGETS: Targets = {
  operations: [
    'checkpoints/',
    'devs\\.db',
    '^(create|write|fsync|fchmod|symlink|mkdir) .*devs-rewind',
    '^rename .*devs-rewind',
    '^rename .*devs-rewind',
    '^(unlink|rmdir) .*devs-rewind',
  ],
  events: [
    { only: /^rename project\/\.devs-rewind-[^/]*$/, upTo: 2 },
    { only: /state\/devs\.db\..*tmp$/, upTo: 8 },
    { only: /\/\.devs-rewind-.*\/new-/, upTo: 120 },
    { only: /\/\.devs-rewind-.*\/old-/, upTo: 60 },
    { only: /^rename project\/src\//, upTo: 40 },
    { only: /state\/checkpoints\//, upTo: 4 },
  ],
};

/** A rewind or a redo that is killed, as it should be before and after. */
export interface Act {
  readonly args: readonly string[];
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Kills of rewinds and redos of one sandbox, one after the other. */
export class RewindRounds {
  private measured: Measured = { ms: 1500, operations: [] };
  /**
   * To what rewinds return the workspace, by the number of turns that stay; the last one is how it is at rest. As before
   * the turns, without what the user deleted since.
   */
  private moments: readonly Snapshot[] = [];
  private git: Snapshot = new Map();

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly random: Random,
  ) {}

  /** Lets the agent make its turns and goes back and forth once without any kill. */
  static async begin(sandbox: Sandbox, random: Random): Promise<RewindRounds> {
    const rounds = new RewindRounds(sandbox, random);
    sandbox.order({ endAt: TURNS, keepMoments: true });
    await sandbox.devsJson('run', 'work');
    const { turns } = await readStateFile(sandbox);
    const copies = turns.map(({ id }) => path.join(sandbox.root, 'moments', id));
    cpSync(sandbox.project, rounds.atRest, { recursive: true, verbatimSymlinks: true });
    rounds.moments = [...copies, sandbox.project].map((each) => snapshotOf(each, NOT_OURS));
    rounds.git = rounds.gitNow();
    await rounds.complete(rounds.rewindTo(random.whole(0, TURNS - 1)));
    await rounds.complete(rounds.redoFrom(rounds.now()));
    return rounds;
  }

  /** One kill. */
  async play(round: Round): Promise<void> {
    const { sandbox, random } = this;
    const { act, redoes } = await this.nextAct();
    const rewindsBefore = (await readStateFile(sandbox)).rewinds.length;
    const plan = planKill(random, TARGETS, this.measured);
    round.note(`${act.args.join(' ')}, killed ${describePlan(plan)}`);
    const end = await sandbox.devs(act.args, { plan });
    const phase = await this.phase(act, rewindsBefore);
    round.note(phase);
    if (!end.killed) await this.mustHaveWorked(end, act);
    const edit = random.chance(0.35) ? editSomething(sandbox, random, act) : undefined;
    if (edit !== undefined) round.note(`the user writes ${edit.path}`);
    await this.comeBack(round);
    const isAfter = await this.mustBeEither(act, edit);
    if (end.killed) round.count(phase, isAfter ? 'after' : 'before');
    await this.backToRest({ act, redoes, isAfter, edit });
  }

  /** A rewind, or a redo after the rewind that it undoes. */
  async nextAct(): Promise<{ readonly act: Act; readonly redoes: boolean }> {
    const { random } = this;
    const to = random.whole(0, TURNS - 1);
    const redoes = random.chance(0.35);
    if (redoes) await this.complete(this.rewindTo(to));
    return { act: redoes ? this.redoFrom(this.now()) : this.rewindTo(to), redoes };
  }

  /** Whether every checkpoint can still be read; at the end of a sandbox's life. */
  async finish(): Promise<void> {
    ageLitter(this.sandbox);
    await this.complete(this.rewindTo(0));
    await this.complete(this.redoFrom(this.now()));
    mustBeTidy(this.sandbox);
    await mustBeReadable(this.sandbox, await readStateFile(this.sandbox));
  }

  private get atRest(): string {
    return path.join(this.sandbox.root, 'at-rest');
  }

  private now(): Snapshot {
    return snapshotOf(this.sandbox.project, NOT_OURS);
  }

  private gitNow(): Snapshot {
    const { hasGit, project } = this.sandbox;
    return hasGit ? snapshotOf(path.join(project, '.git'), []) : new Map<string, string>();
  }

  private moment(turn: number): Snapshot {
    const found = this.moments[turn];
    if (found === undefined)
      throw new CrashFailure(`there is no copy from before turn ${turn + 1}`);
    return found;
  }

  private rewindTo(turn: number): Act {
    const args = ['rewind', 'work', '--to', String(turn), '--yes', '--json'];
    return { args, before: this.now(), after: this.moment(turn) };
  }

  private redoFrom(before: Snapshot): Act {
    return { args: ['redo', 'work', '--yes', '--json'], before, after: this.moment(TURNS) };
  }

  /** Carries an act out undisturbed. */
  private async complete(act: Act, edit?: UserEdit): Promise<void> {
    const log = path.join(this.sandbox.root, 'operations');
    const end = await this.sandbox.devs(act.args, { log });
    await this.mustHaveWorked(end, act, edit);
    this.measured = { ms: end.ms, operations: readOperations(log) };
  }

  async mustHaveWorked(end: DevsEnd, act: Act, edit?: UserEdit): Promise<void> {
    const { stdout, stderr, code } = end;
    if (code !== 0) {
      throw new CrashFailure(`${act.args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    }
    const touched = touchedBy(edit, act.before, act.after);
    mustHold(
      `after ${act.args.join(' ')} this is not as it should be`,
      differences(this.now(), act.after, touched),
    );
    mustBeAtRest(await readStateFile(this.sandbox));
  }

  /** How far the killed command had come, from what it left behind. */
  private async phase(act: Act, rewindsBefore: number): Promise<string> {
    const state: StateFile = await readStateFile(this.sandbox);
    const record = state.rewinds[rewindsBefore];
    if (record === undefined) return 'before its intent was recorded';
    if (record.status === 'done') return 'when it was recorded as done';
    const staging = readdirSync(this.sandbox.project).filter((name) => STAGING.test(name));
    const now = snapshotOf(this.sandbox.project, [...NOT_OURS, ...staging]);
    if (differences(now, act.before).length === 0) {
      return staging.length === 0 ? 'intent recorded' : 'preparing the new files';
    }
    if (differences(now, act.after).length > 0) return 'changing the files';
    return staging.length === 0 ? 'all changed and cleared' : 'clearing away';
  }

  /** The next commands, of which some are killed as well. */
  private async comeBack(round: Round): Promise<void> {
    const { sandbox, random } = this;
    while (random.chance(0.2)) {
      const plan = planKill(random, TARGETS, this.measured);
      round.note(`status, killed ${describePlan(plan)}`);
      await sandbox.devs(['status'], { plan });
    }
    const next = random.pick([
      ['status', '--json'],
      ['rewind', 'work', '--dry-run', '--json'],
      ['run', 'other', '--json'],
    ] as const);
    if (next[0] === 'run' && (await readStateFile(sandbox)).tasks.get('other') === 'done') {
      await sandbox.devsJson('retry', 'other');
    }
    round.note(next.join(' '));
    const [command, ...rest] = next;
    await sandbox.devsJson(command, ...rest.filter((word) => word !== '--json'));
  }

  /** Fails unless the workspace is as before or as after, and everything around it in order. */
  async mustBeEither(act: Act, edit: UserEdit | undefined): Promise<boolean> {
    const now = this.now();
    const touched = touchedBy(edit, act.before, act.after, now);
    const fromBefore = differences(now, act.before, touched);
    const fromAfter = differences(now, act.after, touched);
    if (fromBefore.length > 0) {
      mustHold(
        `neither as before (${fromBefore.length} differ) nor as after ${act.args.join(' ')}`,
        fromAfter,
      );
    }
    if (edit !== undefined && now.get(edit.path) !== edit.version) {
      throw new CrashFailure(`what the user wrote to ${edit.path} is ${now.get(edit.path)}`);
    }
    mustHold('.git was changed', differences(this.gitNow(), this.git));
    mustBeAtRest(await readStateFile(this.sandbox));
    return fromBefore.length > 0;
  }

  /** Carries out what is left, and undoes it, so that the next round begins where this one did. */
  async backToRest(then: {
    readonly act: Act;
    readonly redoes: boolean;
    readonly isAfter: boolean;
    readonly edit: UserEdit | undefined;
  }): Promise<void> {
    const { act, redoes, isAfter, edit } = then;
    if (!isAfter) await this.complete({ ...act, before: this.now() }, edit);
    if (!redoes) await this.complete(this.redoFrom(this.now()), edit);
    if (edit !== undefined) {
      if (redoes && isAfter) await this.showEdit(edit);
      if (this.now().get(edit.path) !== edit.version) {
        throw new CrashFailure(`what the user wrote to ${edit.path} was lost later`);
      }
      const touched = touchedBy(edit, act.before, act.after, this.now(), this.moment(TURNS));
      takeBackEdit(this.sandbox, touched, this.atRest);
      this.leaveDeleted(edit);
    }
    mustHold('not as at rest', differences(this.now(), this.moment(TURNS)));
  }

  /** Lets a checkpoint see an edit: one that none saw was never there. */
  private async showEdit(edit: UserEdit): Promise<void> {
    await this.complete(this.rewindTo(0), edit);
    await this.complete(this.redoFrom(this.now()), edit);
  }

  /** A file that the user made and deleted again stays deleted, whether or not the agent had one there. */
  private leaveDeleted(edit: UserEdit): void {
    if (this.moment(TURNS).has(edit.path)) return;
    this.moments = this.moments.map(
      (moment) => new Map([...moment].filter(([name]) => name !== edit.path)),
    );
  }
}
