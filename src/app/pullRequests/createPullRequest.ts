import { keepPullRequest } from '../../engine/landing/keepPullRequest';
import type { PullRequestAnswer } from '../api/answers';
import { toRefusal } from '../lease/refusals';
import { executeOrForward, type ForwardingParts } from '../run/executeOrForward';
import { planPullRequest } from './planPullRequest';

/** Implements `App.createPullRequest`: the address is kept with the landing, also while a run is active. */
export async function createPullRequest(
  asking: ForwardingParts,
  taskId: string,
): Promise<PullRequestAnswer> {
  const { pullRequests } = asking.parts;
  const planned = await planPullRequest(asking.parts, taskId);
  if (!planned.ok) return planned;
  const { plan, pullRequest } = planned;
  if (pullRequest !== undefined)
    return {
      ok: true,
      message: `${taskId} already has a pull request: ${pullRequest}`,
      address: pullRequest,
    };
  if (plan.problem !== undefined) return toRefusal(plan.problem);
  const refused = plan.isPushed ? undefined : await pullRequests.push(plan);
  if (refused !== undefined) return toRefusal(refused);
  const created = await pullRequests.create(plan, plan);
  if (!created.ok) return toRefusal(created.message);
  const { address, isNew } = created;
  const kept = await executeOrForward(
    asking,
    { type: 'keepPullRequest', taskId, address },
    ({ lease: { store } }) => keepPullRequest(store, { taskId, address }),
  );
  const text = isNew
    ? `Created the pull request of ${taskId}`
    : `${taskId} already has a pull request`;
  // It is there, whether or not its address could be kept.
  const lost = kept.ok ? '' : ` ${kept.message}`;
  return { ok: true, message: `${text}: ${address}${lost}`, address };
}
