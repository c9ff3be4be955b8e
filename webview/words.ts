import {
  OUTCOME_WORDS,
  type FailureAnalysisReport,
  type LeaseHolder,
  type RunStatus,
  type TaskStatus,
} from '../src/protocol/words';
import { formatDuration, formatTime } from './format';
import type { PicturedTurn } from './turnPicture';

/** Where a task stands in the list. */
export type Group = 'needsYou' | 'open' | 'finished';

interface StatusWords {
  readonly word: string;
  readonly group: Group;
  /** What is announced when a task comes to this status and waits for the human. */
  readonly announcement?: string;
}

/** The word, the place in the list and the announcement of each status. */
export const STATUS_WORDS: Readonly<Record<TaskStatus, StatusWords>> = {
  pending: { word: 'Pending', group: 'open' },
  in_progress: { word: 'In progress', group: 'open' },
  blocked: { word: 'Blocked', group: 'needsYou', announcement: 'is blocked' },
  done: { word: 'Done', group: 'finished' },
  done_partial: { word: 'Done in part', group: 'finished' },
  skipped: { word: 'Skipped', group: 'finished' },
  aborted_stuck: {
    word: 'Aborted, stuck',
    group: 'needsYou',
    announcement: 'was aborted as stuck',
  },
  PAUSED_FOR_INTERVENTION: { word: 'Paused', group: 'needsYou', announcement: 'is paused' },
};

export const RUN_WORDS: Readonly<Record<RunStatus, string>> = {
  IDLE: 'Idle',
  RUNNING: 'Running',
  PAUSED: 'Paused',
};

/** One turn in one line, for tooltips and screen readers. */
export function describeTurn(turn: PicturedTurn): string {
  const facts = [OUTCOME_WORDS[turn.outcome]];
  if (turn.pivot) facts.push('headed by a pivot directive');
  if (turn.durationMs !== undefined) facts.push(formatDuration(turn.durationMs));
  facts.push(...describeTests(turn));
  const reason = turn.reason === '' ? '' : ` — ${turn.reason}`;
  return `Turn ${turn.number}: ${facts.join(', ')}${reason}`;
}

/** How the tests of a turn went: counts, the turn that failed the same way before, best so far. */
function describeTests({ failing, testsRun, sameAs, best }: PicturedTurn): string[] {
  const facts: string[] = [];
  if (failing !== undefined) {
    const noun = (testsRun ?? failing) === 1 ? 'test' : 'tests';
    facts.push(
      testsRun === undefined
        ? `${failing} failing ${noun}`
        : `${failing} of ${testsRun} ${noun} failing`,
    );
  }
  if (sameAs !== undefined) facts.push(`same failure as turn ${sameAs}`);
  if (best) facts.push('best so far');
  return facts;
}

/** The first line of a pause report. */
export function reportHeadline(report: FailureAnalysisReport): string {
  switch (report.reason) {
    case 'MAX_PIVOTS_EXCEEDED':
      return `Paused: ${report.failureCount} ${report.failureCount === 1 ? 'strategy' : 'strategies'} failed`;
    case 'MAX_TURNS':
      return 'Paused: the limit of turns is reached';
    case 'MAX_MINUTES':
      return 'Paused: the time limit of the run is reached';
    default:
      return report.reason satisfies never;
  }
}

/** Who else has the workspace: "Running in a terminal (pid 1234) since 22:31". */
export function describeHolder(holder: LeaseHolder, run: RunStatus): string {
  const verb = run === 'RUNNING' ? 'Running' : 'In use';
  const place = holder.who === 'terminal' ? 'a terminal' : 'another window';
  return `${verb} in ${place} (pid ${holder.pid}) since ${formatTime(holder.since)}`;
}
