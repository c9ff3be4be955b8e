import type { ErrorType } from '../../model/failure/failure';
import type { JudgedMatter } from '../../model/judge/judgedTurn';
import { exitedCleanly } from '../../model/turn/turn';
import { evaluateTurn, type TurnEvidence } from './evaluateTurn';

/** Error types that may have an external cause. */
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
  /** A rule decided who caused the failure, or there is no failure. */
  readonly cause: boolean;
  /** Number of earlier counted attempts at this part of the task. */
  readonly attempts: number;
}

/**
 * Determines what the rules leave open for a turn; undefined if they have decided. Progress is open if nothing was ever
 * measured, there is no marker, failure, workspace and reply are new to the task, and there is an earlier attempt to
 * compare with (design §4, rule 4). The cause is open if the verification failed with a type that may be external, the
 * task has not had this failure before, and no rule decided the cause.
 */
export function findOpenMatter(turn: TurnEvidence, known: Known): JudgedMatter | undefined {
  const judgement = evaluateTurn(turn);
  if (judgement.kind !== 'no_progress') return undefined;
  // A loop inside the turn is proved, even if the strategy goes on.
  if (turn.inTurnLoop !== undefined) return undefined;
  const { verdict } = judgement;
  if (verdict.level === 'stuck' && verdict.detector !== 'entropy') return undefined;
  const progress = known.attempts > 0 && isProgressOpen(turn);
  const cause = !known.cause && isCauseOpen(turn);
  if (progress) return cause ? 'progress and cause' : 'progress';
  return cause ? 'cause' : undefined;
}

/** As in `evaluateProgress`: the first turn is the baseline, and known failures, states and replies are no progress. */
function isProgressOpen(turn: TurnEvidence): boolean {
  const { best, verification, firstTurn, failureKnown, replyKnown, pivot } = turn;
  const isMeasured = best !== undefined || verification?.measurement !== undefined;
  return !isMeasured && !firstTurn && !failureKnown && !replyKnown && !pivot.stateKnown;
}

function isCauseOpen({ verification, failure, failureKnown }: TurnEvidence): boolean {
  if (verification === undefined || failure === undefined || failureKnown) return false;
  return !exitedCleanly(verification.end) && FROM_OUTSIDE.has(failure.errorType);
}
