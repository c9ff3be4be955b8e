import { agentNeverWorked, verificationNeverStarted } from '../detection/notTheAgent';
import { changedPaths, fingerprint, verificationArtefacts } from '../detection/fingerprint';
import { responseHash } from '../detection/responseHash';
import type { DevsConfig } from '../domain/config';
import type { Command } from '../domain/task';
import { hasEnded } from '../domain/turn';
import type { AgentResult } from '../ports/agent';
import type { VerifyResult } from '../ports/verifier';
import type { WorkspaceSnapshot } from '../ports/workspace';
import type { OrchestrationDeps } from './orchestrationDeps';
import type { TurnPlan } from './turnPlan';

/** What a turn brought, before anything is decided or recorded. */
export interface TurnFacts {
  readonly agent: AgentResult;
  readonly replyHash: string;
  /** Fingerprint before the turn, without any artefact that is known by now. */
  readonly stateBefore: string;
  readonly stateAfter: string;
  readonly changedFiles: readonly string[];
  /** Files that nobody knew the verification to write; fingerprints leave them out from now on. */
  readonly artefacts: readonly string[];
  readonly verification: VerifyResult | undefined;
}

/** How a turn went: the facts, and whether it was the agent's to answer for. */
export type TurnRun =
  | { readonly kind: 'interrupted'; readonly facts: TurnFacts | undefined }
  | {
      readonly kind: 'notTheAgent';
      readonly facts: TurnFacts;
      readonly then: 'again' | 'blocked';
      readonly reason: string;
    }
  | { readonly kind: 'counted'; readonly facts: TurnFacts };

export interface TurnContext {
  readonly deps: OrchestrationDeps;
  readonly config: DevsConfig;
  readonly plan: TurnPlan;
  readonly turnId: string;
  readonly before: WorkspaceSnapshot;
  readonly signal: AbortSignal;
}

/** Runs the agent and, unless rule 2 applies, the verification. Records nothing. */
export async function runTurn(context: TurnContext): Promise<TurnRun> {
  const { deps, plan, signal } = context;
  deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'agent' });
  const agent = await deps.agent.run(
    {
      definition: plan.agent,
      taskId: plan.task.id,
      turnId: context.turnId,
      systemPrompt: plan.systemPrompt,
      prompt: plan.prompt,
    },
    signal,
  );
  if (wasInterrupted(agent.end.kind, signal)) return { kind: 'interrupted', facts: undefined };
  const after = await deps.workspace.snapshot();
  const facts = factsOf(context, agent, after);
  const owner = agentNeverWorked({
    end: agent.end,
    workspaceChanged: facts.stateAfter !== facts.stateBefore,
    words: agent.errorTail.trim() === '' ? agent.reply : agent.errorTail,
    failedBefore: failuresNotTheAgents(context),
  });
  if (owner.owner === 'other') return { kind: 'notTheAgent', facts, ...owner };
  if (plan.task.verify === undefined) return { kind: 'counted', facts };
  return await verifyTurn({ context, command: plan.task.verify, agent, after });
}

function wasInterrupted(kind: AgentResult['end']['kind'], signal: AbortSignal): boolean {
  return kind === 'cancelled' || signal.aborted;
}

interface Verification {
  readonly context: TurnContext;
  readonly command: Command;
  readonly agent: AgentResult;
  readonly after: WorkspaceSnapshot;
}

async function verifyTurn({ context, command, agent, after }: Verification): Promise<TurnRun> {
  const { deps, config, plan, signal } = context;
  deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'verify' });
  const verification = await deps.verifier.verify(
    {
      command,
      timeoutMs: config.verifyTimeoutMs,
      reports: config.reports,
      taskId: plan.task.id,
      turnId: context.turnId,
    },
    signal,
  );
  if (verification.end.kind === 'cancelled' || signal.aborted) {
    return { kind: 'interrupted', facts: undefined };
  }
  const verified = await deps.workspace.snapshot();
  const artefacts = verificationArtefacts(after.files, verified.files, verified.untracked).filter(
    (path) => !plan.artefacts.has(path),
  );
  const facts = { ...factsOf(context, agent, after, artefacts), verification, artefacts };
  const owner = verificationNeverStarted({
    end: verification.end,
    command: typeof command === 'string' ? command : command.join(' '),
    startedBefore: hasVerifiedBefore(context),
  });
  return owner.owner === 'other'
    ? { kind: 'notTheAgent', facts, ...owner }
    : { kind: 'counted', facts };
}

function factsOf(
  { before, plan }: TurnContext,
  agent: AgentResult,
  after: WorkspaceSnapshot,
  artefacts: readonly string[] = [],
): TurnFacts {
  const left = new Set([...plan.artefacts, ...artefacts]);
  // An inherited fingerprint that may hold one of these is like no other any more.
  const inherited = artefacts.some((path) => before.files.has(path))
    ? undefined
    : plan.inheritedState;
  return {
    agent,
    replyHash: responseHash(agent.reply),
    stateBefore: inherited ?? fingerprint(before.files, left),
    stateAfter: fingerprint(after.files, left),
    changedFiles: changedPaths(before.files, after.files, left),
    artefacts,
    verification: undefined,
  };
}

/** Turns directly before this one that were not the agent's failure, since a human stepped in. */
function failuresNotTheAgents({ deps, plan }: TurnContext): number {
  const since = deps.store.getTask(plan.countsOn)?.turnsBefore ?? 0;
  const earlier = deps.store
    .listTurns(plan.countsOn)
    .filter((turn) => turn.number > since && turn.number < plan.number)
    .filter((turn) => turn.taskId === plan.task.id && turn.outcome !== 'interrupted');
  const lastCounted = earlier.findLastIndex((turn) => turn.outcome !== 'not_agent');
  return earlier.length - 1 - lastCounted;
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
