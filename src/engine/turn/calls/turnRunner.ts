import { exitedCleanly } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';
import { runAgents } from './runAgents';
import { NOTHING_INSIDE, type AgentWork } from '../context/agentWork';
import {
  factsOf,
  type TurnContext,
  type TurnFacts,
  type TurnObservations,
} from '../context/turnFacts';
import { hasWorkToShow } from '../context/turnEvidence';
import { findingsOf, type TurnFindings } from '../context/turnFindings';
import { findTurnThreshold, withThreshold } from '../../history/findTurnThreshold';
import { measureBaseline, type BaselineRun } from '../../verification/baseline';
import { findQuestion } from '../../../rules/turn/findQuestion';
import { maskSecrets } from '../../../text/maskSecrets';
import { withFullStop } from '../../../text/sentence';
import { decideExternal } from './externalHandling';
import { INTERRUPTED, type JudgeRun, type TurnRun } from './turnRun';
import { verifyUntilDecided } from './verifyUntilDecided';
import { judgedBy } from './verifyTurn';

/**
 * Measures the baseline if it is due, then runs the agent and, unless rule 2 applies, the verification, and asks the
 * judge. Records only the baseline.
 */
export async function runTurn(started: TurnContext, judge: JudgeRun): Promise<TurnRun> {
  const baseline = await measureBaseline(started);
  if (baseline.kind === 'interrupted') return INTERRUPTED;
  if (baseline.kind === 'blocked') return blockedByBaseline(started, baseline);
  const context = atThreshold(baseline.context);
  const { plan, signal } = context;
  const { agent, inside } = await runAgents(context);
  if (agent.end.kind === 'cancelled' || signal.aborted) return INTERRUPTED;
  const seen = await observeAfterAgent(context, { agent, inside });
  const facts = factsOf(context, seen);
  const external = await decideExternal(context, facts);
  if (external !== undefined) return { kind: 'externalFailure', facts, ...external };
  const withQuestion = withAgentQuestion(context, facts);
  // A question after finished work needs no answer.
  const mayBeDone =
    withQuestion === undefined || hasWorkToShow(context.deps.store, { plan, facts });
  if (plan.task.verify === undefined || !mayBeDone)
    return await judge({ kind: 'counted', facts: withQuestion ?? facts });
  const { inside: done } = withQuestion ?? facts;
  return await verifyUntilDecided(context, { seen: { ...seen, inside: done }, facts }, judge);
}

/** The baseline is known now, and with it the size of the task. */
function atThreshold(context: TurnContext): TurnContext {
  const { deps, config, plan } = context;
  const { task, countsOn, agent } = plan;
  const measured = { taskId: task.id, countsOn, agent: agent.name };
  return {
    ...context,
    config: withThreshold(config, findTurnThreshold(deps.store, config, measured)),
  };
}

/** The turn of a task whose verification cannot run: no agent was started. */
function blockedByBaseline(
  context: TurnContext,
  run: Extract<BaselineRun, { readonly kind: 'blocked' }>,
): TurnRun {
  const dependenciesAfter = context.dependencies;
  const seen = {
    ...{ agent: NOT_STARTED, inside: NOTHING_INSIDE, after: context.before, wroteReturned: false },
  };
  const [reason, remedy] = [run.reason, run.remedy].map(
    (words) => `${withFullStop(words)} ${BEFORE_AGENT}`,
  ) as [string, string];
  return judgedBy(
    context,
    { ...seen, dependenciesAfter, verification: undefined, artefacts: [], findings: NO_FINDINGS },
    { ...run, reason, remedy },
  );
}

const BEFORE_AGENT =
  'Devs did not start the agent. If the verification can only work after the agent has done the task, set `baseline: false` in devs.yaml.';

const NOT_STARTED: AgentResult = {
  ...{ end: { kind: 'cancelled' }, reply: '', errorTail: '', transcript: '' },
};

const NO_FINDINGS: TurnFindings = { measurability: 'no tests' };

async function observeAfterAgent(
  context: TurnContext,
  { agent, inside }: AgentWork,
): Promise<TurnObservations> {
  const { workspace } = context.deps;
  const isLast = context.plan.task.verify === undefined;
  const after = isLast ? await context.aftermath.observe() : await workspace.snapshot();
  const unverified = { agent, verification: undefined, lines: [], workspace: workspace.directory };
  return {
    agent,
    inside,
    after,
    dependenciesAfter: context.plan.measured ? new Set() : await workspace.dependencies(),
    verification: undefined,
    artefacts: inside.artefacts,
    findings: findingsOf(unverified),
    wroteReturned: await context.returned.wasWritten(),
  };
}

/**
 * Facts of a turn whose agent asks the human instead of working: it changed nothing, and its reply is a question, or
 * nobody answered one that it asked through a tool. The task then waits for the answer. Undefined if it worked. Replies
 * to the planner of a task with roles are for the planner, which may ask the human itself.
 */
function withAgentQuestion(
  { plan, agentTools, turnId }: TurnContext,
  facts: TurnFacts,
): TurnFacts | undefined {
  const { agent, inside, stateBefore, stateAfter } = facts;
  if (inside.loop !== undefined || inside.exit !== undefined) return undefined;
  if (!exitedCleanly(agent.end)) return undefined;
  const isReply = plan.task.roles === undefined && stateAfter === stateBefore;
  const question =
    agentTools.unansweredIn(turnId) ?? (isReply ? findQuestion(agent.reply) : undefined);
  if (question === undefined) return undefined;
  const stopReason = `the agent ${plan.agent.name} has a question for you`;
  const exit = {
    kind: 'ask_human',
    by: 'agent',
    stopReason,
    question: maskSecrets(question),
  } as const;
  return { ...facts, inside: { ...inside, exit, note: 'The agent asks you a question' } };
}
