import {
  findExternalFailure,
  toPlanLimit,
  type ExternalFailure,
} from '../../../rules/failure/external/externalFailure';
import { classifyFailedAgent } from '../../../rules/failure/external/failureOwner';
import { outputLines } from '../../../rules/output/outputLines';
import type { RefusedCalls } from '../../../model/failure/refusal';
import type { ExternalKind } from '../../../model/failure/failure';
import { hasEnded, STOPPED_AT_REFUSAL, type TurnEnd } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';
import { describeAgentLimit } from '../../../rules/failure/remedy/describeAgentLimit';
import { decideRetry, type RetryFacts } from '../../../rules/turn/decideRetry';
import { agentSucceeded } from '../../../rules/turn/agentSucceeded';
import { heldLimits, listCandidates } from '../../scheduling/workingAgent';
import { withoutRemedy } from '../../../reports/pause/blockReport';
import { describeSkipped } from '../../scheduling/skipStandIn';
import { causedByTask } from '../context/causedByTask';
import { refusedFailure } from './refusedTurn';
import type { TurnContext, TurnFacts } from '../context/turnFacts';
import { hasWorkToShow } from '../context/turnEvidence';
import type { ExternalHandling } from './turnRun';

/** Returns the refusal as external failure, unless a change of the task caused it: then it is the agent's failure. */
async function refusedExternally(
  context: TurnContext,
  facts: TurnFacts,
): Promise<ExternalFailure | undefined> {
  const found = refusedFailure(facts);
  if (found === undefined) return undefined;
  // Work before giving up is still verified.
  const gaveUp = facts.agent.end.kind !== 'stopped';
  if (gaveUp && hasWorkToShow(context.deps.store, { plan: context.plan, facts })) return undefined;
  const byEnvironment = facts.inside.loop?.refusal?.by === 'environment';
  return byEnvironment && (await causedByTask(context, found, facts.changedFiles))
    ? undefined
    : found;
}

/** Failures of an agent that works for another one's limit with which a third one can go on: it is missing, or not logged in. */
const SKIPPED: ReadonlySet<ExternalKind | undefined> = new Set<ExternalKind | undefined>([
  ...(['authentication', 'missing_tool'] as const),
  // It did not begin to work, twice.
  undefined,
]);

/** Applies rule 2 to the agent's work; undefined if the failure is the agent's, or if Devs stopped it. */
export async function decideExternal(
  context: TurnContext,
  facts: TurnFacts,
): Promise<ExternalHandling | undefined> {
  const found = await decideOnAgent(context, facts);
  if (found?.handling !== 'blocked' || !SKIPPED.has(found.external)) return found;
  const skipped = describeSkipped(context.plan, found.reason);
  if (skipped === undefined) return found;
  const { reason, remedy, external } = found;
  return {
    ...{ handling: 'skipAgent', reason: skipped, unusable: withoutRemedy(reason, remedy) },
    ...(external !== undefined && { external }),
  };
}

async function decideOnAgent(
  context: TurnContext,
  facts: TurnFacts,
): Promise<ExternalHandling | undefined> {
  const { agent } = facts;
  // The task pauses before its next turn.
  if (agent.usedUp !== undefined) return { handling: 'retryNow', reason: agent.usedUp };
  const refused = await refusedExternally(context, facts);
  if (refused !== undefined) return afterExternal(context, refused);
  if (agent.end.kind === 'stopped') return undefined;
  // Work up to the limit is verified: a limit of turns may be meant to keep turns short.
  const worksInPieces = agent.ownLimit?.kind === 'turns' && facts.changedFiles.length > 0;
  if (agent.ownLimit !== undefined && !worksInPieces) {
    const reason = describeAgentLimit(context.plan.agent, agent.ownLimit);
    return { handling: 'pause', reason };
  }
  const external = await agentsExternalFailure(context, facts);
  if (external !== undefined) return afterExternal(context, external);
  const owner = classifyFailedAgent({
    end: agent.end,
    reportsFailure: agent.failure !== undefined,
    workspaceChanged: facts.stateAfter !== facts.stateBefore,
    agent: context.plan.agent.name,
    words: lastOutput(agent),
    refusalRemedy: refusalThatEnded(facts)?.remedy,
    failedBefore: uncountedBefore(context).filter((turn) => turn.external === undefined).length,
  });
  return owner.owner === 'other' ? owner : undefined;
}

/** The last of the calls that were refused, if the agent gave up its turn for it. */
function refusalThatEnded({ agent: { end }, inside }: TurnFacts): RefusedCalls | undefined {
  if (end.kind !== 'failed' || end.message !== STOPPED_AT_REFUSAL) return undefined;
  return inside.refused.findLast(({ refusal }) => refusal.by !== 'environment');
}

