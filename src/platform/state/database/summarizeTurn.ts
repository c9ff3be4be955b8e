import { describeStagedLoop } from '../../../model/hops/loopStage';
import { isStepDetector, MAX_SHOWN_PROOF, type ShownProof } from '../../../model/steps/step';
import { hasEnded, type EndedTurn, type Turn } from '../../../model/turn/turn';
import type { TurnSummary } from '../../../ports/store';

/** Summarises a turn for lists and for retention. */
export function summarizeTurn(turn: Turn): TurnSummary {
  const { id, taskId, countsOn, number, agent, startedAt, pivotDirective, outcome } = turn;
  const ended = hasEnded(turn) ? turn : undefined;
  const measurement = ended?.verification?.measurement;
  return {
    ...{ id, taskId, countsOn, number, agent, startedAt, pivotDirective, outcome },
    reason: ended?.reason ?? '',
    transcript: ended?.transcript ?? '',
    ...(ended === undefined ? {} : toEndFacts(ended)),
    ...(measurement === undefined ? {} : { measurement }),
    ...(ended?.failure === undefined ? {} : { failureHash: ended.failure.hash }),
    ...(turn.worktree === undefined ? {} : { worktree: true }),
    ...(turn.checkpointBefore === undefined ? {} : { checkpointBefore: turn.checkpointBefore }),
    ...(turn.fileListBefore === undefined ? {} : { fileListBefore: turn.fileListBefore }),
    ...(ended?.fileListAfter === undefined ? {} : { fileListAfter: ended.fileListAfter }),
    ...(ended?.hopCount === undefined ? {} : { hopCount: ended.hopCount }),
    ...(ended === undefined ? {} : toShownProof(ended)),
    ...(ended?.judged === undefined ? {} : { judged: ended.judged }),
    ...(ended?.flaky === undefined ? {} : { flaky: ended.flaky }),
    ...(ended?.checkpointAfter === undefined ? {} : { checkpointAfter: ended.checkpointAfter }),
  };
}

function toEndFacts(ended: EndedTurn): Partial<TurnSummary> {
  const { durationMs, entropyAfter, consequence, threshold, filesKept, inTurnLoop } = ended;
  return {
    ...{ durationMs, entropyAfter, consequence },
    ...(threshold === undefined ? {} : { threshold }),
    ...(filesKept === undefined ? {} : { filesKept }),
    ...(inTurnLoop === undefined ? {} : { loopInside: true }),
    ...(inTurnLoop?.stage === undefined ? {} : { stagedLoop: describeStagedLoop(inTurnLoop) }),
    ...(inTurnLoop && isStepDetector(inTurnLoop.detector) ? { finding: inTurnLoop.detector } : {}),
  };
}

function toShownProof({ inTurnLoop }: EndedTurn): { readonly proof?: ShownProof } {
  const { steps = [], advice } = inTurnLoop ?? {};
  if (steps.length === 0) return {};
  const proof = { newest: steps.slice(-MAX_SHOWN_PROOF), count: steps.length };
  return { proof: { ...proof, ...(advice !== undefined && { advice }) } };
}
