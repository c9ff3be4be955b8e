import type { RootProcess } from './systemProcesses';

/** Descriptors of the supervisor: the control channel, then the child's standard streams. */
export const CONTROL_FD = 3;
export const CHILD_FDS = [4, 5, 6] as const;

/** What the runner asks of the supervisor. The end of the channel means `end`. */
export type Order =
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
    }
  | { readonly type: 'end' };

/** What the supervisor reports, in this order; `exit` can come before or after `end` was asked. */
export type Report =
  /** Sent before the child exists: a supervisor that ends after this may have started it. */
  | { readonly type: 'starting' }
  | { readonly type: 'started'; readonly root: RootProcess }
  | { readonly type: 'couldNotStart'; readonly code: string; readonly message: string }
  | { readonly type: 'exit'; readonly code: number | null; readonly signal: string | null }
  /** `left`: processes that outlived even SIGKILL. */
  | { readonly type: 'ended'; readonly left: number };

/** One message as a line. */
export function encodeMessage(message: Order | Report): string {
  return `${JSON.stringify(message)}\n`;
}

/** Feeds text as it arrives and calls `onMessage` for each whole line. Both ends are ours: no validation. */
export function createMessageReader(onMessage: (message: unknown) => void): (text: string) => void {
  let pending = '';
  return (text) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) onMessage(JSON.parse(line));
  };
}
