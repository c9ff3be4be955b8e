import type { CheckpointState } from '../../model/workspace/checkpoint';
import type {
  KeptPath,
  RewindChoice,
  RewindPreview,
  RewindStep,
} from '../../model/workspace/rewindRecord';
import { createObstacleFinder } from './createObstacleFinder';
import { isSelectable, type PathAssessment } from './assessPath';

/**
 * Applies the human's choice: `also` lifts what can be chosen into the steps, `except` leaves paths
 * as they are (and wins over `also`). An excepted path is listed as kept where it would be kept
 * anyway and in neither list otherwise.
 *
 * What cannot be written because something that stays stands in its place is kept and cannot be
 * chosen. Once is enough: only deleting makes room, and a deletion is never in anything's way.
 */
export function applyChoice(
  verdicts: readonly PathAssessment[],
  now: CheckpointState,
  choice: RewindChoice,
): Pick<RewindPreview, 'steps' | 'kept'> {
  const except = new Set(choice.except);
  const isChosen = createChoiceFilter(choice);
  const open = verdicts.filter((each) => each.kept === undefined || isSelectable(each));
  const wanted = open.filter(({ path }) => !except.has(path));
  const taken = new Set(wanted.filter((each) => each.kept === undefined || isChosen(each.path)));
  const blockedNow = findObstacles([...taken], now);
  // What stays blocked even when all is chosen must not be offered.
  const blockedEver = findObstacles(wanted, now);
  const steps: RewindStep[] = [];
  const kept: KeptPath[] = [];
  for (const verdict of sortByPath(verdicts)) {
    const isTaken = taken.has(verdict);
    const by = (isTaken ? blockedNow : blockedEver)(verdict);
    if (isTaken && by === undefined) steps.push(toEntry(verdict));
    else kept.push(...toKeptPaths(verdict, by));
  }
  return { steps, kept };
}

/** None where nothing but the human's choice speaks for it to stay. */
function toKeptPaths(verdict: PathAssessment, by: string | undefined): readonly KeptPath[] {
  const { path, turns, action, kept } = verdict;
  if (by !== undefined && (kept === undefined || isSelectable(verdict))) {
    return [{ path, why: { kind: 'inTheWay', by }, selectable: false, turns }];
  }
  if (kept === undefined) return [];
  return isSelectable(verdict)
    ? [{ path, why: kept, selectable: true, action, turns }]
    : [{ path, why: kept, selectable: false, turns }];
}

function toEntry({ path, turns, action }: PathAssessment): RewindStep {
  return { path, action, turns };
}

/** What is in the way of each verdict once these are carried out. */
function findObstacles(
  carriedOut: readonly PathAssessment[],
  now: CheckpointState,
): (verdict: PathAssessment) => string | undefined {
  const gone = carriedOut.filter(({ action }) => action === 'delete').map(({ path }) => path);
  const find = createObstacleFinder(now, new Set(gone));
  return ({ path, action }) => (action === 'delete' ? undefined : find(path));
}

function createChoiceFilter({ also }: RewindChoice): (path: string) => boolean {
  if (also === 'all') return () => true;
  const paths = new Set(also);
  return (path) => paths.has(path);
}

function sortByPath(verdicts: readonly PathAssessment[]): readonly PathAssessment[] {
  return [...verdicts].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
