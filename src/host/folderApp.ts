import { EventEmitter, type WorkspaceFolder } from 'vscode';
import type { App } from '../app/app';
import type { Overview } from '../domain/overview';
import { coalesced } from './coalesced';

/** Devs for one workspace folder, with the newest overview at hand. */
export class FolderApp {
  private readonly changed = new EventEmitter<void>();
  private readonly subscription: { dispose(): void };
  private latest: Overview | undefined;
  private newestReport: string | undefined;

  /** Fires after each new overview. */
  readonly onDidChange = this.changed.event;

  /** Builds the overview anew; calls that come close together share one. */
  readonly refresh = coalesced(async (): Promise<Overview> => {
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

  /** Ends a run of this window and gives the workspace free. */
  async dispose(): Promise<void> {
    this.subscription.dispose();
    this.changed.dispose();
    await this.app.dispose();
  }
}
