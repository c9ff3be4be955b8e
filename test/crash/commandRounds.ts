import { CrashFailure, mustHold } from './failure';
import type { DevsEnd } from './devsRun';
import { describePlan, planKill, type Measured, type Targets } from './killPlans';
import { processesLeft } from './processes';
import type { Random } from './random';
import type { Round } from './round';
import { RunRounds } from './runRounds';
import type { Sandbox } from './sandbox';
import { differences, snapshotOf } from './snapshot';
import { mustBeAtRest, mustBeReadable, readStateFile, type StateFile } from './stateFile';

const TARGETS: Targets = {
  operations: ['devs\\.db', 'devs\\.db', 'lease/', 'checkpoints/', ''],
  events: [
    { only: /state\/devs\.db\..*tmp$/, upTo: 4 },
    { only: /^rename state\//, upTo: 10 },
    { only: /state\/checkpoints\//, upTo: 4 },
  ],
};

/** A command that changes what is recorded of a task. */
interface Act {
  readonly args: readonly string[];
  /** Status that the task must have before it; undefined: any. */
  readonly needs: 'done' | 'blocked' | 'skipped' | undefined;
  /** What it makes of it. */
  readonly makes: string | undefined;
}

const ACTS: readonly Act[] = [
  { args: ['retry', 'work'], needs: 'done', makes: 'pending' },
  { args: ['retry', 'work'], needs: 'skipped', makes: 'pending' },
  { args: ['skip', 'work'], needs: 'blocked', makes: 'skipped' },
  { args: ['resume', 'work', '--hint', 'Think.'], needs: 'blocked', makes: 'pending' },
  { args: ['clean'], needs: undefined, makes: undefined },
  { args: ['clean'], needs: undefined, makes: undefined },
];

/** Kills of whatever else writes: skip, resume, retry, clean, and pause while a run goes on. */
export class CommandRounds {
  private readonly measured: Measured = { ms: 900, operations: Array<string>(12).fill('devs.db') };

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly random: Random,
    private readonly runs: RunRounds,
  ) {}

  static async begin(sandbox: Sandbox, random: Random): Promise<CommandRounds> {
    return new CommandRounds(sandbox, random, await RunRounds.begin(sandbox, random));
  }

  async play(round: Round): Promise<void> {
    if (this.random.chance(0.2)) await this.playPause(round);
    else await this.playAct(this.random.pick(ACTS), round);
  }

  async finish(): Promise<void> {
    await this.bring('done');
    await this.runs.finish();
  }

  private async playAct(act: Act, round: Round): Promise<void> {
    const { sandbox, random } = this;
    await this.bring(act.needs);
    const before = await readStateFile(sandbox);
    const files = snapshotOf(sandbox.project, []);
    const plan = planKill(random, TARGETS, this.measured);
    round.note(`${act.args.join(' ')}, killed ${describePlan(plan)}`);
    const end = await sandbox.devs(act.args, { plan });
    if (!end.killed && end.code !== 0) {
      throw new CrashFailure(`${act.args.join(' ')} ended with ${end.code}: ${end.stderr}`);
    }
    await sandbox.devsJson('status');
    const after = await readStateFile(sandbox);
    mustBeAtRest(after);
    mustHold('the workspace was changed', differences(snapshotOf(sandbox.project, []), files));
    const isAfter = this.mustBeEither(act, before, after);
    await mustBeReadable(sandbox, after);
    if (end.killed) round.count(act.args[0] ?? '', isAfter ? 'after' : 'before');
  }

  /** The status and what the history says of it belong together. */
  private mustBeEither({ makes }: Act, before: StateFile, after: StateFile): boolean {
    const told = after.interventions - before.interventions;
    const [was, is] = [before.tasks.get('work'), after.tasks.get('work')];
    if (makes === undefined) {
      if (was === is && told === 0) return false;
    } else {
      if (is === makes && told === 1) return true;
      if (is === was && told === 0) return false;
    }
    throw new CrashFailure(`work was ${was}, is ${is}, and ${told} interventions are told`);
  }

  /** A run is asked to pause by somebody who is killed: it goes on or pauses, and nothing is lost. */
  private async playPause(round: Round): Promise<void> {
    const { sandbox, random, runs } = this;
    await this.bring('done');
    await runs.makeReady();
    const running = sandbox.devs(['run', 'work', '--json']);
    await this.untilCalled(running);
    const now = random.chance(0.5) ? ['--now'] : [];
    const plan = planKill(random, TARGETS, this.measured);
    round.note(`pause ${now.join('')}, killed ${describePlan(plan)}`);
    const pause = await sandbox.devs(['pause', ...now], { plan });
    const end = await running;
    await runs.acknowledge(end);
    if (end.code !== 0 && end.code !== 130) {
      throw new CrashFailure(`the run ended with ${end.code}: ${end.stdout.slice(-500)}`);
    }
    await runs.look(round);
    if (pause.killed) round.count('pause', end.code === 0 ? 'before' : 'after');
  }

  private async untilCalled(running: Promise<DevsEnd>): Promise<void> {
    const calls = this.sandbox.calls();
    const run = { isOver: false };
    void running.finally(() => (run.isOver = true)).catch(() => undefined);
    while (!run.isOver && this.sandbox.calls() === calls) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Gives the task a status, undisturbed. */
  private async bring(status: Act['needs']): Promise<void> {
    const { sandbox, runs } = this;
    await processesLeft(sandbox.root, 5_000);
    const is = async (): Promise<string> =>
      (await readStateFile(sandbox)).tasks.get('work') ?? 'pending';
    if (status === undefined || (await is()) === status) return;
    if ((await is()) === 'blocked') await sandbox.devsJson('resume', 'work');
    if (status === 'skipped') {
      if ((await is()) === 'done') await sandbox.devsJson('retry', 'work');
      await sandbox.devsJson('skip', 'work');
      return;
    }
    if ((await is()) === 'skipped') await sandbox.devsJson('retry', 'work');
    if (status === 'done') {
      await runs.runToTheEnd(1);
      return;
    }
    await runs.makeReady();
    sandbox.order({ endAt: Infinity, keepMoments: true, fails: true });
    await sandbox.devs(['run', 'work', '--json']);
    if ((await is()) !== 'blocked') throw new CrashFailure(`work is ${await is()}, not blocked`);
  }
}
