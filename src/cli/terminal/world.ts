import type { App } from '../../app/api/app';
import type { Disposable } from '../../ports/workspaceState';
import type { OutputStream } from './style';

/** Everything outside the command line that it touches; tests bring their own. */
export interface CliWorld {
  /** The words after `devs`. */
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Absolute path of the current folder; throws when it is gone. */
  cwd(): string;
  /** Read only where a human is asked. */
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Loads the engine on first use. */
  openApp(workspaceDir: string): App | Promise<App>;
  /**
   * Called for each SIGINT, SIGTERM and SIGHUP, which then do not end the process by themselves; not
   * for a SIGHUP that whoever started the process wants ignored.
   */
  onSignal(listener: () => void): Disposable;
  /** Ends the process at once. */
  exitNow(code: number): void;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Wall-clock time. */
  date(): Date;
  everySecond(listener: () => void): Disposable;
}
