import type { Amount } from '../../model/usage/budget';
import { addCall, NO_SPENDING } from '../../model/usage/spending';
import { countTokens } from '../../model/usage/usage';
import { isFinished, needsHuman } from '../../model/task/taskStatus';
import { statusWord } from '../../model/task/statusNames';
import type { InboxAnswer } from '../../ports/workspaceState';
import { describeAllowed } from '../../reports/usage/describeBudget';
import { countingTask, partsOf } from '../scheduling/taskTree';
import { requireTask } from '../state/requireTask';
import type { InterventionTools } from './carryOut';

/**
 * Allows a task to use more from now on, whatever the budgets say; one that its budget paused continues. In one
 * transaction, or refused without a change. The task exists.
 */
export function allowMore(
  tools: InterventionTools,
  { taskId, allow }: { readonly taskId: string; readonly allow: Amount },
  resume: (taskId: string) => InboxAnswer,
): InboxAnswer {
  const { store, journal, config, who } = tools;
  const root = countingTask(config, taskId);
  const { status } = requireTask(store, root);
  if (isFinished(status)) {
    return { ok: false, message: `${root} is ${statusWord(status)}: it uses nothing more.` };
  }
  const isPaused = needsHuman(status) && store.latestReport(root)?.reason === 'BUDGET';
  return journal.transaction(() => {
    const usedBefore = findRunning(tools, root);
    const data = { ...allow, ...(usedBefore && { usedBefore }), by: who };
    journal.record({ event: 'budget_allowed', taskId: root, data });
    const allowed = `${root} may use ${describeAllowed(allow)} more`;
    if (!isPaused) return { ok: true, message: `${allowed}.` };
    const answer = resume(root);
    return answer.ok ? { ok: true, message: `${allowed}; it continues.` } : answer;
  });
}

/** What the calls that run now used so far, which the allowance does not cover; undefined if none runs. */
function findRunning(
  { store, config }: InterventionTools,
  root: string,
): Required<Amount> | undefined {
  const parts = partsOf(config, root);
  const { calls, nanoUsd, tokens } = store
    .listRunningCalls()
    .filter(({ taskId }) => parts.has(taskId))
    .reduce((sum, { usage }) => addCall(sum, usage), NO_SPENDING);
  return calls === 0 ? undefined : { nanoUsd, tokens: countTokens(tokens) };
}
