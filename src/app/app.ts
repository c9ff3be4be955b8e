import type { LimitName } from '../domain/limits';
import type { Overview } from '../domain/overview';
import type { FailureAnalysisReport } from '../domain/report';
import type { RunEnd } from '../domain/run';
import type { Answer } from '../ports/answer';
import type { ConfigEditor } from '../ports/configEditor';
import type { RunObserver } from '../ports/runObserver';
import type { Disposable } from '../ports/workspaceState';

export interface AppOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly who: 'window' | 'terminal';
  readonly environment: NodeJS.ProcessEnv;
  /** Folder with `sql-wasm.wasm`, `supervisor.js` and `migrations/` (`dist/` as built). */
  readonly assetsDir: string;
  /** Limits that the user really set in the editor; raw, they are checked here. */
  readonly settings: Readonly<Partial<Record<LimitName, unknown>>>;
}

export type RunAnswer =
  | { readonly ok: true; readonly end: RunEnd; readonly message: string }
  | { readonly ok: false; readonly message: string };

export interface RunRequest {
  /** Run these alone (and nothing else); absent: all. An unknown id is refused. */
  readonly taskIds?: readonly string[];
  readonly observer: RunObserver;
  /** Aborting cancels the running turn at once; its turn is recorded as interrupted. */
  readonly signal: AbortSignal;
}

export interface ResumeOptions {
  readonly hint?: string;
  readonly agent?: string;
}

/** Devs for one workspace folder: the one thing that the editor and the terminal both drive. */
export interface App extends ConfigEditor {
  readonly stateDir: string;
  /** Built from files alone; cheap enough to be called at each change. */
  overview(): Promise<Overview>;
  /** Called (debounced) when the state, the lease or `devs.yaml` changed, by whomever. */
  onDidChange(listener: () => void): Disposable;
  /** Runs until nothing can run; refused when someone alive runs already, or the file is wrong. */
  run(request: RunRequest): Promise<RunAnswer>;
  /** True while a run of this process goes on. */
  isRunning(): boolean;
  /** Ends the run, whoever has it, after its turn; `now` cancels the turn. */
  pause(options: { readonly now: boolean }): Promise<Answer>;
  /** Without an id: the one task that needs a human; refused when there is not exactly one. */
  skip(taskId: string | undefined): Promise<Answer>;
  /** The task becomes pending; the caller decides whether to go on with the run. */
  resume(taskId: string, options: ResumeOptions): Promise<Answer>;
  retry(taskId: string): Promise<Answer>;
  /** Newest report of the task, paused or not. */
  report(taskId: string): Promise<FailureAnalysisReport | undefined>;
  dispose(): Promise<void>;
}
