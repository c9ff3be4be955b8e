import type { Answer } from '../../ports/answer';
import type { Store } from '../../ports/store';

/** Keeps the address of a pull request with the landing of its task. */
export function keepPullRequest(
  store: Pick<Store, 'setPullRequest'>,
  { taskId, address }: { readonly taskId: string; readonly address: string },
): Answer {
  return store.setPullRequest(taskId, address)
    ? { ok: true, message: '' }
    : {
        ok: false,
        message:
          'Devs did not keep the address of the pull request, because newer work of the task has landed meanwhile.',
      };
}
