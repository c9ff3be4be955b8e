import type { RootProcess } from './systemProcesses';

/** Descriptor of the control channel in a supervisor. */
export const CONTROL_FD = 3;
/** Descriptors of its only child's standard output and error in a supervisor that inherits them. */
export const OUTPUT_FDS = [4, 5] as const;
/** Argument of a supervisor that inherits them, for systems without named pipes. */
export const INHERIT = '--inherit';

/** Named pipes for the output of a child: files that only their user can open. */
export interface PipeFiles {
  readonly output: string;
  readonly error: string;
}

/** Request of the runner to a supervisor. The end of the channel ends the tree and the supervisor. */
export type Order =
  /** Starts a child; only after `ready`. */
  | {
      readonly type: 'start';
      readonly program: string;
      readonly args: readonly string[];
      /** Windows: arguments are already quoted. */
      readonly verbatim: boolean;
      readonly cwd: string;
      /** The child's whole environment, marker included. */
      readonly env: Readonly<Record<string, string>>;
      /** Id of the tree in `DEVS_TURN`. */
      readonly marker: string;
      /** Path of the file that is the child's standard input; absent: the null device, or `isInteractive`. */
      readonly input?: string;
      /** The child's standard input is a pipe, filled by `input` orders. */
      readonly isInteractive?: true;
      /** Standard output and error share one pipe, so that their order is exact. */
      readonly merge: boolean;
    }
  /** More standard input of an interactive child; `undefined` closes it. */
  | { readonly type: 'input'; readonly text?: string }
  /** Ends the tree of the child. */
  | { readonly type: 'end' };

/** Reports of a supervisor, in this order for each child; `exit` can come before or after `end` was asked. */
export type Report =
  /** Sent before the folder of the next child's pipes exists: a supervisor that is killed leaves it. */
  | { readonly type: 'makingPipes'; readonly folder: string }
  /** `pipes`: of the next child; absent where the system has none, or the outputs are inherited. */
  | { readonly type: 'ready'; readonly pipes?: PipeFiles }
  /** Sent before the child exists: a supervisor that ends after this may have started it. */
  | { readonly type: 'starting' }
  | { readonly type: 'started'; readonly root: RootProcess }
  | { readonly type: 'couldNotStart'; readonly code: string; readonly message: string }
  | { readonly type: 'exit'; readonly code: number | null; readonly signal: string | null }
  /** `left`: number of processes that survived SIGKILL. If 0, `ready` follows. */
  | { readonly type: 'ended'; readonly left: number };

/** One message as a line. */
export function encodeMessage(message: Order | Report): string {
  return `${JSON.stringify(message)}\n`;
}

/** Accepts text chunks and calls `onMessage` for each complete line. Both ends are ours: no validation. */
export function createMessageReader(onMessage: (message: unknown) => void): (text: string) => void {
  let pending = '';
  return (text) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) onMessage(JSON.parse(line));
  };
}
