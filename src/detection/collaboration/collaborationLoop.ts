import { lexicalSimilarity } from './similarity';

/** One agent asks another one for something. */
export interface CollaborationEvent {
  /** Who asks, and who is asked. */
  readonly from: string;
  readonly to: string;
  readonly request: string;
}

/** What a request is within its chain. */
export interface CollaborationLoop {
  readonly isLoop: boolean;
  /** How often this request was made before, in these words or similar ones: 1 at the second time. */
  readonly loopCount: number;
  /** `REPEATED_REQUEST`; '' when it is no loop. */
  readonly reason: string;
  /** The chain with the request at its end. */
  readonly chain: readonly CollaborationEvent[];
}

/** Requests more alike than this are the same request (decision 74, §3; 0–1). */
export const SAME_REQUEST = 0.85;

/** Why a repeated request is a loop, word for word as decision 74 has it. */
export const REPEATED_REQUEST = 'Repeated collaboration request';

/** Requests that a chain keeps; the oldest ones go. */
export const MAX_CHAIN = 100;

/**
 * Whether one agent asks another one for the same or nearly the same thing again (decision 74, §3).
 * Pure: what has been asked is the chain, oldest first, [] at the start. Empty requests are like none.
 */
export function recordCollaborationLoop(
  chain: readonly CollaborationEvent[],
  event: CollaborationEvent,
): CollaborationLoop {
  const loopCount = chain.filter((earlier) => isSameRequest(earlier, event)).length;
  return {
    isLoop: loopCount > 0,
    loopCount,
    reason: loopCount > 0 ? REPEATED_REQUEST : '',
    chain: [...chain, event].slice(-MAX_CHAIN),
  };
}

function isSameRequest(a: CollaborationEvent, b: CollaborationEvent): boolean {
  if (a.from !== b.from || a.to !== b.to) return false;
  return lexicalSimilarity(a.request, b.request) > SAME_REQUEST;
}
