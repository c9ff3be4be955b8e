import {
  findExternalFailure,
  type ExternalFailure,
} from '../../rules/failure/external/externalFailure';
import { classifyFailedStart } from '../../rules/failure/external/failureOwner';
import { outputLines } from '../../rules/output/outputLines';
import type { Command } from '../../model/task/task';
import { exitedCleanly, hasEnded } from '../../model/turn/turn';
import type { VerifyResult } from '../../ports/verifier';
import { decideRetry } from '../../rules/turn/decideRetry';
import { commandText } from '../../text/commandText';
import { causedByTask } from '../turn/context/causedByTask';
import { waitForRetry } from './retryWait';
import type { TurnContext } from '../turn/context/turnFacts';
import type { VerificationEnd } from '../turn/context/verificationEnd';

/** Result of a turn's verification. */
export type VerificationRun = { readonly kind: 'interrupted' } | VerificationEnd;

export interface VerificationRequest {
  readonly context: TurnContext;
  readonly command: Command;
  /** Files that the agent changed in this turn. */
  readonly changedFiles: readonly string[];
  /** Which verification inside the turn, for its transcript; absent: the one at its end. */
  readonly call?: string;
  /** Whether it verifies the merged files of a landing. */
  readonly merged?: true;
  /** Number of external failures of the same verification before; absent: 0. */
  readonly failedBefore?: number;
}

/**
 * Runs the verify command. Where it fails for reasons outside the task it is run again after a
 * pause — the agent's work is there, so nothing is asked of the agent — until it tells something
 * about the task, or a human has to help.
 */
export async function runVerification(request: VerificationRequest): Promise<VerificationRun> {
  const { context } = request;
  for (let failures = 1 + (request.failedBefore ?? 0); ; failures += 1) {
    const result = await verifyOnce(request);
    if (result.end.kind === 'cancelled' || context.signal.aborted) return { kind: 'interrupted' };
    const lines = outputLines(result.output);
    if (exitedCleanly(result.end)) return { kind: 'agents', result, lines };
    const now = context.deps.clock.now();
    const found = findExternalFailure({ lines, speaker: 'verification', now });
    const caused = await causedByTask(context, found ?? NOT_FOUND, request.changedFiles);
    const neverStarted = classifyFailedStart({
      end: result.end,
      command: commandText(request.command),
      startedBefore: hasVerifiedBefore(context) || (ranItself(result) && caused),
    });
    if (neverStarted.owner === 'other') {
      const { reason, remedy, external: kind } = neverStarted;
      return { kind: 'blocked', result, lines, reason, remedy, ...(kind && { external: kind }) };
    }
    const external = caused ? undefined : found;
    if (external === undefined) return { kind: 'agents', result, lines };
    const decision = decideRetry(external, { failures, limits: context.config.limits, now });
    if (decision.kind === 'blocked') {
      return { ...decision, result, lines, external: external.kind };
    }
    await waitInTurn(context, decision);
    if (isOver(context)) return { kind: 'interrupted' };
  }
}

async function verifyOnce(request: VerificationRequest): Promise<VerifyResult> {
  const { context, command, call, merged } = request;
  const { deps, config, plan, signal, turnId } = context;
  const at = { taskId: plan.task.id, turn: plan.number };
  deps.observer.onPhase(
    merged === true
      ? { ...at, phase: 'landing', landing: { kind: 'verifies' } }
      : { ...at, phase: 'verify' },
  );
  return await deps.verifier.verify(
    {
      command,
      timeoutMs: config.verifyTimeoutMs,
      reports: config.reports,
      taskId: plan.task.id,
      turnId,
      ...(call === undefined ? {} : { call }),
    },
    signal,
  );
}

/** Whether the turn must end now. If the run's minutes are used up, the limit then pauses the task. */
export function isOver({ skipWaits, signal, msLeft }: TurnContext): boolean {
  return skipWaits.aborted || signal.aborted || msLeft() <= 0;
}

/** Waits for a retry inside the turn, no longer than the run may last. */
export async function waitInTurn(
  { deps, journal, plan, skipWaits, signal, msLeft }: TurnContext,
  { delayMs, reason }: { readonly delayMs: number; readonly reason: string },
): Promise<void> {
  const withinMs = Math.min(delayMs, msLeft());
  const wait = { taskId: plan.task.id, turn: plan.number, delayMs: withinMs, reason };
  await waitForRetry({ ...deps, journal }, wait, AbortSignal.any([skipWaits, signal]));
}

/** The failure for exit codes 126 and 127 without a matching line. */
const NOT_FOUND: ExternalFailure = {
  kind: 'missing_tool',
  message: '',
  subject: undefined,
  retryAfterMs: undefined,
  handling: 'blocked',
  remedy: '',
};

/** The command itself ran: what it could not find is something that it calls. */
function ranItself({ end }: VerifyResult): boolean {
  return end.kind === 'exit';
}

function hasVerifiedBefore({ deps, plan }: TurnContext): boolean {
  return deps.store
    .listTurns(plan.countsOn)
    .filter(hasEnded)
    .some(
      (turn) =>
        turn.taskId === plan.task.id &&
        turn.outcome !== 'not_agent' &&
        turn.verification !== undefined,
    );
}
