import type { SetUpRequests } from '../../src/protocol/setUp/setUpMessages';
import type { Sending } from '../render/sender';
import { flag, html, nothing, type TemplateResult } from '../template';
import type { StepScope } from './context';

/** A button that sends a request. */
export interface ActionButton<M extends Exclude<keyof SetUpRequests, 'ready'>> {
  readonly label: string;
  /** Accessible name, if the label alone is ambiguous. */
  readonly name?: string;
  readonly primary?: boolean;
  /** Why it is disabled; '' if it is not. It stays focusable, so that the reason can be read. */
  readonly hint?: string;
  readonly request: Sending<M, SetUpRequests>;
}

/** Draws it; it is busy until the response. */
export function actionButton<M extends Exclude<keyof SetUpRequests, 'ready'>>(
  { sender }: Pick<StepScope, 'sender'>,
  { label, name, primary = false, hint = '', request }: ActionButton<M>,
): TemplateResult {
  const key = name ?? label;
  const busy = sender.isBusy(key);
  const onClick = (): void => {
    if (hint !== '') sender.complain(hint);
    else if (!busy) sender.send(key, request);
  };
  return html`<button
    type="button"
    class=${primary ? 'button' : 'button secondary'}
    aria-label=${name ?? nothing}
    aria-disabled=${flag(hint !== '' || busy)}
    title=${hint === '' ? nothing : hint}
    @click=${onClick}
    >${label}</button
  >`;
}
