import { EventEmitter, type WorkspaceFolder } from 'vscode';
import type { App } from '../../app/api/app';
import type { Overview } from '../../model/overview/overview';
import type { TurnPhase } from '../../ports/runObserver';
import { coalesce } from './coalesce';

/** Devs for one workspace folder, with the newest overview at hand. */
export class FolderApp {
  private readonly changed = new EventEmitter<void>();
  private readonly subscription: { dispose(): void };
  private latest: Overview | undefined;
  private newestReport: string | undefined;
  private judgedTaskId: string | undefined;

  /** Fires after each new overview. */
  readonly onDidChange = this.changed.event;

  /** Builds the overview anew; calls that come close together share one. */
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

  /** Id of the task about whose turn the judge model is asked right now, as far as this window runs it. */
  get askingJudge(): string | undefined {
    return this.judgedTaskId;
  }

  /** Notes what a run of this window does; without a phase nothing any more. */
  notePhase(phase?: Pick<TurnPhase, 'taskId' | 'phase'>): void {
    const asks = phase?.phase === 'judge' ? phase.taskId : undefined;
    if (asks === this.judgedTaskId) return;
    this.judgedTaskId = asks;
    this.changed.fire();
  }

  /** Ends a run of this window and gives the workspace free. */
  async dispose(): Promise<void> {
    this.subscription.dispose();
    this.changed.dispose();
    await this.app.dispose();
  }
}
