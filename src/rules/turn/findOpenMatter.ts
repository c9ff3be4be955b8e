import type { ErrorType } from '../../model/failure/failure';
import type { JudgedMatter } from '../../model/judge/judgedTurn';
import { exitedCleanly } from '../../model/turn/turn';
import { evaluateTurn, type TurnEvidence } from './evaluateTurn';

/** Kinds of failures that may come from outside the task. */
const FROM_OUTSIDE: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'network',
  'outage',
  'rate_limit',
  'authentication',
  'timeout',
  'dependency',
  'permission',
  'disk_full',
  'missing_tool',
]);

export interface Known {
  /** A rule says whose failure it is, or there is nothing to say it of. */
  readonly cause: boolean;
  /** Counted attempts at this very part of the task, before this one. */
  readonly attempts: number;
}

/**
 * What the rules leave open of a turn; undefined where they have decided. Progress: nothing was ever
 * measured, no marker speaks, failure, workspace and reply are all new to the task, and there is an
 * attempt to compare it with (design §4, rule 4). Cause: the verification failed as things from
 * outside do, in a way that the task has not seen before, and no rule says whose failure it is.
 */
export function findOpenMatter(turn: TurnEvidence, known: Known): JudgedMatter | undefined {
  const judgement = evaluateTurn(turn);
  if (judgement.kind !== 'no_progress') return undefined;
  const { verdict } = judgement;
  if (verdict.level === 'stuck' && verdict.detector !== 'entropy') return undefined;
  const progress = known.attempts > 0 && isProgressOpen(turn);
  const cause = !known.cause && isCauseOpen(turn);
  if (progress) return cause ? 'progress and cause' : 'progress';
  return cause ? 'cause' : undefined;
}

/** As in `judgeProgress`: the first turn is the baseline, what was there before is none. */
function isProgressOpen(turn: TurnEvidence): boolean {
  const { best, verification, firstTurn, failureKnown, replyKnown, pivot } = turn;
  const isMeasured = best !== undefined || verification?.measurement !== undefined;
  return !isMeasured && !firstTurn && !failureKnown && !replyKnown && !pivot.stateKnown;
}

function isCauseOpen({ verification, failure, failureKnown }: TurnEvidence): boolean {
  if (verification === undefined || failure === undefined || failureKnown) return false;
  return !exitedCleanly(verification.end) && FROM_OUTSIDE.has(failure.errorType);
}
