import type { LoopCounters } from './roles';
import type { Measurement } from '../verification/measurement';

/**
 * Number of research results kept per strategy, and number of the newest ones that keep up to `MAX_RESEARCH_TEXT`
 * characters. Older ones keep only their beginning, so that their queries remain recognisable.
 */
export const MAX_RESEARCH = 20;
export const MAX_LONG_RESEARCH = 5;
export const MAX_RESEARCH_TEXT = 6_000;
export const MAX_OLD_RESEARCH_TEXT = 1_000;
/** Maximum length of a kept query, in characters. */
export const MAX_QUERY_TEXT = 1_000;

/** Maximum number of hops in the trail. */
export const MAX_TRAIL = 60;

/** An answer of the researcher. */
export interface ResearchResult {
  readonly query: string;
  readonly result: string;
  /** Fingerprint of the workspace at the time of the query. */
  readonly state: string;
}

/** Knowledge about the research so far, named as in docs/decisions/planner-loops.md. */
export interface ResearchQuality {
  readonly lastQuery: string;
  /** Number of queries sent to the researcher. */
  readonly attemptCount: number;
  /** Text about it for the planner; '' for none. */
  readonly reasons: string;
}

/** State at the previous hop, against which progress of an edge is measured. */
export interface Observed {
  /** Query of the last research, cut as `queries`; '' for none. */
  readonly lastQuery: string;
  /** Queries since the strategy began, unique, the newest 20; of those longer than `MAX_QUERY_TEXT`, head and tail. */
  readonly queries: readonly string[];
  /** Short hashes of every result of research since the strategy began; the newest 200. */
  readonly researchResults: readonly string[];
  /** Paths changed since the strategy began, unique, sorted; at most 2,000. */
  readonly fileChanges: readonly string[];
  /** Fingerprint of the workspace; '' if it was not read. */
  readonly state: string;
  /** Short hashes of every state since the strategy began; the newest 200. */
  readonly states: readonly string[];
  /** The last verification inside a turn; absent for none. */
  readonly testResults?: {
    readonly passed: boolean;
    /** Hash of the first failure; '' if it passed or is unknown. */
    readonly failure: string;
  };
  /**
   * Results of verifications since the strategy began: a short hash of every failure, '' for an unknown failure,
   * `passed` for a pass; the newest 200.
   */
  readonly failures: readonly string[];
  /** Number of new best measurements of this task. */
  readonly bests: number;
}

/** A complaint of a verifying agent. */
export interface Complaint {
  /** The first wording, numbers masked. */
  readonly text: string;
  /** The smallest of its first numbers; absent without a number. */
  readonly least?: number;
}

/** One hop of the trail, in which cycles are searched. */
export interface TrailHop {
  /** "turn/hop". */
  readonly at: string;
  readonly to: string;
  readonly request: string;
}

/** What the roles of a task remember of the current strategy; empty for a new one. */
export interface RoleMemory {
  /** `strategyNumber` of the counting task that it belongs to. */
  readonly strategy: number;
  readonly loopCounters: LoopCounters;
  readonly observed: Observed;
  readonly research: readonly ResearchResult[];
  readonly researchQuality: ResearchQuality;
  /** Best measurement of a verification inside a turn; absent for none. */
  readonly best?: Measurement;
  /** Complaints of verifying agents, unique; the newest 20. Absent for none. */
  readonly complaints?: readonly Complaint[];
  /** Hops since the last progress, oldest first; the newest 60. */
  readonly trail: readonly TrailHop[];
}
