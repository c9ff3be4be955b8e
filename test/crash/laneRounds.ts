import path from 'node:path';
import { AcknowledgedTurns } from './acknowledgedTurns';
import { CrashFailure, mustHold } from './failure';
import type { DevsEnd } from './devsRun';
import { describePlan, planKill, readOperations, type Measured, type Targets } from './killPlans';
import { LANE_TASKS, LaneSandbox, type LaneTask } from './laneSandbox';
import { processesLeft } from './processes';
import type { Random } from './random';
import type { Round } from './round';
import type { Sandbox } from './sandbox';
import { ageLitter, mustBeAtRest, mustBeTidy, readStateFile } from './stateFile';
import { toldByRun } from './toldByRun';

const TARGETS: Targets = {
  operations: ['/project/', '/project/', '/worktrees/', 'devs\\.db', 'checkpoints/', ''],
  events: [
    { only: /state\/worktrees\//, upTo: 60 },
    { only: /state\/devs\.db\..*tmp$/, upTo: 30 },
    { only: /state\/checkpoints\//, upTo: 20 },
    { only: /project\/(land|lines)/, upTo: 20 },
    { only: /project\/\.git\//, upTo: 60 },
  ],
};

/** How often the user writes while a run goes on, in milliseconds. */
const EDIT_EACH_MS = 40;

/** Kills of runs in which four tasks work at the same time and land one after the other. */
export class LaneRounds {
  private measured: Measured = { ms: 6000, operations: [] };
  private readonly acknowledged: AcknowledgedTurns;

  private constructor(
    private readonly lanes: LaneSandbox,
    private readonly random: Random,
  ) {
    this.acknowledged = new AcknowledgedTurns(lanes.sandbox);
  }

  static async begin(sandbox: Sandbox, random: Random): Promise<LaneRounds> {
    const rounds = new LaneRounds(new LaneSandbox(sandbox, random), random);
    await rounds.runToTheEnd();
    return rounds;
  }

  async play(round: Round): Promise<void> {
    const { random, lanes } = this;
    await this.makeReady();
    if (random.chance(0.5)) lanes.editShared();
    const plan = planKill(random, TARGETS, this.measured);
    round.note(`${lanes.mode}, killed ${describePlan(plan)}`);
    const end = await this.besideTheUser(() => this.sandbox.devs(['run', '--json'], { plan }));
    await this.acknowledge(end);
    const phase = phaseOf(end);
    round.note(phase);
    // What the killed one started may go on for a moment, and the user too.
    if (random.chance(0.5)) await processesLeft(this.sandbox.root, 5_000);
    if (random.chance(0.3)) lanes.editOwn();
    if (random.chance(0.7)) await this.look(round);
    if (random.chance(0.4)) await this.runToTheEnd();
    if (end.killed) round.count(`${lanes.mode}: ${phase}`, '');
  }

  async finish(): Promise<void> {
    await this.runToTheEnd();
  }

  private get sandbox(): Sandbox {
    return this.lanes.sandbox;
  }

  /** Commands that only look, of which some are killed as well; they complete or undo what was cut off. */
  private async look(round: Round): Promise<void> {
    const { sandbox, random } = this;
    while (random.chance(0.2)) {
      const plan = planKill(random, TARGETS, { ...this.measured, ms: this.measured.ms / 4 });
      round.note(`status, killed ${describePlan(plan)}`);
      await sandbox.devs(['status'], { plan });
    }
    round.note('status');
    await sandbox.devsJson('status');
    await this.mustBeWhole();
  }

  private async mustBeWhole(): Promise<void> {
    const left = await processesLeft(this.sandbox.root, 10_000);
    mustHold('still alive', left.map(String));
    const state = await readStateFile(this.sandbox);
    this.acknowledged.mustBeIn(state);
    mustBeAtRest(state);
    this.lanes.mustHaveKeptTheUsers();
    for (const task of LANE_TASKS) {
      const [landed, ordered] = [this.lanes.landed(task), this.lanes.ordered(task)];
      const expected = state.tasks.get(task) === 'done' ? ordered : ordered - 1;
      mustHold(
        'landings do not fit their tasks',
        landed === expected
          ? []
          : [`${task} is ${state.tasks.get(task)}: ${landed}, not ${expected}`],
      );
    }
    this.lanes.mustKnowWorktrees(LANE_TASKS.filter((task) => state.tasks.get(task) !== 'done'));
  }

  /** Tasks that are done begin once more; others go on. */
  private async makeReady(): Promise<void> {
    const { sandbox, lanes, random } = this;
    await processesLeft(sandbox.root, 5_000);
    let { tasks } = await readStateFile(sandbox);
    const isPaused = (task: LaneTask): boolean =>
      tasks.get(task) === 'PAUSED_FOR_INTERVENTION' || tasks.get(task) === 'blocked';
    // The first command after a kill puts right what was left.
    if ([...tasks.values()].some((status) => status === 'in_progress')) {
      await sandbox.devsJson('status');
      ({ tasks } = await readStateFile(sandbox));
    }
    for (const task of LANE_TASKS) {
      if (isPaused(task)) await sandbox.devsJson('resume', task);
      if (tasks.get(task) !== 'done' || random.chance(0.2)) continue;
      await sandbox.devsJson('retry', task);
      lanes.order(task, lanes.ordered(task) + 1);
    }
  }

  /** A run that nobody disturbs but the user. */
  private async runToTheEnd(): Promise<void> {
    const { sandbox } = this;
    await this.makeReady();
    ageLitter(sandbox);
    const log = path.join(sandbox.root, 'operations');
    const end = await this.besideTheUser(() => sandbox.devs(['run', '--json'], { log }));
    await this.acknowledge(end);
    const { tasks } = await readStateFile(sandbox);
    // Interrupted turns may have used up those it has.
    if ([...tasks.values()].includes('PAUSED_FOR_INTERVENTION')) {
      await this.runToTheEnd();
      return;
    }
    if (end.code !== 0)
      throw new CrashFailure(`run ended with ${end.code}: ${end.stdout.slice(-900)}${end.stderr}`);
    await this.mustBeWhole();
    mustBeTidy(sandbox);
    this.measured = { ms: end.ms, operations: readOperations(log) };
  }

  /** The user goes on writing files of their own meanwhile. */
  private async besideTheUser(run: () => Promise<DevsEnd>): Promise<DevsEnd> {
    const timer = setInterval(() => this.lanes.editOwn(), EDIT_EACH_MS);
    try {
      return await run();
    } finally {
      clearInterval(timer);
    }
  }

  private async acknowledge({ stdout }: DevsEnd): Promise<void> {
    this.acknowledged.add(stdout);
    this.acknowledged.mustBeIn(await readStateFile(this.sandbox));
  }
}

/** Where a run was when it ended. */
function phaseOf({ stdout, killed }: DevsEnd): string {
  if (!killed) return 'not killed';
  const { started, ended, landed, last } = toldByRun(stdout);
  if (last === 'result') return 'at its very end';
  if (started === 0) return 'before the first turn';
  const working = `${started - ended.size} turns under way`;
  return landed === 0 ? `${working}, none landed` : `${working}, some landed`;
}
