import { countingTask } from '../../engine/scheduling/taskTree';
import { planTurn } from '../../engine/turn/context/turnPlan';
import { unknownTask } from '../../engine/interventions/interventions';
import { knownConfig } from '../../model/config/config';
import type { Answer } from '../../ports/answer';
import type { DevsAppParts } from '../lease/devsAppParts';
import { refuseOnStateError, toRefusal } from '../lease/refusals';

/** Implements `App.prompt`. */
export async function readPrompt(
  {
    state,
    configSource,
    mask,
    clock,
  }: Pick<DevsAppParts, 'state' | 'configSource' | 'mask' | 'clock'>,
  taskId: string,
): Promise<Answer> {
  return await refuseOnStateError(async () => {
    const [store, read] = await Promise.all([state.read(), configSource.read({ onlyRead: true })]);
    const config = knownConfig(read);
    if (config === undefined) return toRefusal('There is no valid devs.yaml in this workspace.');
    const task = config.tasks.find(({ id }) => id === taskId);
    if (task === undefined) return toRefusal(unknownTask(config, taskId));
    const ids = [taskId, countingTask(config, taskId)];
    // Before the first run of its devs.yaml, a task has no record.
    if (ids.some((id) => store.getTask(id) === undefined))
      return { ok: true, message: mask.text(task.goal) };
    const planned = planTurn({ store, config, now: clock.now() }, task);
    if (!planned.ok) return toRefusal(`${planned.reason}. ${planned.remedy}`);
    const { systemPrompt, prompt } = planned.plan;
    return { ok: true, message: mask.text([systemPrompt, prompt].filter(Boolean).join('\n\n')) };
  });
}
