import type { Judgement } from '../../rules/turn/evaluateTurn';
import { assessRepeatedFailure, type FailedTurn } from '../../rules/turn/assessRepeatedFailure';
import { compareFailures } from '../../rules/failure/signature/compareFailures';
import type { EventData } from '../../model/events/devsEvent';
import type { UnrecordedTurn } from './turnRecord';

/** Result of a turn without progress, with the turns it was compared with. */
export type FailedJudgement = Judgement & { readonly kind: 'no_progress' } & {
  /** Earlier failed turns since the last intervention. */
  readonly failedTurns: readonly FailedTurn[];
};

/** Maximum number of turns named in an event, the newest: a task without a limit of turns may have any number. */
const NAMED_TURNS = 50;

/**
 * Builds the facts of `loop_detected` (docs/decisions/loop-detection-algorithm.md, "Logging"): `level: 'stuck'` if the
 * strategy has failed, `suspect` if the turn only repeats a failure; undefined for neither.
 */
export function loopFacts(
  { plan, run }: UnrecordedTurn,
  judgement: FailedJudgement,
  entropy: number,
): EventData<'loop_detected'> | undefined {
  const { verdict, failedTurns, reason } = judgement;
  const failure = run.facts?.findings.failure;
  const repeated =
    failure && assessRepeatedFailure([...failedTurns, { number: plan.number, failure }]);
  const found = verdict.level === 'stuck' ? verdict : repeated;
  if (found === undefined || found.level === 'none') return undefined;
  const edge = run.facts?.inside.loop?.edge;
  const isExact = failedTurns.some(
    (turn) => failure !== undefined && compareFailures(turn.failure, failure) === 'exact',
  );
  return {
    kind: 'hops' in found ? 'inside_turn' : 'turn_after_turn',
    ...found,
    evidence: found.evidence.slice(-NAMED_TURNS),
    ...(edge && 'hops' in found && { edge }),
    turn: plan.number,
    agent_id: plan.agent.name,
    loop_count: entropy,
    error_signature: failure?.exactMessage ?? '',
    ...(failure && { error_type: failure.errorType }),
    is_exact_match: isExact,
    orchestrator_reasoning: isExact ? 'Exact error message match' : reason,
  };
}
