import type { TaskRecord } from '../../model/task/task';
import { hasEnded, type Turn } from '../../model/turn/turn';
import type { AgentDefinition } from '../../model/config/config';

/** What decides whether a turn goes on in the session of the one before. */
export interface NextTurn {
  readonly agent: AgentDefinition;
  readonly taskId: string;
  /** > 0: the turn starts over. */
  readonly pivotDirective: number;
  readonly root: Pick<TaskRecord, 'firstTurn'>;
}

/**
 * Id of the session in which a turn goes on (design §10): that of the task's last turn, if the same agent worked in it.
 * Undefined: a new one, also at a pivot and after Retry.
 */
export function sessionToContinue(
  turns: readonly Turn[],
  { agent, taskId, pivotDirective, root }: NextTurn,
): string | undefined {
  if (agent.session !== 'continue' || pivotDirective > 0) return undefined;
  const last = turns.filter(hasEnded).findLast((turn) => turn.taskId === taskId);
  if (last === undefined || last.agent !== agent.name) return undefined;
  return last.number < root.firstTurn ? undefined : last.session?.id;
}
