import type { LogOutputChannel } from 'vscode';
import type { RunAnswer } from '../../app/api/answers';
import type { Resumption } from '../../app/api/requests';
import { describeHolder, type LeaseHolder } from '../../model/workspace/leaseHolder';
import type { Answer } from '../../ports/answer';
import type { FolderApp } from '../folders/folderApp';
import { FolderRun, type FolderRunOptions } from './folderRun';
import { otherHolder, type ThisProcess } from '../folders/otherHolder';

/** Dependencies of `RunController`. */
export interface RunControllerOptions {
  readonly self: ThisProcess;
  readonly log: LogOutputChannel;
  /** As in `FolderRunOptions`. */
  readonly onBudget?: FolderRunOptions['onBudget'];
  /** Called once for each started run, after it has ended. */
  readonly onEnd: (folder: FolderApp, answer: RunAnswer) => Promise<void>;
}

/** Starts runs in this window, one per folder at a time, and continues them after Resume. */
export class RunController {
  private readonly runs = new Map<FolderApp, FolderRun>();
  private readonly lastTaskIds = new Map<string, readonly string[] | undefined>();

  constructor(private readonly options: RunControllerOptions) {}

  /** Starts a run; resolves when it has started or was refused. */
  async start(folder: FolderApp, taskIds?: readonly string[]): Promise<Answer> {
    if (this.runs.has(folder)) return { ok: false, message: 'A run is already active.' };
    return await this.begin({ folder, taskIds, log: this.options.log }).started;
  }

  /**
   * Resumes a task and continues the run, both under one lease. Undefined when that is not possible
   * here: a run is active in this window, or another process has the lease.
   */
  async resumeAndContinue(folder: FolderApp, first: Resumption): Promise<Answer | undefined> {
    if (this.runs.has(folder) || this.otherHolderOf(folder) !== undefined) return undefined;
    const taskIds = this.nextTaskIds(folder, first.taskId);
    const run = this.begin({ folder, taskIds, first, log: this.options.log });
    const started = await run.started;
    const { resumed } = run;
    if (resumed?.ok !== true) return resumed;
    return { ok: started.ok, message: `${resumed.message} ${started.message}` };
  }

  /**
   * Continues the run after `taskId` was resumed. An active run picks the task up by itself;
   * a run that is ending because of it is started again. The selection of tasks is kept.
   */
  async continueRun(folder: FolderApp, taskId: string): Promise<Answer> {
    const run = this.runs.get(folder);
    if (run !== undefined) {
      void this.continueAfter(run, folder, taskId);
      return { ok: true, message: `The active run continues with ${taskId}.` };
    }
    await folder.refresh();
    const other = this.otherHolderOf(folder);
    if (other !== undefined) {
      return {
        ok: true,
        message: `The run in ${describeHolder(other, 'window')} continues with ${taskId}.`,
      };
    }
    return this.start(folder, this.nextTaskIds(folder, taskId));
  }

  /** Resolves when no run of the folder is active. */
  async waitUntilIdle(folder: FolderApp): Promise<void> {
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

  private begin(options: FolderRunOptions): FolderRun {
    const { folder, taskIds } = options;
    const run = new FolderRun({ ...options, onBudget: this.options.onBudget });
    this.runs.set(folder, run);
    void this.finish(folder, run);
    void run.started.then(() => {
      if (run.hasBegun) this.lastTaskIds.set(folder.folder.uri.toString(), taskIds);
    });
    return run;
  }

  /** Another process that has the lease, as of the newest overview. */
  private otherHolderOf({ overview }: FolderApp): LeaseHolder | undefined {
    return otherHolder(overview?.holder, this.options.self);
  }

  /** The tasks of the last run and this one; undefined for all. */
  private nextTaskIds({ folder }: FolderApp, taskId: string): readonly string[] | undefined {
    const last = this.lastTaskIds.get(folder.uri.toString());
    return last && [...new Set([...last, taskId])];
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

  private async continueAfter(run: FolderRun, folder: FolderApp, taskId: string): Promise<void> {
    const answer = await run.ended;
    if (!answer.ok || answer.end.kind !== 'needsHuman' || this.runs.get(folder) === run) return;
    const overview = await folder.refresh();
    const waits = overview.tasks.some((task) => task.id === taskId && task.runnable);
    if (waits && !this.runs.has(folder)) await this.continueRun(folder, taskId);
  }
}
