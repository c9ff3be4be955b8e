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
  private judgedTaskId: string | undefined;

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

  /** Id of the task about which this window currently asks the judge model; undefined for none. */
  get askingJudge(): string | undefined {
    return this.judgedTaskId;
  }

  /** Records the phase of a run of this window; undefined at its end. */
  notePhase(phase?: Pick<TurnPhase, 'taskId' | 'phase'>): void {
    const judgedTaskId = phase?.phase === 'judge' ? phase.taskId : undefined;
    if (judgedTaskId === this.judgedTaskId) return;
    this.judgedTaskId = judgedTaskId;
    this.changed.fire();
  }

  /** Ends the run of this window and releases the lease. */
  async dispose(): Promise<void> {
    this.subscription.dispose();
    this.changed.dispose();
    await this.app.dispose();
  }
}
