import type { App } from '../../app/api/app';
import type { DemoAnswer } from '../../app/demo/createDemo';
import type { Disposable } from '../../ports/workspaceState';
import type { OutputStream } from './style';

/** Process, streams, clock and signals that a command uses; replaced in tests. */
export interface CliHost {
  /** The arguments after `devs`. */
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Absolute path of the current folder; throws if it was removed. */
  cwd(): string;
  /** Read only to ask the user. */
  readonly stdin: NodeJS.ReadableStream & {
    readonly isTTY?: boolean;
    setRawMode?(isRaw: boolean): unknown;
  };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Absolute path of `dist/` as built. */
  readonly assetsDir: string;
  /** Loads the engine on first use. */
  openApp(workspaceDir: string): App | Promise<App>;
  /** Creates the demo project in this absolute folder. */
  createDemo(folder: string): Promise<DemoAnswer>;
  /**
   * Calls the listener for each SIGINT, SIGTERM and SIGHUP, which then do not end the process. A SIGHUP
   * that the parent process ignores stays ignored.
   */
  onSignal(listener: () => void): Disposable;
  /** Sends a signal as the terminal does: to this process and its group. */
  raise(signal: 'SIGINT' | 'SIGQUIT' | 'SIGTSTP'): void;
  /** Whether keys typed in the terminal go to this process. */
  isForeground(): boolean;
  /** Ends the process immediately. */
  exitNow(code: number): void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Wall-clock time. */
  date(): Date;
  everySecond(listener: () => void): Disposable;
  /** Calls the listener once, after so many milliseconds, unless disposed before. */
  after(ms: number, listener: () => void): Disposable;
}
