import type { TaskDefinition } from '../../model/task/task';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { StoodInFor } from './workingAgent';

interface SkipTools {
  readonly store: Pick<Store, 'putUsageLimit'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Who works on a task. */
interface Working {
  readonly task: TaskDefinition;
  readonly agent: { readonly name: string };
  /** Absent: the agent works in nobody's place. */
  readonly standsInFor?: StoodInFor;
}

/** Says that an agent cannot go on in place of the one at its limit; undefined if it is in nobody's place. `why`: a clause. */
export function describeSkipped(
  { agent, standsInFor }: Pick<Working, 'agent' | 'standsInFor'>,
  why: string,
): string | undefined {
  return standsInFor && `${agent.name} cannot go on in place of ${standsInFor.agent}: ${why}`;
}

/**
 * Notes that an agent cannot go on in place of the one at its limit. It is not called in place of any until that limit is
 * reset: the next `fallback` goes on, or the task waits. Call it in a transaction.
 */
export function skipStandIn(
  { store, clock }: SkipTools,
  { task, agent, standsInFor }: Working,
  unusable: string,
): void {
  if (standsInFor === undefined) return;
  const since = clock.now().toISOString();
  const { until } = standsInFor;
  store.putUsageLimit({ agent: agent.name, until, since, taskId: task.id, unusable });
}
