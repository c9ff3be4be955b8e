import type { RepositoryChange, RepositoryState } from '../workspace/checkpoint';
import type { ExternalKind, FailureSignature } from '../failure/failure';
import type { Hop, InTurnLoop } from '../hops/hop';
import type { JudgedTurn } from '../judge/judgedTurn';
import type { Exit } from '../hops/roles';
import type { RefusedCalls } from '../failure/refusal';
import type { Measurement } from '../verification/measurement';
import { describeDuration } from '../../text/describeDuration';

/** How a child process ended. */
export type ProcessEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | {
      readonly kind: 'couldNotStart';
      readonly message: string;
      /** The program, where there is none of that name. */
      readonly missing?: string;
    }
  /** By us, before its own end: what it did was a loop. */
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'cancelled' };

/** True when the program ended by itself with exit code 0. */
export function exitedCleanly(end: ProcessEnd): boolean {
  return end.kind === 'exit' && end.code === 0;
}

/** Exit code of a shell whose program was ended by SIGKILL. */
const KILLED = 137;
/** Where Devs itself ends a program, its end says so: nobody else sends this signal so often. */
const OUT_OF_MEMORY = 'killed, probably out of memory';

/** A process's end in a few words, for reports: "exit code 1", "signal SIGTERM", … */
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
    case 'stopped':
      return `ended by Devs: ${end.reason}`;
    case 'cancelled':
      return 'cancelled';
    default:
      return end satisfies never;
  }
}

/** An agent's end in a sentence of which it is the subject: "the agent ended with exit code 1". */
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
/** What a turn led to; `pause`: the task waits for a human, paused or aborted. */
export type TurnConsequence = (typeof TURN_CONSEQUENCES)[number];

/** True for the outcomes that count: success, progress and no progress. */
export function isCounted(outcome: TurnOutcome): boolean {
  return outcome === 'success' || outcome === 'progress' || outcome === 'no_progress';
}

/** What a verification found. Absent where the task has no verify command or it was not run. */
export interface VerificationRecord {
  readonly end: ProcessEnd;
  /** The last 4 KB of what it printed. */
  readonly outputTail: string;
  readonly measurement?: Measurement;
  /** Where the counts come from, for humans; absent without any. */
  readonly source?: string;
  readonly durationMs: number;
}

/** What is known of a turn before its agent starts. */
export interface TurnStart {
  readonly id: string;
  /** The task it ran on. */
  readonly taskId: string;
  /** The topmost ancestor it counts on; the task itself when it has no parent. */
  readonly countsOn: string;
  /** 1, 2, 3 … for all turns that count on the same task, uncounted ones included. */
  readonly number: number;
  readonly strategyNumber: number;
  readonly agent: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Count in the pivot directive that headed this turn; 0 when none did. */
  readonly pivotDirective: number;
  /** Workspace fingerprint before the agent ran; inherited from an interrupted predecessor. */
  readonly stateBefore: string;
  /** Checkpoint of the workspace before the agent ran; absent for turns of earlier versions. */
  readonly checkpointBefore?: string;
  /** The repository then; absent where there is none. */
  readonly repositoryBefore?: RepositoryState;
}

/** Changed files that are kept of one turn. */
export const MAX_CHANGED_FILES = 500;

/** What an agent states in the lines that the prompt asks for, secrets masked. */
export interface Statements {
  readonly done: readonly string[];
  readonly blocked: readonly string[];
}

/** What is known of a turn once it has ended. */
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
  /** What the agent says it tried, or a summary of what it did. */
  readonly strategy: string;
  readonly stateAfter: string;
  /** Paths the agent changed, relative, `MAX_CHANGED_FILES` at most. */
  readonly changedFiles: readonly string[];
  /** Names those changes, contents included: equal for the same edit; absent when nothing changed. */
  readonly changeHash?: string;
  readonly verification?: VerificationRecord;
  /** What failed; absent when nothing did. */
  readonly failure?: FailureSignature;
  /** Set when the failure was not the agent's and its kind is known. */
  readonly external?: ExternalKind;
  /** One line for humans: why the turn counted as it did. */
  readonly reason: string;
  /** Entropy of the counting task after this turn was counted, before a pivot reset it. */
  readonly entropyAfter: number;
  readonly consequence: TurnConsequence;
  /** Names of transcript files in the state directory; '' where nothing was written. */
  readonly transcript: string;
  /** Checkpoint of the workspace after the verification; absent when none could be recorded. */
  readonly checkpointAfter?: string;
  /** Set when a later process took it: what stands in it may be yours. */
  readonly checkpointLate?: true;
  /** `DONE: …` and `BLOCKED: …` of its reply, without those words; absent when there are none. */
  readonly statements?: Statements;
  /** What the agent did to the repository; absent when nothing. */
  readonly repositoryChange?: RepositoryChange;
  /** Hops inside it, in order, `MAX_KEPT_HOPS` at most; absent for none. */
  readonly hops?: readonly Hop[];
  /** Number of hops inside it, unkept ones included; absent for none. */
  readonly hopCount?: number;
  /** Calls that were refused to its agents, the most frequent of each call first; absent for none. */
  readonly refused?: readonly RefusedCalls[];
  /** A loop inside it; absent for none. */
  readonly inTurnLoop?: InTurnLoop;
  /** What the judge model was asked about it; absent where rules alone decided. */
  readonly judged?: JudgedTurn;
  /** How it ended the task, other than by being done or by a pivot; absent when it did not. */
  readonly exit?: TurnExit;
}

/** How the planner's decision or an edge limit ended the task. */
export interface TurnExit {
  readonly kind: Exit;
  /** `planner`: it decided so; `edge limit`: it was stopped; `agent`: it asked instead of working. */
  readonly by: 'planner' | 'edge limit' | 'agent';
  /** Why, word for word as the task's status reason says it. */
  readonly stopReason: string;
  /** What the human is asked; for `ask_human` alone. */
  readonly question?: string;
}

/** A turn as recorded: append-only, ended at most once. */
export type Turn = TurnStart & ({ readonly outcome: 'running' } | TurnEnd);

/** True once the turn has ended. */
export function hasEnded(turn: Turn): turn is TurnStart & TurnEnd {
  return turn.outcome !== 'running';
}
