import type { Method, Params } from '../../src/protocol/messages';
import type { Alert } from './alert';
import type { ActionButton } from './button';
import type { Context } from './context';

type Action = Exclude<Method, 'ready'>;

interface Sending<M extends Action> {
  readonly method: M;
  readonly params: Params<M>;
  readonly button: ActionButton;
  readonly alert: Alert;
  /** Called after the host has completed the request. */
  readonly onDone?: () => void;
}

/** Sends the user's request: the button is busy until the response, then its message or an alert is shown. */
export function send<M extends Action>(context: Context, sending: Sending<M>): void {
  const { method, params, button, alert, onDone } = sending;
  alert.clear();
  button.setBusy(true);
  context.host
    .request(method, params)
    .then(
      (result) => {
        if ('message' in result) context.announcer.show(result.message);
        onDone?.();
      },
      (error: unknown) => alert.show(error instanceof Error ? error.message : String(error)),
    )
    .finally(() => button.setBusy(false));
}
