import type { LimitName } from '../domain/limits';
import type { Overview } from '../domain/overview';
import type { FailureAnalysisReport } from '../domain/report';
import type { RunEnd } from '../domain/run';
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

/** The outcome of anything a human asked for; the message is one or two sentences for humans. */
export type Answer =
  | { readonly ok: true; readonly message: string }
  | { readonly ok: false; readonly message: string };

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

export interface NewTask {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly verify?: string;
}

/** What `init` found and wrote. */
export type InitAnswer =
  | {
      readonly ok: true;
      readonly file: string;
      /** Agents found on PATH, in the order of preference; the first one is the default. */
      readonly agents: readonly string[];
      readonly verify: string | undefined;
      readonly message: string;
    }
  | { readonly ok: false; readonly message: string };

/** Devs for one workspace folder: the one thing that the editor and the terminal both drive. */
export interface App {
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
  /** Writes a first `devs.yaml`; never overwrites one. */
  init(): Promise<InitAnswer>;
  /** Adds a task to `devs.yaml`, comments and order kept. */
  addTask(task: NewTask): Promise<Answer>;
  dispose(): Promise<void>;
}
