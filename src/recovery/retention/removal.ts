import type { Activity } from './familyActivity';
import type { KeptHistory, KeptRewind, KeptTranscript, KeptTurn } from './keptHistory';

/**
 * Why something goes: it is old and its task inactive; it is a transcript of a turn that nobody
 * knows; or the state is too large, and it belongs to a task of that kind.
 */
export type RemovalReason = 'old' | 'unknownTurn' | Activity;

/** One thing that goes. */
export type Removal = {
  readonly why: RemovalReason;
  /** '' where none is known. */
  readonly taskId: string;
} & (
  | { readonly kind: 'turn'; readonly turnId: string }
  /** Its row stays. */
  | { readonly kind: 'checkpoints'; readonly turnId: string }
  | { readonly kind: 'transcript'; readonly name: string; readonly bytes: number }
  /** The record of a rewind or a redo, with the two checkpoints that it needs. */
  | { readonly kind: 'rewind'; readonly rewindId: string }
);

/** A turn's row, and with it all that it refers to. */
export function turnRemoval({ id, taskId }: KeptTurn, why: RemovalReason): Removal {
  return { kind: 'turn', turnId: id, taskId, why };
}

/** A turn's checkpoints; nothing where it has none. */
export function checkpointRemoval(turn: KeptTurn, why: RemovalReason): readonly Removal[] {
  const { id, taskId, checkpointBefore, checkpointAfter } = turn;
  if (checkpointBefore === undefined && checkpointAfter === undefined) return [];
  return [{ kind: 'checkpoints', turnId: id, taskId, why }];
}

/** A rewind's record. */
export function rewindRemoval({ id, taskId }: KeptRewind, why: RemovalReason): Removal {
  return { kind: 'rewind', rewindId: id, taskId, why };
}

/** A transcript; without its turn the reason is that nobody knows it. */
export function transcriptRemoval(
  { name, bytes }: KeptTranscript,
  turn: KeptTurn | undefined,
  why: RemovalReason,
): Removal {
  if (turn === undefined)
    return { kind: 'transcript', name, bytes, taskId: '', why: 'unknownTurn' };
  return { kind: 'transcript', name, bytes, taskId: turn.taskId, why };
}

/** Bytes of the transcripts among them. */
export function transcriptBytes(removals: readonly Removal[]): number {
  return removals.reduce(
    (sum, removal) => sum + (removal.kind === 'transcript' ? removal.bytes : 0),
    0,
  );
}

/** The history as it stands once all of `removals` are gone. */
export function withoutRemoved(history: KeptHistory, removals: readonly Removal[]): KeptHistory {
  const gone = {
    turn: new Set(),
    checkpoints: new Set(),
    transcript: new Set(),
    rewind: new Set(),
  };
  for (const removal of removals) gone[removal.kind].add(nameOf(removal));
  return {
    tasks: history.tasks,
    turns: history.turns
      .filter((turn) => !gone.turn.has(turn.id))
      .map((turn) => (gone.checkpoints.has(turn.id) ? withoutCheckpoints(turn) : turn)),
    rewinds: history.rewinds.filter((rewind) => !gone.rewind.has(rewind.id)),
    transcripts: history.transcripts.filter((file) => !gone.transcript.has(file.name)),
  };
}

function nameOf(removal: Removal): string {
  switch (removal.kind) {
    case 'turn':
    case 'checkpoints':
      return removal.turnId;
    case 'transcript':
      return removal.name;
    case 'rewind':
      return removal.rewindId;
    default:
      return removal satisfies never;
  }
}

function withoutCheckpoints(turn: KeptTurn): KeptTurn {
  return { ...turn, checkpointBefore: undefined, checkpointAfter: undefined };
}
