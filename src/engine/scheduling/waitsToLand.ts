import type { DevsConfig } from '../../model/config/config';
import { hasEnded, type EndedTurn } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { hasHint } from '../../model/run/intervention';
import type { TaskDefinition } from '../../model/task/task';
import { countingTask } from './taskTree';
import { isTurnRewound } from './turnRewound';

/** Begins the reason of a turn whose verified work could not land. */
export const COULD_NOT_LAND = 'its verified work could not land';

/** The state that decides it. */
export type LandingReader = Pick<
  StoreReader,
  | 'listTurns'
  | 'listRewinds'
  | 'listTaskEvents'
  | 'listReviewComments'
  | 'isAcceptedChange'
  | 'getBaseline'
>;

interface Sources {
  readonly store: LandingReader;
  readonly config: DevsConfig;
}

/**
 * Whether the work in a worktree only has to be verified again and to land: the human has cleared away what hindered that,
 * or has accepted a doubtful pass or the reviewed change, and has given no hint.
 */
export function waitsToLand(
  { store, config }: Sources,
  task: Pick<TaskDefinition, 'id' | 'review'>,
): boolean {
  const countsOn = countingTask(config, task.id);
  const last = store
    .listTurns(countsOn)
    .filter(hasEnded)
    .findLast(({ outcome, taskId }) => outcome !== 'interrupted' && taskId === task.id);
  if (last?.worktree !== true) return false;
  const worked = { taskId: task.id, turn: last.number, at: last.endedAt };
  if (isTurnRewound({ config, store }, worked)) return false;
  if ([countsOn, task.id].some((id) => isHinted(store, id, last.endedAt))) return false;
  if (last.outcome === 'not_agent') return last.reason.startsWith(COULD_NOT_LAND);
  if (last.exit?.change !== undefined) return isReviewed(store, task, last);
  const accepted = store.getBaseline(task.id)?.accepted ?? [];
  return last.doubts !== undefined && accepted.some(({ to }) => to === last.checkpointAfter);
}

/** Newest interventions of a task that are looked through for hints. */
const MAX_INTERVENTIONS = 50;

function isHinted(store: LandingReader, taskId: string, since: string): boolean {
  return store
    .listTaskEvents(taskId, 'intervention', MAX_INTERVENTIONS)
    .some(
      ({ at, data: { what, detail } }) =>
        at >= since && (what === 'hint' || (what === 'resume' && hasHint(detail))),
    );
}

/** Whether the change was accepted, or no review is wanted any more and the human let it go on without another word. */
function isReviewed(
  store: LandingReader,
  { id, review }: Pick<TaskDefinition, 'id' | 'review'>,
  { exit, number }: EndedTurn,
): boolean {
  const isSentBack = store.listReviewComments(id).some(({ sentBack }) => sentBack === number);
  if (isSentBack || exit?.change === undefined) return false;
  return review !== true || store.isAcceptedChange(id, exit.change.tree);
}
