import type { Candidate, Left } from './candidates';
import { lookAt, type Look, type Looking } from './looking';
import { foldersAbove, type Place } from './place';
import { isSame, type Version, type Wanted } from './version';
import { whatStaysInTheWay } from './whatStays';

/** One change of the workspace: what stands as `from` is taken away, `to` is put in its place. */
export interface Step {
  readonly index: number;
  readonly place: Place;
  /** Undefined: nothing stands there yet. */
  readonly from: Version | undefined;
  /** Undefined: it is deleted. */
  readonly to: Version | undefined;
}

export interface Decision {
  readonly steps: readonly Step[];
  /** Deletions that need not be done any more. */
  readonly gone: readonly Place[];
  /** Folders with nothing in them that make way. */
  readonly hollow: readonly Place[];
  readonly left: readonly Left[];
}

type Choice =
  | { readonly kind: 'done' }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'left'; readonly why: string };

/** Compares what stands with both states and decides what is to change. */
export function decide(looking: Looking, candidates: readonly Candidate[]): Decision {
  const around = surroundings(candidates);
  const steps: Step[] = [];
  const gone: Place[] = [];
  const left: Left[] = [];
  const isDeletion = ({ to }: Candidate): boolean => to.kind === 'absent';
  // What is put somewhere may need what is deleted to make way.
  for (const candidate of [
    ...candidates.filter(isDeletion),
    ...candidates.filter((each) => !isDeletion(each)),
  ]) {
    const choice = choose(looking, candidate, around);
    if (choice.kind === 'left') left.push({ path: candidate.place.path, why: choice.why });
    else if (choice.kind === 'step') {
      steps.push(choice.step);
      if (choice.step.to === undefined) around.deleted.add(candidate.place.path);
    } else if (isDeletion(candidate)) gone.push(candidate.place);
  }
  return { steps, gone, hollow: around.hollow, left };
}

interface Surroundings {
  /** Paths to be deleted. */
  readonly deleted: Set<string>;
  /** Paths of the request where something is to stand. */
  readonly filled: ReadonlySet<string>;
  /** Folders in which something of the request is to stand. */
  readonly needed: ReadonlySet<string>;
  /** Folders out of which the request deletes. */
  readonly emptied: ReadonlySet<string>;
  /** Folders with nothing in them where something is to stand. */
  readonly hollow: Place[];
}

function surroundings(candidates: readonly Candidate[]): Surroundings {
  const filled = candidates.filter(({ to }) => to.kind === 'leaf').map(({ place }) => place);
  const deletions = candidates.filter(({ to }) => to.kind === 'absent').map(({ place }) => place);
  const above = (places: readonly Place[]): ReadonlySet<string> =>
    new Set(places.flatMap(foldersAbove).map(({ path }) => path));
  return {
    deleted: new Set(),
    filled: new Set(filled.map(({ path }) => path)),
    needed: above(filled),
    emptied: above(deletions),
    hollow: [],
  };
}

function choose(looking: Looking, candidate: Candidate, around: Surroundings): Choice {
  const { index, place, from, to } = candidate;
  const look = lookAt(looking, place, [from, to].flatMap(sizeOf));
  if (look.kind === 'unreachable') return { kind: 'left', why: look.why };
  if (to.kind === 'leaf' && look.kind === 'leaf' && isSame(look.version, to.version)) {
    return { kind: 'done' };
  }
  if (to.kind === 'absent') return chooseDeletion(candidate, look, around);
  const unable = cannotBeMade(to);
  if (unable !== undefined) return { kind: 'left', why: unable };
  const blocked =
    foldersAbove(place).find(({ path }) => around.filled.has(path))?.path ??
    whatStaysInTheWay(looking, place, look, around);
  if (blocked !== undefined) return { kind: 'left', why: `${blocked} is in its place` };
  if (look.kind === 'leaf') return replacing(candidate, look.version);
  if (from.kind === 'leaf') return { kind: 'left', why: 'it was deleted in the meantime' };
  return { kind: 'step', step: { index, place, from: undefined, to: to.version } };
}

function sizeOf(wanted: Wanted): readonly number[] {
  return wanted.kind === 'leaf' && wanted.version?.kind === 'file' ? [wanted.size] : [];
}

function chooseDeletion(candidate: Candidate, look: Look, around: Surroundings): Choice {
  const { path } = candidate.place;
  if (look.kind === 'leaf') return replacing(candidate, look.version);
  if (look.kind === 'folder') {
    // A file whose place a folder of the request takes is gone all the same.
    return around.needed.has(path)
      ? { kind: 'done' }
      : { kind: 'left', why: 'a folder stands in its place by now' };
  }
  if (look.kind === 'unreachable') return { kind: 'left', why: look.why };
  const by = look.blockedBy;
  return by === undefined || around.filled.has(by)
    ? { kind: 'done' }
    : { kind: 'left', why: `${by} is in the place of its folder` };
}

/** A leaf stands there that is not as in `to`: only what stands as in `from`, and is kept, may go. */
function replacing({ index, place, from, to }: Candidate, version: Version | undefined): Choice {
  if (from.kind === 'absent') return { kind: 'left', why: 'it came to be in the meantime' };
  if (from.version === undefined) {
    return { kind: 'left', why: 'what stands there is neither a plain file nor a link' };
  }
  if (!isSame(version, from.version)) {
    return { kind: 'left', why: 'it was changed in the meantime' };
  }
  if (!from.stored) {
    return { kind: 'left', why: 'what stands there now is not kept and could not be brought back' };
  }
  const target = to.kind === 'leaf' ? to.version : undefined;
  return { kind: 'step', step: { index, place, from: from.version, to: target } };
}

function cannotBeMade(to: Extract<Wanted, { kind: 'leaf' }>): string | undefined {
  if (to.version === undefined) return 'what stood there was neither a plain file nor a link';
  return to.stored ? undefined : 'its content at that moment is not kept';
}
