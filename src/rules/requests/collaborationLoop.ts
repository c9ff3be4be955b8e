import { lexicalSimilarity, SAME_REQUEST } from '../similarity/lexicalSimilarity';

/** A request from one agent to another. */
export interface CollaborationEvent {
  /** Names of the asking and of the asked agent. */
  readonly from: string;
  readonly to: string;
  readonly request: string;
}

/** Result of checking a request against its chain. */
export interface CollaborationLoop {
  readonly isLoop: boolean;
  /** Number of earlier equal or similar requests: 1 for the first repetition. */
  readonly loopCount: number;
  /** 0-based positions of those requests in the chain, oldest first. */
  readonly same: readonly number[];
  /** `REPEATED_REQUEST`; '' if it is not a loop. */
  readonly reason: string;
  /** The chain with the request at its end. */
  readonly chain: readonly CollaborationEvent[];
}

/** Reason of a loop, verbatim from docs/decisions/loop-detection-algorithm.md. */
export const REPEATED_REQUEST = 'Repeated collaboration request';

/** Maximum length of a chain; the oldest requests are dropped. */
export const MAX_CHAIN = 100;

/** How requests are compared. */
export interface RequestSimilarity {
  /** Two requests with a higher similarity (0–1) are the same. */
  readonly sameAbove: number;
  /** Cosine similarity (0–1) of the new request with the one at this 0-based position of the chain. */
  of(place: number): number;
}

/**
 * Detects whether an agent repeats the same or a similar request to another agent (docs/decisions/loop-detection-algorithm.md, §3).
 * Pure: the chain holds earlier requests, oldest first, [] at the start. Compares by words unless `similarity` is given. Empty requests never match.
 */
export function recordCollaborationLoop(
  chain: readonly CollaborationEvent[],
  event: CollaborationEvent,
  similarity: RequestSimilarity = compareByWords(chain, event),
): CollaborationLoop {
  const same = earlierRequests(chain, event, similarity);
  const loopCount = same.length;
  return {
    isLoop: loopCount > 0,
    loopCount,
    same,
    reason: loopCount > 0 ? REPEATED_REQUEST : '',
    chain: [...chain, event].slice(-MAX_CHAIN),
  };
}

function earlierRequests(
  chain: readonly CollaborationEvent[],
  { from, to, request }: CollaborationEvent,
  similarity: RequestSimilarity,
): readonly number[] {
  return [...chain.keys()].filter((place) => {
    const earlier = chain[place];
    if (earlier?.from !== from || earlier.to !== to) return false;
    if (request === '' || earlier.request === '') return false;
    return earlier.request === request || similarity.of(place) > similarity.sameAbove;
  });
}

function compareByWords(
  chain: readonly CollaborationEvent[],
  { request }: CollaborationEvent,
): RequestSimilarity {
  return {
    sameAbove: SAME_REQUEST,
    of: (place) => lexicalSimilarity(chain[place]?.request ?? '', request),
  };
}
