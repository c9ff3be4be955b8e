import type { Candidate, LeftPath } from './findCandidates';
import { inspect, type Inspection, type InspectContext } from './inspect';
import { foldersAbove, type Place } from './restorePlace';
import { isSame, type Version, type TargetState } from './version';
import { findBlocker } from './findBlocker';

/** One change of the workspace: removes the content `from` and puts `to` in its place. */
export interface Change {
  readonly index: number;
  readonly place: Place;
  /** Undefined: nothing exists there yet. */
  readonly from: Version | undefined;
  /** Undefined: the path is deleted. */
  readonly to: Version | undefined;
  /** Bytes of the new content; 0 for a deletion. */
  readonly size: number;
}

export interface RestorePlan {
  readonly changes: readonly Change[];
  /** Deletions that are already done. */
  readonly gone: readonly Place[];
  /** Empty folders to remove. */
  readonly emptyFolders: readonly Place[];
  readonly left: readonly LeftPath[];
}

type Choice =
  | { readonly kind: 'done' }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'left'; readonly why: string };

/** Compares the workspace with both states and plans the changes. */
export function planRestore(
  context: InspectContext,
  candidates: readonly Candidate[],
): RestorePlan {
  const surroundings = findSurroundings(candidates);
  const changes: Change[] = [];
  const gone: Place[] = [];
  const left: LeftPath[] = [];
  const isDeletion = ({ to }: Candidate): boolean => to.kind === 'absent';
  // Deletions first: a new file may need the path of a deleted one.
  for (const candidate of [
    ...candidates.filter(isDeletion),
    ...candidates.filter((each) => !isDeletion(each)),
  ]) {
    const choice = planPath(context, candidate, surroundings);
    if (choice.kind === 'left') left.push({ path: candidate.place.path, why: choice.why });
    else if (choice.kind === 'change') {
      changes.push(choice.change);
      if (choice.change.to === undefined) surroundings.deleted.add(candidate.place.path);
    } else if (isDeletion(candidate)) gone.push(candidate.place);
  }
  return { changes, gone, emptyFolders: surroundings.emptyFolders, left };
}

interface Surroundings {
  /** Paths to be deleted. */
  readonly deleted: Set<string>;
  /** Paths of the request that will exist. */
  readonly filled: ReadonlySet<string>;
  /** Folders above paths that will exist. */
  readonly needed: ReadonlySet<string>;
  /** Folders above paths that the request deletes. */
  readonly emptied: ReadonlySet<string>;
  /** Empty folders at paths that will become files. */
  readonly emptyFolders: Place[];
}

function findSurroundings(candidates: readonly Candidate[]): Surroundings {
  const filled = candidates.filter(({ to }) => to.kind === 'leaf').map(({ place }) => place);
  const deletions = candidates.filter(({ to }) => to.kind === 'absent').map(({ place }) => place);
  const above = (places: readonly Place[]): ReadonlySet<string> =>
    new Set(places.flatMap(foldersAbove).map(({ path }) => path));
  return {
    deleted: new Set(),
    filled: new Set(filled.map(({ path }) => path)),
    needed: above(filled),
    emptied: above(deletions),
    emptyFolders: [],
  };
}

function planPath(
  context: InspectContext,
  candidate: Candidate,
  surroundings: Surroundings,
): Choice {
  const { index, place, from, to } = candidate;
  const inspection = inspect(context, place, [from, to].flatMap(sizeOf));
  if (inspection.kind === 'unreachable') return { kind: 'left', why: inspection.why };
  if (to.kind === 'leaf' && inspection.kind === 'leaf' && isSame(inspection.version, to.version)) {
    return { kind: 'done' };
  }
  if (to.kind === 'absent') return planDeletion(candidate, inspection, surroundings);
  const unable = whyNotCreatable(to);
  if (unable !== undefined) return { kind: 'left', why: unable };
  const blocked =
    foldersAbove(place).find(({ path }) => surroundings.filled.has(path))?.path ??
    findBlocker(context, place, inspection, surroundings);
  if (blocked !== undefined) return { kind: 'left', why: `${blocked} is in its place` };
  if (inspection.kind === 'leaf') return planReplacement(candidate, inspection.version);
  if (from.kind === 'leaf') return { kind: 'left', why: 'it was deleted in the meantime' };
  return {
    kind: 'change',
    change: { index, place, from: undefined, to: to.version, size: to.size },
  };
}

function sizeOf(wanted: TargetState): readonly number[] {
  return wanted.kind === 'leaf' && wanted.version?.kind === 'file' ? [wanted.size] : [];
}

function planDeletion(
  candidate: Candidate,
  inspection: Inspection,
  surroundings: Surroundings,
): Choice {
  const { path } = candidate.place;
  if (inspection.kind === 'leaf') return planReplacement(candidate, inspection.version);
  if (inspection.kind === 'folder') {
    // A file that a requested folder replaces is deleted too.
    return surroundings.needed.has(path)
      ? { kind: 'done' }
      : { kind: 'left', why: 'a folder is now in its place' };
  }
  if (inspection.kind === 'unreachable') return { kind: 'left', why: inspection.why };
  const by = inspection.blockedBy;
  return by === undefined || surroundings.filled.has(by)
    ? { kind: 'done' }
    : { kind: 'left', why: `${by} is in the place of its folder` };
}

/** Plans to replace content that differs from `to`: only if it equals `from` and is stored. */
function planReplacement(
  { index, place, from, to }: Candidate,
  version: Version | undefined,
): Choice {
  if (from.kind === 'absent') return { kind: 'left', why: 'it was created in the meantime' };
  if (from.version === undefined) {
    return { kind: 'left', why: 'it is neither a regular file nor a link' };
  }
  if (!isSame(version, from.version)) {
    return { kind: 'left', why: 'it was changed in the meantime' };
  }
  if (!from.stored) {
    return { kind: 'left', why: 'its current content is not recorded and could not be restored' };
  }
  const target =
    to.kind === 'leaf' ? { to: to.version, size: to.size } : { to: undefined, size: 0 };
  return { kind: 'change', change: { index, place, from: from.version, ...target } };
}

function whyNotCreatable(to: Extract<TargetState, { kind: 'leaf' }>): string | undefined {
  if (to.version === undefined) return 'it was neither a regular file nor a link';
  return to.stored ? undefined : 'its content at that moment was not recorded';
}
