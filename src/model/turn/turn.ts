import type { RepositoryChange, RepositoryState } from '../workspace/checkpoint';
import type { ExternalKind, FailureSignature } from '../failure/failure';
import type { Hop, InTurnLoop } from '../hops/hop';
import type { ReviewedChange } from '../review/taskReview';
import type { AgentSession } from './agentSession';
import type { JudgedTurn } from '../judge/judgedTurn';
import type { Exit } from '../hops/roles';
import type { AnsweredCalls } from '../permissions/answeredCalls';
import type { RefusedCalls } from '../failure/refusal';
import type { Doubt } from '../verification/doubt';
import type { FlakyVerification } from '../verification/flaky';
import type { Measurement } from '../verification/measurement';
import type { TurnThreshold } from './turnThreshold';
import { describeDuration } from '../../text/describeDuration';

/** How a child process ended. */
export type ProcessEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | {
      readonly kind: 'couldNotStart';
      readonly message: string;
      /** Name of the program if it does not exist. */
      readonly missing?: string;
    }
  /** It reported that it cannot go on; `message`: why, in its own words or ours, without a full stop. */
  | { readonly kind: 'failed'; readonly message: string }
  /** Ended by Devs because of a loop. */
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'cancelled' };

/** Whether the program ended by itself with exit code 0. */
export function exitedCleanly(end: ProcessEnd): boolean {
  return end.kind === 'exit' && end.code === 0;
}

/** Exit code of a shell whose program was ended by SIGKILL. */
const KILLED = 137;
/** If Devs ends a program, its end says so; otherwise the usual sender of this signal is the out-of-memory killer. */
const OUT_OF_MEMORY = 'killed, probably out of memory';

/** Describes a process's end in a few words: "exit code 1", "signal SIGTERM", … */
export function describeEnd(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exit':
      return `exit code ${end.code}${end.code === KILLED ? `: ${OUT_OF_MEMORY}` : ''}`;
    case 'signal':
      return `signal ${end.signal}${end.signal === 'SIGKILL' ? `: ${OUT_OF_MEMORY}` : ''}`;
    case 'timeout':
      return `time limit of ${describeDuration(end.limitMs)} reached`;
    case 'couldNotStart':
      return `could not start: ${end.message}`;
    case 'failed':
      return `an error: ${end.message}`;
    case 'stopped':
      return `ended by Devs: ${end.reason}`;
    case 'cancelled':
      return 'cancelled';
    default:
      return end satisfies never;
  }
}

/** Message of the end of an agent that gave up its turn when Devs refused it something. */
export const STOPPED_AT_REFUSAL = 'it stopped because a permission was refused';

/** Describes an agent's end in a sentence: "the agent ended with exit code 1". */
export function describeAgentEnd(end: ProcessEnd): string {
  return end.kind === 'stopped'
    ? `the agent was ${describeEnd(end)}`
    : `the agent ended with ${describeEnd(end)}`;
}

/**
 * Outcome of a turn. `running` is the only one that changes later; `interrupted` and
 * `not_agent` change no counter, no hash and use up no directive.
 */
export const TURN_OUTCOMES = [
  'running',
  'interrupted',
  'not_agent',
  'success',
  'progress',
  'no_progress',
] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

export const TURN_CONSEQUENCES = ['none', 'pivot', 'pause', 'blocked', 'done'] as const;
/** Consequence of a turn; `pause`: the task waits for a human, paused or aborted. */
export type TurnConsequence = (typeof TURN_CONSEQUENCES)[number];

/** Whether the outcome counts: success, progress or no progress. */
export function isCounted(outcome: TurnOutcome): boolean {
  return outcome === 'success' || outcome === 'progress' || outcome === 'no_progress';
}

/** Result of a verification. Absent without a verify command or if it was not run. */
export interface VerificationRecord {
  readonly end: ProcessEnd;
  /** The last 4 KB of its output. */
  readonly outputTail: string;
  readonly measurement?: Measurement;
  /** Source of the counts, for humans; absent without any. */
  readonly source?: string;
  readonly durationMs: number;
}

/** Facts of a turn before its agent starts. */
export interface TurnStart {
  readonly id: string;
  /** The task it ran on. */
  readonly taskId: string;
  /** The topmost ancestor it counts on; the task itself if it has no parent. */
  readonly countsOn: string;
  /** 1, 2, 3 … for all turns that count on the same task, uncounted ones included. */
  readonly number: number;
  readonly strategyNumber: number;
  readonly agent: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Count in the pivot directive that headed this turn; 0 without one. */
  readonly pivotDirective: number;
  /** Workspace fingerprint before the agent ran; inherited from an interrupted predecessor. */
  readonly stateBefore: string;
  /** Checkpoint of the workspace before the agent ran; absent for turns of earlier versions. */
  readonly checkpointBefore?: string;
  /** Set instead of `checkpointBefore` once only its list of files is kept: nothing can go back to it. */
  readonly fileListBefore?: string;
  /** State of the repository at that time; absent without one. */
  readonly repositoryBefore?: RepositoryState;
  /** It worked in the worktree of the task that it counts on, whose files its checkpoints are; absent: in the workspace. */
  readonly worktree?: true;
}

