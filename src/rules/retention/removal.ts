import type { Activity } from './createActivityLookup';
import type {
  KeptContextEntry,
  KeptHistory,
  KeptRewind,
  KeptTranscript,
  KeptTurn,
} from './keptHistory';

/**
 * Reason of a removal: old and its task inactive; old and no longer counted; a transcript of an
 * unknown turn; or the state is too large (activity of the task).
 */
export type RemovalReason = 'old' | 'uncounted' | 'unknownTurn' | Activity;

/** One removal. */
export type Removal = {
  readonly why: RemovalReason;
  /** '' if unknown. */
  readonly taskId: string;
} & (
  | { readonly kind: 'turn'; readonly turnId: string }
  /** Its row stays. */
  | { readonly kind: 'checkpoints'; readonly turnId: string }
  /** The contents of its checkpoints; their lists of files stay. */
  | { readonly kind: 'contents'; readonly turnId: string }
  | { readonly kind: 'transcript'; readonly name: string; readonly bytes: number }
  /** The record of a rewind or a redo, with the two checkpoints that it needs. */
  | { readonly kind: 'rewind'; readonly rewindId: string }
  | { readonly kind: 'attempts'; readonly numbers: readonly number[] }
  | { readonly kind: 'contextEntry'; readonly entryId: string }
);

/** Removes a turn's row and everything it refers to. */
export function turnRemoval({ id, taskId }: KeptTurn, why: RemovalReason): Removal {
  return { kind: 'turn', turnId: id, taskId, why };
}

/** Removes a turn's checkpoints; empty if it has none. */
export function checkpointRemoval(turn: KeptTurn, why: RemovalReason): readonly Removal[] {
  const { id, taskId, checkpointBefore, checkpointAfter, fileListBefore, fileListAfter } = turn;
  const ids = [checkpointBefore, checkpointAfter, fileListBefore, fileListAfter];
  if (ids.every((each) => each === undefined)) return [];
  return [{ kind: 'checkpoints', turnId: id, taskId, why }];
}

/** Removes the contents of a turn's checkpoints; empty if it has none. */
export function contentsRemoval(turn: KeptTurn, why: RemovalReason): readonly Removal[] {
  const { id, taskId, checkpointBefore, checkpointAfter } = turn;
  if (checkpointBefore === undefined && checkpointAfter === undefined) return [];
  return [{ kind: 'contents', turnId: id, taskId, why }];
}

/** Removes a rewind's record. */
export function rewindRemoval({ id, taskId }: KeptRewind, why: RemovalReason): Removal {
  return { kind: 'rewind', rewindId: id, taskId, why };
}

/** Removes attempts of one task. */
export function attemptsRemoval(
  taskId: string,
  numbers: readonly number[],
  why: RemovalReason,
): Removal {
  return { kind: 'attempts', numbers, taskId, why };
}

/** Removes a directive of a recovery, with its proof. */
export function contextEntryRemoval({ id, taskId }: KeptContextEntry, why: RemovalReason): Removal {
  return { kind: 'contextEntry', entryId: id, taskId, why };
}

/** Removes a transcript; if its turn is unknown, that is the reason. */
export function transcriptRemoval(
  { name, bytes }: KeptTranscript,
  turn: KeptTurn | undefined,
  why: RemovalReason,
): Removal {
  if (turn === undefined)
    return { kind: 'transcript', name, bytes, taskId: '', why: 'unknownTurn' };
  return { kind: 'transcript', name, bytes, taskId: turn.taskId, why };
}

/** Sums the bytes of the removed transcripts. */
export function sumTranscriptBytes(removals: readonly Removal[]): number {
  return removals.reduce(
    (sum, removal) => sum + (removal.kind === 'transcript' ? removal.bytes : 0),
    0,
  );
}

/** Returns the history after all `removals`. */
export function applyRemovals(history: KeptHistory, removals: readonly Removal[]): KeptHistory {
  const gone = groupRemovedIds(removals);
  return {
    tasks: history.tasks,
    turns: history.turns
      .filter((turn) => !gone.turn.has(turn.id))
      .map((turn) => (gone.contents.has(turn.id) ? withFileLists(turn) : turn))
      .map((turn) => (gone.checkpoints.has(turn.id) ? withoutCheckpoints(turn) : turn)),
    rewinds: history.rewinds.filter((rewind) => !gone.rewind.has(rewind.id)),
    transcripts: history.transcripts.filter((file) => !gone.transcript.has(file.name)),
    attempts: history.attempts.filter((attempt) => !gone.attempts.has(attempt.number)),
    contextEntries: history.contextEntries.filter((entry) => !gone.contextEntry.has(entry.id)),
  };
}

type RemovedIds = Readonly<Record<Removal['kind'], ReadonlySet<string | number>>>;

function groupRemovedIds(removals: readonly Removal[]): RemovedIds {
  const names = (kind: Removal['kind']): ReadonlySet<string | number> =>
    new Set(removals.filter((removal) => removal.kind === kind).flatMap(listRemovedIds));
  return {
    turn: names('turn'),
    checkpoints: names('checkpoints'),
    contents: names('contents'),
    transcript: names('transcript'),
    rewind: names('rewind'),
    attempts: names('attempts'),
    contextEntry: names('contextEntry'),
  };
}

function listRemovedIds(removal: Removal): readonly (string | number)[] {
  switch (removal.kind) {
    case 'turn':
    case 'checkpoints':
    case 'contents':
      return [removal.turnId];
    case 'transcript':
      return [removal.name];
    case 'rewind':
      return [removal.rewindId];
    case 'attempts':
      return removal.numbers;
    case 'contextEntry':
      return [removal.entryId];
    default:
      return removal satisfies never;
  }
}

const NO_IDS = {
  checkpointBefore: undefined,
  checkpointAfter: undefined,
  fileListBefore: undefined,
  fileListAfter: undefined,
};

function withoutCheckpoints(turn: KeptTurn): KeptTurn {
  return { ...turn, ...NO_IDS };
}

function withFileLists(turn: KeptTurn): KeptTurn {
  const { checkpointBefore, checkpointAfter } = turn;
  return { ...turn, ...NO_IDS, fileListBefore: checkpointBefore, fileListAfter: checkpointAfter };
}
