import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AcknowledgedTurns } from './acknowledgedTurns';
import { CrashFailure, mustHold } from './failure';
import { describePlan, planKill, readOperations, type Measured, type Targets } from './killPlans';
import type { DevsEnd } from './devsRun';
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
  mustMatchMoments,
  readStateFile,
} from './stateFile';
import { toldByRun } from './toldByRun';

/** Turns of an undisturbed run. */
const TURNS = 3;

const TARGETS: Targets = {
  operations: ['devs\\.db', 'devs\\.db', 'checkpoints/', 'lease/', '(prompts|transcripts)/', ''],
  events: [
    { only: /state\/devs\.db\..*tmp$/, upTo: 14 },
    { only: /state\/checkpoints\//, upTo: 10 },
    { only: /^rename state\//, upTo: 40 },
    { only: /project\//, upTo: 60 },
  ],
};

/** Kills of runs of one sandbox, one after the other. */
export class RunRounds {
  private measured: Measured = { ms: 4000, operations: [] };
  private readonly acknowledged: AcknowledgedTurns;

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly random: Random,
  ) {
    this.acknowledged = new AcknowledgedTurns(sandbox);
  }

  static async begin(sandbox: Sandbox, random: Random): Promise<RunRounds> {
    const rounds = new RunRounds(sandbox, random);
    await rounds.runToTheEnd();
    return rounds;
  }

  async play(round: Round): Promise<void> {
    const { sandbox, random } = this;
    await this.makeReady();
    const plan = planKill(random, TARGETS, this.measured);
    round.note(`run, killed ${describePlan(plan)}`);
    const end = await sandbox.devs(['run', 'work', '--json'], { plan });
    await this.acknowledge(end);
    const phase = this.phase(end);
    round.note(phase);
    if (random.chance(0.5)) await processesLeft(sandbox.root, 5_000);
    if (random.chance(0.7)) await this.look(round);
    if (random.chance(0.4)) await this.runToTheEnd();
    if (end.killed) round.count(phase, '');
  }

  async finish(): Promise<void> {
    await this.runToTheEnd();
    const state = await readStateFile(this.sandbox);
    await mustBeReadable(this.sandbox, state);
    await mustMatchMoments(this.sandbox, state);
  }

  /** Commands that only look, of which some are killed as well; they put right what was left. */
  async look(round: Round): Promise<void> {
    const { sandbox, random } = this;
    while (random.chance(0.2)) {
      const plan = planKill(random, TARGETS, { ...this.measured, ms: this.measured.ms / 4 });
      round.note(`status, killed ${describePlan(plan)}`);
      await sandbox.devs(['status'], { plan });
    }
    round.note('status');
    await sandbox.devsJson('status', ...(random.chance(0.5) ? ['work'] : []));
    const left = await processesLeft(sandbox.root, 10_000);
    mustHold('still alive', left.map(String));
    const state = await readStateFile(sandbox);
    this.acknowledged.mustBeIn(state);
    mustBeAtRest(state);
    const before = this.everything();
    const { code, stderr } = await sandbox.devs(['rewind', 'work', '--dry-run']);
    if (code !== 0 && !stderr.includes('not had a turn yet')) {
      throw new CrashFailure(`a preview ended with ${code}: ${stderr}`);
    }
    mustHold('the workspace was changed', differences(this.everything(), before));
  }

  async makeReady(turns = TURNS): Promise<void> {
    const { sandbox } = this;
    // What is left of a killed run may still be making calls.
    await processesLeft(sandbox.root, 5_000);
    const { tasks } = await readStateFile(sandbox);
    const status = tasks.get('work');
    if (status === 'done') await sandbox.devsJson('retry', 'work');
    // Interrupted runs may have used up its turns.
    if (status === 'PAUSED_FOR_INTERVENTION') await sandbox.devsJson('resume', 'work');
    sandbox.order({ endAt: sandbox.calls() + turns, keepMoments: true });
  }

  /** A run that nobody disturbs: it takes up what is there and brings it to its end. */
  async runToTheEnd(turns = TURNS): Promise<void> {
    const { sandbox } = this;
    await this.makeReady(turns);
    ageLitter(sandbox);
    const log = path.join(sandbox.root, 'operations');
    const end = await sandbox.devs(['run', 'work', '--json'], { log });
    await this.acknowledge(end);
    const { tasks } = await readStateFile(sandbox);
    if (tasks.get('work') === 'PAUSED_FOR_INTERVENTION') {
      await this.runToTheEnd(turns);
      return;
    }
    if (end.code !== 0) {
      throw new CrashFailure(`run ended with ${end.code}: ${end.stdout.slice(-600)}${end.stderr}`);
    }
    const state = await readStateFile(sandbox);
    this.acknowledged.mustBeIn(state);
    mustBeAtRest(state);
    mustBeTidy(sandbox);
    this.mustHaveLeftGitAlone();
    const left = await processesLeft(sandbox.root, 10_000);
    mustHold('still alive', left.map(String));
    this.measured = { ms: end.ms, operations: readOperations(log) };
  }

  /** Notes which turns it told to have ended; they must be there. */
  async acknowledge({ stdout }: DevsEnd): Promise<void> {
    this.acknowledged.add(stdout);
    this.acknowledged.mustBeIn(await readStateFile(this.sandbox));
  }

  /** Fails unless each call of the agent found the repository as the one before had left it. */
  private mustHaveLeftGitAlone(): void {
    const notes = this.sandbox.notes();
    const problems = notes.flatMap((note, i) => {
      const before = notes[i - 1];
      if (note.at !== 'start' || before?.at !== 'end' || before.git === note.git) return [];
      return [`between calls ${before.call} and ${note.call}`];
    });
    mustHold('.git was changed', problems);
  }

  private everything(): Snapshot {
    return snapshotOf(this.sandbox.project, []);
  }

  /** Where a run was when it ended, from what it told and what others noted. */
  private phase({ stdout, killed }: DevsEnd): string {
    if (!killed) return 'not killed';
    const told = toldByRun(stdout);
    if (told.last === 'result') return 'at its very end';
    if (told.started === 0) return 'before the first turn was told';
    if (told.started === told.ended.size) return 'between two turns';
    const notes = this.sandbox.notes();
    const verified = path.join(this.sandbox.root, 'verified');
    const verifications = existsSync(verified) ? readFileSync(verified, 'utf8').length : 0;
    if (notes.at(-1)?.at === 'start') return 'while the agent was at work';
    const isVerified = verifications === notes.filter(({ at }) => at === 'end').length;
    if (isVerified && told.last === 'verify') return 'while the turn was recorded';
    return told.last === 'verify' ? 'in the verification' : 'around the agent';
  }
}
