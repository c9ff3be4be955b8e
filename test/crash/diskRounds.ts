import { CrashFailure } from './failure';
import type { DevsEnd } from './devsRun';
import type { FullDisk } from './fullDisk';
import type { Random } from './random';
import { RewindRounds } from './rewindRounds';
import type { Round } from './round';
import { RunRounds } from './runRounds';
import type { Sandbox } from './sandbox';

const IS_CLEAR = /disk is full|no space|ENOSPC|quota/i;

/** Rewinds, redos and runs on a disk that is full. */
export class DiskRounds {
  private constructor(
    private readonly tools: {
      readonly sandbox: Sandbox;
      readonly random: Random;
      readonly disk: FullDisk;
      readonly rewinds: RewindRounds | undefined;
      readonly runs: RunRounds | undefined;
    },
  ) {}

  static async begin(sandbox: Sandbox, random: Random, disk: FullDisk): Promise<DiskRounds> {
    const tools = { sandbox, random, disk };
    return random.chance(0.6)
      ? new DiskRounds({
          ...tools,
          rewinds: await RewindRounds.begin(sandbox, random),
          runs: undefined,
        })
      : new DiskRounds({
          ...tools,
          rewinds: undefined,
          runs: await RunRounds.begin(sandbox, random),
        });
  }

  async play(round: Round): Promise<void> {
    const { rewinds, runs } = this.tools;
    if (rewinds !== undefined) await this.playRewind(rewinds, round);
    if (runs !== undefined) await this.playRun(runs, round);
  }

  async finish(): Promise<void> {
    await this.tools.rewinds?.finish();
    await this.tools.runs?.finish();
  }

  private async playRewind(rewinds: RewindRounds, round: Round): Promise<void> {
    const { sandbox } = this.tools;
    const next = await rewinds.nextAct();
    this.fill(round);
    const end = await sandbox.devs(next.act.args);
    round.note(`${next.act.args.join(' ')} → ${end.code}`);
    this.mustBeClear(end);
    if (end.code === 0) await rewinds.mustHaveWorked(end, next.act);
    // No way of looking at it may do harm while the disk is full.
    this.mustBeClear(await sandbox.devs(['status', '--json']));
    this.tools.disk.empty();
    await sandbox.devsJson('status');
    const isAfter = await rewinds.mustBeEither(next.act, undefined);
    const said = end.code === 0 ? 'succeeded' : 'was refused';
    if (end.code !== 0 && isAfter && saysNothingChanged(end)) {
      throw new CrashFailure(`files were changed, but it said: ${end.stdout}`);
    }
    round.count(`${this.where} ${next.act.args[0]} ${said}`, isAfter ? 'after' : 'before');
    await rewinds.backToRest({ ...next, isAfter, edit: undefined });
  }

  private async playRun(runs: RunRounds, round: Round): Promise<void> {
    const { sandbox } = this.tools;
    await runs.makeReady();
    this.fill(round);
    const end = await sandbox.devs(['run', 'work', '--json']);
    round.note(`run → ${end.code}`);
    await runs.acknowledge(end);
    this.mustBeClear(end);
    this.mustBeClear(await sandbox.devs(['status', '--json']));
    this.tools.disk.empty();
    await runs.look(round);
    await sandbox.devs(['resume', 'work']);
    await runs.runToTheEnd();
    round.count(`${this.where} run ended with ${end.code}`, '');
  }

  private get where(): string {
    return `${this.tools.disk.holds.join(' and ')}:`;
  }

  private fill(round: Round): void {
    const { random, disk } = this.tools;
    if (random.chance(0.3)) {
      const inodes = random.whole(0, 40);
      round.note(`room for ${inodes} files`);
      disk.fillInodes(inodes);
      return;
    }
    // From 4 KB to 2 MB, each size as likely as its double.
    const bytes = Math.round(4096 * 2 ** (random.fraction() * 9)) - 4096;
    round.note(`room for ${bytes} bytes`);
    disk.fill(bytes);
  }

  private mustBeClear(end: DevsEnd): void {
    if (end.code === 1 && !IS_CLEAR.test(`${end.stdout}${end.stderr}`)) {
      throw new CrashFailure(`it is not clear what was wrong: ${end.stdout}${end.stderr}`);
    }
  }
}

function saysNothingChanged({ stdout, stderr }: DevsEnd): boolean {
  return `${stdout}${stderr}`.includes('No file was changed');
}
