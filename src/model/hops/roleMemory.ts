import type { LoopCounters } from './roles';
import type { Measurement } from '../verification/measurement';

/**
 * Results of research that are kept of a strategy, and how many of them, the newest, with up to
 * `MAX_RESEARCH_TEXT` characters; of older ones the beginning is kept, so that a query of long ago is
 * still known when it comes again.
 */
export const MAX_RESEARCH = 20;
export const MAX_LONG_RESEARCH = 5;
export const MAX_RESEARCH_TEXT = 6_000;
export const MAX_OLD_RESEARCH_TEXT = 1_000;
/** Longest text of a query that later ones are compared with, in characters. */
export const MAX_QUERY_TEXT = 1_000;

/** Hops of the trail that are kept. */
export const MAX_TRAIL = 60;

/** An answer of the researcher. */
export interface ResearchResult {
  readonly query: string;
  readonly result: string;
  /** Fingerprint of the workspace when it was asked: its context. */
  readonly state: string;
}

/** What is known about the research so far, as docs/decisions/planner-loops.md names it. */
export interface ResearchQuality {
  readonly lastQuery: string;
  /** How often the researcher was sent a query. */
  readonly attemptCount: number;
  /** What the planner is told about it; '' for nothing. */
  readonly reasons: string;
}

/** What progress of an edge is measured against: how things stood when the planner last looked. */
export interface Observed {
  /** Query of the last research, cut as `queries`; '' for none. */
  readonly lastQuery: string;
  /** Queries since the strategy began, each once; of those longer than `MAX_QUERY_TEXT`, head and tail; the newest 20. */
  readonly queries: readonly string[];
  /** Short hashes of every result of research since the strategy began; the newest 200. */
  readonly researchResults: readonly string[];
  /** Paths that were changed since the strategy began, each once, sorted; 2,000 at most. */
  readonly fileChanges: readonly string[];
  /** Fingerprint of the workspace; '' where it was not looked at. */
  readonly state: string;
  /** Short hashes of every state since the strategy began; the newest 200. */
  readonly states: readonly string[];
  /** The last verification inside a turn; absent for none. */
  readonly testResults?: {
    readonly passed: boolean;
    /** Hash of what fails first; '' when it passed or nothing is known. */
    readonly failure: string;
  };
  /**
   * How verifications ended since the strategy began: a short hash of every failure, '' for one of
   * which nothing is known, `passed` for a pass; the newest 200.
   */
  readonly failures: readonly string[];
  /** A new best measurement was reached so many times on this task. */
  readonly bests: number;
}

/** What a verifier's agent found wrong. */
export interface Complaint {
  /** Its numbers masked, as it was said first. */
  readonly text: string;
  /** The smallest number that it ever began with; absent where it has none. */
  readonly least?: number;
}

/** One hop of the trail that cycles are looked for in. */
export interface TrailHop {
  /** "turn/hop". */
  readonly at: string;
  readonly to: string;
  readonly request: string;
}

/** What the roles of a task remember of the strategy that is being tried; a new strategy begins without. */
export interface RoleMemory {
  /** `strategyNumber` of the counting task that it belongs to. */
  readonly strategy: number;
  readonly loopCounters: LoopCounters;
  readonly observed: Observed;
  readonly research: readonly ResearchResult[];
  readonly researchQuality: ResearchQuality;
  /** Best measurement that a verification inside a turn reached; absent for none. */
  readonly best?: Measurement;
  /** What agents that verify found wrong, each once; the newest 20. Absent for nothing. */
  readonly complaints?: readonly Complaint[];
  /** Hops since progress was last seen, oldest first; the newest 60. */
  readonly trail: readonly TrailHop[];
}
