import { isUnknownIn, type CheckpointState } from '../../../model/workspace/checkpoint';
import type { RestoreResult } from '../../../ports/checkpoints';
import { foldPath, foldersAbove, parsePlace, type Place } from './restorePlace';
import { toTargetState, type TargetState } from './version';

/** A path that is known well enough to be brought from one version to another. */
export interface Candidate {
  /** Where it stands in the request: names what is staged for it, in every call the same. */
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

/** The paths of a request that may be touched at all, and those that may not, with the reason. */
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

/** The candidate, or why there is none. */
function toCandidate(
  { from, to, rawPath, platform }: CandidateInput,
  path: string,
): Omit<Candidate, 'index'> | string {
  const safe = parsePlace(path, rawPath(path), platform);
  if (!safe.ok) return safe.why;
  // What is missing in a folder that is ignored by now was looked for by its name: nothing stands there.
  const mayCome = to.files.has(path) && !from.unknown.has(path);
  if (!mayCome && isUnknown(from, safe.place)) {
    return 'nothing was known of it just before (it was ignored)';
  }
  if (isUnknown(to, safe.place)) return 'nothing is known of it at that moment (it was ignored)';
  return {
    place: safe.place,
    from: toTargetState(from.files.get(path)),
    to: toTargetState(to.files.get(path)),
  };
}

// The name of a folder reads differently above a name that is no UTF-8: both are looked up.
function isUnknown(state: CheckpointState, place: Place): boolean {
  if (state.files.has(place.path)) return false;
  const folders = foldersAbove(place).map(({ path }) => `${path}/`);
  return isUnknownIn(state, place.path) || folders.some((folder) => state.unknown.has(folder));
}

/**
 * Tells the places of which the request knows another spelling (in case or composition): on some
 * file systems both are one file.
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
