import { hasEnded } from '../../model/turn/turn';
import type { Agent } from '../../ports/agent';
import type { StoreReader } from '../../ports/store';
import type { TurnPlan } from '../turn/context/turnPlan';

/** Begins the reason of a turn whose verified work could not land. */
export const COULD_NOT_LAND = 'its verified work could not land';

/**
 * Whether the work in a worktree only has to be verified again and to land: the human has cleared away what hindered that,
 * or has accepted a doubtful pass, and has given no hint.
 */
export function waitsToLand(
  store: StoreReader,
  { task, countsOn, hints }: Pick<TurnPlan, 'task' | 'countsOn' | 'hints'>,
): boolean {
  const last = store
    .listTurns(countsOn)
    .filter(hasEnded)
    .findLast(({ outcome, taskId }) => outcome !== 'interrupted' && taskId === task.id);
  if (last === undefined || hints.length > 0 || last.worktree !== true) return false;
  if (last.outcome === 'not_agent') return last.reason.startsWith(COULD_NOT_LAND);
  const accepted = store.getBaseline(task.id)?.accepted ?? [];
  return last.doubts !== undefined && accepted.some(({ to }) => to === last.checkpointAfter);
}

/** Stands in for the agent in a turn that only lands what was done before. */
export const NO_AGENT: Agent = {
  run: () =>
    Promise.resolve({
      end: { kind: 'exit', code: 0 },
      reply: 'DONE: the work was done before; this turn only lands it.',
      errorTail: '',
      transcript: '',
    }),
};