/** The failure in its events takes precedence over its logs. */
function lastOutput({ failure = '', errorTail, reply }: AgentResult): string {
  return [failure, errorTail].find((words) => words.trim() !== '') ?? reply;
}

/** Consequence of an external failure: a retry after a wait, or a human has to act. */
function afterExternal(
  context: TurnContext,
  external: ExternalFailure,
): { readonly external: ExternalKind } & ExternalHandling {
  const failures =
    uncountedBefore(context).filter((turn) => turn.external !== undefined).length + 1;
  const { deps, config, plan } = context;
  const now = deps.clock.now();
  const decision = decideRetry(external, {
    ...{ failures, limits: config.limits, now },
    ...(plan.task.roles === undefined && { agent: plan.agent.name }),
    ...findOthers(context, now),
  });
  const about = { reason: decision.reason, external: external.kind };
  if (decision.kind === 'blocked')
    return { handling: 'blocked', remedy: decision.remedy, ...about };
  const { delayMs, limitMs, fallback } = decision;
  return {
    ...({ handling: 'retryAfter', delayMs, ...about } as const),
    ...(limitMs !== undefined && { limitMs }),
    ...(fallback !== undefined && { fallback }),
  };
}

/** The agent that could go on if the turn's agent were at its usage limit, otherwise when the first one could. */
function findOthers(
  { deps, config, plan }: TurnContext,
  now: Date,
): Pick<RetryFacts, 'fallback' | 'othersResetMs'> {
  const { store } = deps;
  const { task, agent } = plan;
  if (task.roles !== undefined) return {};
  const limits = heldLimits(store, now);
  const others = listCandidates({ config, store }, task).filter(
    (name) =>
      name !== agent.name &&
      config.agents[name] !== undefined &&
      limits.get(name)?.unusable === undefined,
  );
  const fallback = others.find((name) => !limits.has(name));
  if (fallback !== undefined) return { fallback };
  const resets = others.flatMap((name) => Date.parse(limits.get(name)?.until ?? '') || []);
  return resets.length === 0 ? {} : { othersResetMs: Math.min(...resets) - now.getTime() };
}

/** External failure of the agent: it ended badly, or changed nothing and replied only with the failure. */
async function agentsExternalFailure(
  context: TurnContext,
  { agent, stateBefore, stateAfter, changedFiles }: TurnFacts,
): Promise<ExternalFailure | undefined> {
  const changed = stateAfter !== stateBefore;
  if (agentSucceeded(agent) && changed) return undefined;
  const found = whatItComplainsOf(agent, changed, context.deps.clock.now());
  if (found === undefined) return undefined;
  return (await causedByTask(context, found, changedFiles)) ? undefined : found;
}

/** Searches both outputs separately, so that one does not hide an error at the end of the other. */
function whatItComplainsOf(
  agent: AgentResult,
  hasWorked: boolean,
  now: Date,
): ExternalFailure | undefined {
  const well = agentSucceeded(agent);
  const said = agent.reply.trim() === '' ? [agent.errorTail] : [agent.reply];
  // Agents that succeed print transcripts and warnings to standard error.
  const { limitResetsAt } = agent;
  const outputs = well ? said : [agent.errorTail, agent.reply];
  for (const output of outputs) {
    const lines = outputLines(output);
    const about = { endedWell: well, hasWorked, ...(limitResetsAt && { limitResetsAt }) };
    const found = findExternalFailure({ lines, speaker: 'agent', now, ...about });
    if (found !== undefined) return found;
  }
  if (well || limitResetsAt === undefined) return undefined;
  const words = lastOutput(agent).trim() || 'the limit of the plan is reached';
  return toPlanLimit(words, limitResetsAt, now);
}

/** Lists the external failures directly before this turn, since the last intervention. */
function uncountedBefore({ deps, plan }: TurnContext): readonly TurnEnd[] {
  const since = deps.store.getTask(plan.countsOn)?.turnsBefore ?? 0;
  const earlier = deps.store
    .listTurns(plan.countsOn)
    .filter(hasEnded)
    .filter((turn) => turn.number > since && turn.number < plan.number)
    .filter((turn) => turn.taskId === plan.task.id && turn.outcome !== 'interrupted');
  return (
    earlier
      .slice(earlier.findLastIndex((turn) => turn.outcome !== 'not_agent') + 1)
      // Those of an agent that it stands in for are not its own.
      .filter((turn) => plan.task.roles !== undefined || turn.agent === plan.agent.name)
  );
}
