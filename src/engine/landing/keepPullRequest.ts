import type { Answer } from '../../ports/answer';
import type { Store } from '../../ports/store';

/** Keeps the address of a pull request with the landing of its task. */
export function keepPullRequest(
  store: Pick<Store, 'setPullRequest'>,
  { taskId, address }: { readonly taskId: string; readonly address: string },
): Answer {
  return store.setPullRequest(taskId, address)
    ? { ok: true, message: '' }
    : { ok: false, message: 'Its address was not kept: the work landed anew meanwhile.' };
}
