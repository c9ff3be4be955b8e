import type { CheckpointState } from '../../model/workspace/checkpoint';
import type {
  KeptPath,
  RewindChoice,
  RewindPreview,
  RewindStep,
} from '../../model/workspace/rewindRecord';
import { isSelectable, type PathAssessment } from './assessPath';

/**
 * Applies the user's choice: `also` adds selectable paths to the entries, `except` excludes paths (and wins over `also`). An excluded path is listed as kept only if it would be kept anyway.
 *
 * A path obstructed by a remaining path is kept and not selectable. One pass suffices: only deletions free space, and a deletion never obstructs.
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
  // A path that stays obstructed with everything selected must not be offered.
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

/** Empty if only the user's choice keeps the path. */
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

/** Returns a lookup of the obstacle of a path once these entries are applied. */
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

/**
 * Creates a function that finds the remaining path which prevents a file from being written: at its
 * own path, above it or below it; undefined if there is none. `gone`: paths that are deleted first.
 */
function createObstacleFinder(
  now: CheckpointState,
  gone: ReadonlySet<string>,
): (path: string) => string | undefined {
  const stays = (path: string): boolean =>
    (now.files.has(path) && !gone.has(path)) || now.unknown.has(path);
  const below = indexRemainingPaths(now, gone);
  return (path) => {
    const folder = foldersOf(path).find(stays);
    return folder ?? below.get(path);
  };
}

/** Maps each folder to its alphabetically first remaining path. */
function indexRemainingPaths(
  { files, unknown }: CheckpointState,
  gone: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const below = new Map<string, string>();
  const add = (path: string): void => {
    for (const folder of foldersOf(path)) {
      const known = below.get(folder);
      if (known === undefined || path < known) below.set(folder, path);
    }
  };
  for (const path of files.keys()) if (!gone.has(path)) add(path);
  for (const path of unknown) add(path);
  return below;
}

/** Lists the folders of a path, outermost first; `a/b/` is inside `a/b`. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}
