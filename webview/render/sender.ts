import type { Requests } from '../../src/protocol/messages';
import type { RequestMap } from '../../src/protocol/pageRequest';
import type { Announcer } from './announcer';

/** What a user can ask the host of a page for. */
type Action<R> = Exclude<keyof R, 'ready'>;

/** A request of the user; of the dashboard unless `R` is the protocol of another page. */
export interface Sending<M extends Action<R>, R extends RequestMap<R> = Requests> {
  readonly method: M;
  readonly params: R[M][0];
  /** Called after the host has completed the request, with its result. */
  readonly onDone?: (result: R[M][1]) => void;
}

/** The user's requests from one part of the page: which are not answered yet, and the last objection. */
export interface Sender<R extends RequestMap<R> = Requests> {
  /** Error beside the controls until the user dismisses it or retries; '' for none. */
  readonly problem: () => string;
  readonly isBusy: (button: string) => boolean;
  /** Sends a request: its button is busy until the response, then its message or an error is shown. */
  readonly send: <M extends Action<R>>(button: string, sending: Sending<M, R>) => void;
  /** Shows an error; '' removes it. */
  readonly complain: (problem: string) => void;
}

/** What a sender needs of the page. */
interface Services<R extends RequestMap<R>> {
  readonly host: {
    request<M extends Action<R>>(method: M, params: R[M][0]): Promise<R[M][1]>;
  };
  readonly announcer: Announcer;
}

/** Creates it without a request; `redraw` is called after each change. */
export function createSender<R extends RequestMap<R> = Requests>(
  { host, announcer }: Services<R>,
  redraw: () => void,
): Sender<R> {
  const busy = new Set<string>();
  let problem = '';
  const complain = (message: string): void => {
    problem = message;
    redraw();
  };
  return {
    problem: () => problem,
    isBusy: (button) => busy.has(button),
    complain,
    send: (button, { method, params, onDone }) => {
      busy.add(button);
      complain('');
      host
        .request(method, params)
        .then(
          (result) => {
            announcer.show(messageIn(result));
            onDone?.(result);
          },
          (error: unknown) => complain(messageOf(error)),
        )
        .finally(() => {
          busy.delete(button);
          redraw();
        });
    },
  };
}

/** What a result says; '' for nothing. */
function messageIn(result: unknown): string {
  const isDone = typeof result === 'object' && result !== null && 'message' in result;
  return isDone && typeof result.message === 'string' ? result.message : '';
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
