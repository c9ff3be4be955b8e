import type { ExternalKind } from '../../../../../../src/model/failure/failure';

/** A text as a tool prints it, and what it is. */
export interface CorpusEntry {
  /** What printed it, and when. */
  readonly of: string;
  readonly text: string;
  /** Undefined: the agent's failure, or none at all. */
  readonly is?: {
    readonly kind: ExternalKind;
    readonly handling: 'retry' | 'blocked';
    readonly subject?: string;
    /** Seconds, against `NOW`. */
    readonly wait?: number;
  };
}

/** The moment at which the texts are read: Sunday, 22 November 2026, 12:00 UTC. */
export const NOW = new Date('2026-11-22T12:00:00Z');
