import { EventEmitter, type WorkspaceFolder } from 'vscode';
import type { App } from '../../app/api/app';
import type { Overview } from '../../model/overview/overview';
import type { TurnPhase } from '../../ports/runObserver';
import { coalesce } from './coalesce';

/** The app of one workspace folder with its newest overview. */
export class FolderApp {
  private readonly changed = new EventEmitter<void>();
  private readonly subscription: { dispose(): void };
  private latest: Overview | undefined;
  private newestReport: string | undefined;
  private judged: ReadonlySet<string> = new Set();

  /** Fires after each new overview. */
  readonly onDidChange = this.changed.event;

  /** Rebuilds the overview; concurrent calls share one run. */
  readonly refresh = coalesce(async (): Promise<Overview> => {
    const [overview, runReport] = [await this.app.overview(), await this.app.newestRunReport()];
    this.latest = overview;
    this.newestReport = runReport;
    this.changed.fire();
    return overview;
  });

  constructor(
    readonly folder: WorkspaceFolder,
    readonly app: App,
    report: (problem: string) => void,
  ) {
    this.subscription = app.onDidChange(() => {
      this.refresh().catch((error: unknown) => report(String(error)));
    });
  }

  /** The newest overview; undefined before the first `refresh`. */
  get overview(): Overview | undefined {
    return this.latest;
  }

  /** Id of the newest run report, as of the newest overview. */
  get runReport(): string | undefined {
    return this.newestReport;
  }

  /** Ids of the tasks about which this window currently asks the judge model. */
  get askingJudge(): ReadonlySet<string> {
    return this.judged;
  }

  /** Records the phase of a turn of this window. */
  notePhase({ taskId, phase }: Pick<TurnPhase, 'taskId' | 'phase'>): void {
    if (phase !== 'judge') this.noteTurnEnd(taskId);
    else if (!this.judged.has(taskId)) {
      this.judged = new Set([...this.judged, taskId]);
      this.changed.fire();
    }
  }

  /** Records the end of a task's turn; absent: of all turns of this window. */
  noteTurnEnd(taskId?: string): void {
    const left = [...this.judged].filter((id) => taskId !== undefined && id !== taskId);
    if (left.length === this.judged.size) return;
    this.judged = new Set(left);
    this.changed.fire();
  }

  /** Ends the run of this window and releases the lease. */
  async dispose(): Promise<void> {
    this.subscription.dispose();
    this.changed.dispose();
    await this.app.dispose();
  }
}
