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
  /** Runs once the host has carried it out. */
  readonly onDone?: () => void;
}

/** Sends what the human asked for: busy meanwhile, then the answer's message or an alert. */
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
