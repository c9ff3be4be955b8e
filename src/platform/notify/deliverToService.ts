import type { Notification } from '../../model/notify/notification';
import { variablesOf } from '../../model/config/notifyTarget';
import type { Delivery } from '../../ports/notifier';
import { discardBody } from '../models/boundedBody';
import { findErrorCode } from '../models/connectionProblem';
import { postJson, type SendFailure } from '../models/postJson';
import type { Environment } from '../process/environment';
import { findPlace, serviceContent, type Service } from './serviceRequest';

export interface ServiceTools {
  readonly environment: Environment;
  readonly fetch: typeof globalThis.fetch;
}

/** Sends a notification once, follows no redirect and reads nothing of the answer. Never rejects. */
export async function deliverToService(
  service: Service,
  notification: Notification,
  { environment, fetch, signal }: ServiceTools & { readonly signal: AbortSignal },
): Promise<Delivery> {
  const place = findPlace(service, environment);
  if (typeof place === 'string') return { kind: 'failed', why: place, again: false };
  const { address, key } = place;
  const content = serviceContent(service, notification);
  const posted = await postJson({ fetch, address, content, key, signal });
  if (posted.kind !== 'sent') return describeFailure(posted, service);
  discardBody(posted.response);
  return { kind: 'delivered' };
}

function describeFailure(failure: SendFailure, service: Service): Delivery {
  switch (failure.kind) {
    case 'redirect': {
      const why = `it redirects to another address, which Devs does not follow${checking(service)}`;
      return { kind: 'failed', why, again: false };
    }
    case 'no connection': {
      // The message of the error may quote the address.
      const code = findErrorCode(failure.error);
      const why = `it could not be reached${code === '' ? '' : ` (${code})`}`;
      return { kind: 'failed', why, again: true };
    }
    case 'status': {
      const { status, retryAfter } = failure;
      const again = status === 408 || status === 429 || status >= 500;
      const why = again
        ? `it answered with an error (${status})`
        : `it refused the message (${status})${checking(service)}`;
      return { kind: 'failed', why, again, ...(retryAfter !== undefined && { retryAfter }) };
    }
    default:
      return failure satisfies never;
  }
}

function checking(service: Service): string {
  const [name] = variablesOf(service);
  return name === undefined ? '' : `; check ${name}`;
}
