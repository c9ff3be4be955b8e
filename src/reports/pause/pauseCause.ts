import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { capitalise } from '../../text/sentence';

/**
 * Kind of a pause: `retries` (strategies or hops of an edge) are used up, a `limit` of turns or minutes is reached, a budget
 * or a limit of the agent itself is used up (`agentLimit`), the task was `aborted` or `blocked`, a `question` to the human is open,
 * or its change waits for a `review`.
 */
export type PauseKind =
  | 'retries'
  | 'limit'
  | 'agentLimit'
  | 'aborted'
  | 'blocked'
  | 'question'
  | 'review';

/** Why a task was paused. */
export interface PauseCause {
  readonly kind: PauseKind;
  /** A clause: "the planner gave up". */
  readonly clause: string;
  /** The clause as a sentence, with the relevant setting if there is one. */
  readonly sentence: string;
}

const CIRCLES = 'the planner is in a loop';

/** Determines the cause of a pause, for every surface. */
export function pauseCause(report: FailureAnalysisReport): PauseCause {
  const { reason, failureCount, question, terminalStatus } = report;
  switch (reason) {
    case 'MAX_PIVOTS_EXCEEDED':
      return cause(
        'retries',
        `${failureCount} ${failureCount === 1 ? 'strategy' : 'strategies'} failed`,
        'The agent has tried as many approaches as it may, and each has failed.',
      );
    case 'MAX_TURNS':
      return cause(
        'limit',
        'the limit of turns is reached',
        'The task has reached its maximum number of turns (limits.maxTurns in devs.yaml).',
      );
    case 'MAX_MINUTES':
      return cause(
        'limit',
        'the time limit of the run is reached',
        'The run has reached its time limit (limits.maxMinutes in devs.yaml).',
      );
    case 'BUDGET':
      return cause('agentLimit', 'the budget is used up');
    case 'MAX_LOOP_EDGE':
      if (question !== undefined) return cause('question', `${CIRCLES} and needs your answer`);
      return cause(terminalStatus === 'aborted_stuck' ? 'aborted' : 'retries', CIRCLES);
    case 'QUESTION':
      return cause('question', 'the planner needs your answer');
    case 'AGENT_QUESTION':
      return cause('question', 'the agent needs your answer');
    case 'DOUBTFUL_PASS':
      return cause('question', 'is this done? The verification passed, but proves nothing');
    case 'LANDING_CONFLICT':
      return cause('agentLimit', 'its verified work conflicts with the workspace');
    case 'REVIEW':
      return cause('review', 'its change waits for your review');
    case 'AGENT_LIMIT':
      return cause('agentLimit', 'the agent used up a limit of its own');
    case 'GAVE_UP':
      return cause('aborted', 'the planner gave up');
    case 'BLOCKED':
      return cause('blocked', 'it cannot go on without you');
    case 'ESCALATED':
      return cause('blocked', 'its attempts repeat without progress');
    default:
      return reason satisfies never;
  }
}

function cause(kind: PauseKind, clause: string, sentence = `${capitalise(clause)}.`): PauseCause {
  return { kind, clause, sentence };
}

/** Formats the heading, one line: "Paused: 3 strategies failed", "The planner needs your answer". */
export function pauseHeadline({ kind, clause }: PauseCause): string {
  switch (kind) {
    case 'retries':
    case 'limit':
    case 'agentLimit':
      return `Paused: ${clause}`;
    case 'aborted':
      return `Stopped: ${clause}`;
    case 'blocked':
      return `Blocked: ${clause}`;
    case 'question':
    case 'review':
      return capitalise(clause);
    default:
      return kind satisfies never;
  }
}