/** Maximum number of changed files kept per turn. */
export const MAX_CHANGED_FILES = 500;

/** Statements of an agent in the lines requested by the prompt, secrets masked. */
export interface Statements {
  readonly done: readonly string[];
  readonly blocked: readonly string[];
}

/** Facts of a turn after its end. */
export interface TurnEnd {
  readonly outcome: Exclude<TurnOutcome, 'running'>;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  readonly agentEnd: ProcessEnd;
  /** Milliseconds from start to end, verification included. */
  readonly durationMs: number;
  readonly replyHash: string;
  /** First lines of the reply, at most 10 lines and 2,000 characters. */
  readonly firstLines: string;
  /** The agent's statement of its strategy, or a summary of its changes. */
  readonly strategy: string;
  readonly stateAfter: string;
  /** Paths changed by the agent, relative, at most `MAX_CHANGED_FILES`. */
  readonly changedFiles: readonly string[];
  /** Hash of those changes and contents: equal for the same edit; absent without changes. */
  readonly changeHash?: string;
  readonly verification?: VerificationRecord;
  /** The failure; absent for none. */
  readonly failure?: FailureSignature;
  /** Set for an external failure of known kind. */
  readonly external?: ExternalKind;
  /** Reason of the outcome, one line for humans. */
  readonly reason: string;
  /** Entropy of the counting task after this turn was counted, before a pivot reset it. */
  readonly entropyAfter: number;
  readonly consequence: TurnConsequence;
  /** What its entropy was measured against; absent in turns of earlier versions. */
  readonly threshold?: TurnThreshold;
  /** It began on the files that the previous turn of the counting task had left; absent if not, and without one. */
  readonly filesKept?: true;
  /** Names of transcript files in the state folder; '' if none was written. */
  readonly transcript: string;
  /** Checkpoint of the workspace after the verification; absent if none could be recorded. */
  readonly checkpointAfter?: string;
  /** Set instead of `checkpointAfter` once only its list of files is kept. */
  readonly fileListAfter?: string;
  /** Set if a later process recorded it: it may contain the user's changes. */
  readonly checkpointLate?: true;
  /** `DONE: …` and `BLOCKED: …` of its reply, without those words; absent when there are none. */
  readonly statements?: Statements;
  /** Changes of the agent to the repository; absent for none. */
  readonly repositoryChange?: RepositoryChange;
  /** Hops inside it, in order, `MAX_KEPT_HOPS` at most; absent for none. */
  readonly hops?: readonly Hop[];
  /** Number of hops inside it, unkept ones included; absent for none. */
  readonly hopCount?: number;
  /** Refused calls of its agents, most frequent first; absent for none. */
  readonly refused?: readonly RefusedCalls[];
  /** What its agents asked permission for, refused first; absent for none. */
  readonly answered?: readonly AnsweredCalls[];
  /** A loop inside it; absent for none. */
  readonly inTurnLoop?: InTurnLoop;
  /** Result of asking the judge; absent if rules alone decided. */
  readonly judged?: JudgedTurn;
  /** How it ended the task other than by success or a pivot; absent if it did not. */
  readonly exit?: TurnExit;
  /** Tests with two results on the same files; absent for none. */
  readonly flaky?: FlakyVerification;
  /** Why its passing verification proves nothing; absent for none. */
  readonly doubts?: readonly Doubt[];
  /** Test files that differ from the task's start, deleted ones included, at most `MAX_CHANGED_FILES`; absent for none. */
  readonly changedTests?: readonly string[];
  /** As in `PassAssessment`; absent for none. */
  readonly passDiff?: string;
  /** The session of its agent; absent if the agent names none, and for roles. */
  readonly session?: AgentSession;
}

/** How the planner's decision, an edge limit, a question, a doubtful pass, a conflict or a review ended the task. */
export interface TurnExit {
  readonly kind: Exit;
  /**
   * `planner`: by its decision; `edge limit`: at the limit; `agent`: by a question instead of work; `doubt`: by a pass
   * that proves nothing; `landing`: by a conflict of verified work with what it lands on; `review`: by verified work that
   * waits for a human's review before it lands.
   */
  readonly by: 'planner' | 'edge limit' | 'agent' | 'doubt' | 'landing' | 'review';
  /** The reason, verbatim as in the task's status reason. */
  readonly stopReason: string;
  /** Question to the human; only for `ask_human`. */
  readonly question?: string;
  /** Only by `review`: what waits. */
  readonly change?: ReviewedChange;
}

/** A turn as recorded: append-only, ended at most once. */
export type Turn = TurnStart & ({ readonly outcome: 'running' } | TurnEnd);

/** A turn that has ended. */
export type EndedTurn = TurnStart & TurnEnd;

/** Whether the turn has ended. */
export function hasEnded(turn: Turn): turn is EndedTurn {
  return turn.outcome !== 'running';
}

/** The turns that have ended and count (`isCounted`), in the same order. */
export function selectCounted(turns: readonly Turn[]): readonly EndedTurn[] {
  return turns.filter(hasEnded).filter((turn) => isCounted(turn.outcome));
}
