import type { Method, Params } from '../../src/protocol/messages';
import type { HostConnection } from '../hostConnection';
import type { Announcer } from './announcer';

type Action = Exclude<Method, 'ready'>;

/** A request of the user. */
export interface Sending<M extends Action> {
  readonly method: M;
  readonly params: Params<M>;
  /** Called after the host has completed the request. */
  readonly onDone?: () => void;
}

/** The user's requests from one part of the page: which are not answered yet, and the last objection. */
export interface Sender {
  /** Error beside the controls until the user dismisses it or retries; '' for none. */
  readonly problem: () => string;
  readonly isBusy: (button: string) => boolean;
  /** Sends a request: its button is busy until the response, then its message or an error is shown. */
  readonly send: <M extends Action>(button: string, sending: Sending<M>) => void;
  /** Shows an error; '' removes it. */
  readonly complain: (problem: string) => void;
}

/** What a sender needs of the page. */
interface Services {
  readonly host: Pick<HostConnection, 'request'>;
  readonly announcer: Announcer;
}

/** Creates it without a request; `redraw` is called after each change. */
export function createSender({ host, announcer }: Services, redraw: () => void): Sender {
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
            if ('message' in result) announcer.show(result.message);
            onDone?.();
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

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
