import type { LogOutputChannel } from 'vscode';
import type { RunAnswer } from '../app/app';
import type { Answer } from '../ports/answer';
import type { FolderApp } from './folderApp';
import { FolderRun } from './folderRun';
import { describeHolder, otherHolder, type Self } from './holder';

/** What a controller works with. */
export interface RunControllerOptions {
  readonly self: Self;
  readonly log: LogOutputChannel;
  /** Told once for each run that had begun, after it has ended. */
  readonly onEnd: (folder: FolderApp, answer: RunAnswer) => Promise<void>;
}

/** Starts runs in this window, one for a folder at a time, and goes on with them after Resume. */
export class RunController {
  private readonly runs = new Map<FolderApp, FolderRun>();
  private readonly lastTaskIds = new Map<string, readonly string[] | undefined>();

  constructor(private readonly options: RunControllerOptions) {}

  /** Starts a run and answers as soon as it has begun or was refused. */
  async start(folder: FolderApp, taskIds?: readonly string[]): Promise<Answer> {
    if (this.runs.has(folder)) return { ok: false, message: 'A run goes on already.' };
    const run = new FolderRun({ folder, taskIds, log: this.options.log });
    this.runs.set(folder, run);
    void this.finish(folder, run);
    const started = await run.started;
    if (run.hasBegun) this.lastTaskIds.set(folder.folder.uri.toString(), taskIds);
    return started;
  }

  /**
   * Goes on with the run after `taskId` was resumed. A run that goes on takes the task up by itself;
   * one that is just ending because of it is started again. A run of some tasks stays one of those.
   */
  async goOn(folder: FolderApp, taskId: string): Promise<Answer> {
    const run = this.runs.get(folder);
    if (run !== undefined) {
      void this.goOnAfter(run, folder, taskId);
      return { ok: true, message: 'The run takes it up.' };
    }
    const overview = await folder.refresh();
    const other = otherHolder(overview.holder, this.options.self);
    if (other !== undefined) {
      return { ok: true, message: `The run ${describeHolder(other)} takes it up.` };
    }
    const last = this.lastTaskIds.get(folder.folder.uri.toString());
    return this.start(folder, last === undefined ? undefined : [...new Set([...last, taskId])]);
  }

  /** The end of the folder's run, should one go on. */
  async idle(folder: FolderApp): Promise<void> {
    for (let run = this.runs.get(folder); run !== undefined; run = this.runs.get(folder)) {
      await run.ended;
    }
  }

  /** Cancels every run and waits until they have ended. */
  async dispose(): Promise<void> {
    const runs = [...this.runs.values()];
    this.runs.clear();
    for (const run of runs) run.cancel();
    await Promise.all(runs.map((run) => run.ended));
  }

  private async finish(folder: FolderApp, run: FolderRun): Promise<void> {
    const answer = await run.ended;
    const closing = this.runs.get(folder) !== run;
    if (closing) return;
    this.runs.delete(folder);
    if (answer.ok) this.options.log.info(`[${folder.folder.name}] ${answer.message}`);
    else this.options.log.error(`[${folder.folder.name}] ${answer.message}`);
    try {
      if (run.hasBegun) await this.options.onEnd(folder, answer);
    } catch (error) {
      this.options.log.error(error instanceof Error ? error : String(error));
    }
  }

  private async goOnAfter(run: FolderRun, folder: FolderApp, taskId: string): Promise<void> {
    const answer = await run.ended;
    if (!answer.ok || answer.end.kind !== 'needsHuman' || this.runs.get(folder) === run) return;
    const overview = await folder.refresh();
    const waits = overview.tasks.some((task) => task.id === taskId && task.runnable);
    if (waits && !this.runs.has(folder)) await this.goOn(folder, taskId);
  }
}
