import { countingTask } from '../../engine/scheduling/taskTree';
import { findMissingProgram } from '../../engine/turn/context/findMissingProgram';
import { findAgents } from '../../engine/turn/context/turnPlan';
import { isBaselineDue } from '../../engine/verification/baseline';
import { knownConfig } from '../../model/config/config';
import type { DevsAppParts } from '../lease/devsAppParts';

/** Implements `App.findMissing`. */
export async function findMissing(
  {
    state,
    configSource,
    machine,
    clock,
  }: Pick<DevsAppParts, 'state' | 'configSource' | 'machine' | 'clock'>,
  taskId: string,
): Promise<string | undefined> {
  const [store, read] = await Promise.all([state.read(), configSource.read()]);
  const config = knownConfig(read);
  const task = config?.tasks.find(({ id }) => id === taskId);
  if (config === undefined || task === undefined) return undefined;
  const agents = findAgents({ store, config, now: clock.now() }, task);
  if (!agents.ok) return undefined;
  const plan = { task, countsOn: countingTask(config, taskId), ...agents };
  const verifies = isBaselineDue({ config, store, plan });
  return (await findMissingProgram(machine, plan, { verifies }))?.reason;
}
