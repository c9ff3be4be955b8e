import { isUnknownIn, type CheckpointState } from '../../../model/workspace/checkpoint';
import type { RestoreResult } from '../../../ports/checkpoints';
import { foldPath, foldersAbove, parsePlace, type Place } from './restorePlace';
import { toTargetState, type TargetState } from './version';

/** A path that may be restored, with its source and target state. */
export interface Candidate {
  /** Position in the request; names the staged files, identically in every call. */
  readonly index: number;
  readonly place: Place;
  readonly from: TargetState;
  readonly to: TargetState;
}

export type LeftPath = RestoreResult['left'][number];

export interface CandidateInput {
  readonly paths: readonly string[];
  readonly from: CheckpointState;
  readonly to: CheckpointState;
  readonly rawPath: (path: string) => Buffer | undefined;
  readonly platform: NodeJS.Platform;
}

/**
 * Splits the paths of a request into those that may be restored and those that are left, with the
 * reason.
 */
export function findCandidates(input: CandidateInput): {
  readonly candidates: readonly Candidate[];
  readonly left: readonly LeftPath[];
} {
  const candidates: Candidate[] = [];
  const left: LeftPath[] = [];
  const seen = new Set<string>();
  for (const [index, path] of input.paths.entries()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const found = toCandidate(input, path);
    if (typeof found === 'string') left.push({ path, why: found });
    else candidates.push({ index, ...found });
  }
  return { candidates, left };
}

/** The candidate, or the reason why the path is left. */
function toCandidate(
  { from, to, rawPath, platform }: CandidateInput,
  path: string,
): Omit<Candidate, 'index'> | string {
  const safe = parsePlace(path, rawPath(path), platform);
  if (!safe.ok) return safe.why;
  // A path that is missing from an ignored folder was scanned by name: nothing exists there.
  const mayCome = to.files.has(path) && !from.unknown.has(path);
  if (!mayCome && isUnknown(from, safe.place)) {
    return 'it was not recorded just before (it was ignored)';
  }
  if (isUnknown(to, safe.place)) return 'it was not recorded at that moment (it was ignored)';
  return {
    place: safe.place,
    from: toTargetState(from.files.get(path)),
    to: toTargetState(to.files.get(path)),
  };
}

// Folder paths are spelt differently above a name that is not valid UTF-8: check both.
function isUnknown(state: CheckpointState, place: Place): boolean {
  if (state.files.has(place.path)) return false;
  const folders = foldersAbove(place).map(({ path }) => `${path}/`);
  return isUnknownIn(state, place.path) || folders.some((folder) => state.unknown.has(folder));
}

/**
 * Creates a check for places that the request also spells differently (in case or composition):
 * some file systems treat both as one file.
 */
export function createAmbiguityCheck(places: readonly Place[]): (place: Place) => boolean {
  const spellings = new Map<string, Set<string>>();
  for (const place of places) {
    for (const { path } of [...foldersAbove(place), place]) {
      const key = foldPath(path);
      spellings.set(key, (spellings.get(key) ?? new Set()).add(path));
    }
  }
  const isMany = ({ path }: Place): boolean => (spellings.get(foldPath(path))?.size ?? 0) > 1;
  return (place) => isMany(place) || foldersAbove(place).some(isMany);
}
