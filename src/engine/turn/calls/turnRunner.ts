import {
  findExternalFailure,
  type ExternalFailure,
} from '../../../rules/failure/external/externalFailure';
import { fingerprint, verificationArtefacts } from '../../../rules/turn/fingerprint';
import { classifyFailedAgent } from '../../../rules/failure/external/failureOwner';
import { outputLines } from '../../../rules/output/outputLines';
import type { ExternalKind } from '../../../model/failure/failure';
import type { JudgedTurn } from '../../../model/judge/judgedTurn';
import { hasEnded, type TurnEnd, exitedCleanly } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';
import { describeAgentLimit } from '../../../rules/failure/remedy/describeAgentLimit';
import { decideRetry } from '../../../rules/turn/decideRetry';
import { agentSucceeded } from './agentSucceeded';
import { causedByTask } from '../context/causedByTask';
import { runAgents } from './runAgents';
import { NOTHING_INSIDE, type AgentWork } from '../context/agentWork';
import { refusedFailure } from './refusedTurn';
import {
  factsOf,
  type TurnContext,
  type TurnFacts,
  type TurnObservations,
} from '../context/turnFacts';
import { hasWorkToShow } from '../context/turnEvidence';
import { findingsOf, type TurnFindings } from '../context/turnFindings';
import { assessDoubts } from '../../verification/assessDoubts';
import { askWhetherDone } from '../../verification/askWhetherDone';
import { measureBaseline, type BaselineRun } from '../../verification/baseline';
import { verifyWithRerun } from '../../verification/verifyWithRerun';
import type { VerificationEnd } from '../context/verificationEnd';
import { findQuestion } from '../../../rules/turn/findQuestion';
import { maskSecrets } from '../../../text/maskSecrets';

/** Result of a turn: the facts, and whether it counts or failed externally. */
export type TurnRun =
  | {
      readonly kind: 'interrupted';
      readonly facts: undefined;
      /** Result of asking the judge before the interruption; its calls were made. */
      readonly judged?: JudgedTurn;
    }
  | ({ readonly kind: 'externalFailure'; readonly facts: TurnFacts } & ExternalHandling)
  | { readonly kind: 'counted'; readonly facts: TurnFacts };

type ExternalHandling = {
  readonly reason: string;
  readonly external?: ExternalKind;
} &
  /** `pause`: a limit that the user configured for the agent is used up. */
  (
    | { readonly handling: 'retryNow' | 'blocked' | 'pause' }
    /** Retried after this many milliseconds. */
    | { readonly handling: 'retryAfter'; readonly delayMs: number }
  );

/**
 * Measures the baseline if it is due, then runs the agent and, unless rule 2 applies, the verification. Records only the
 * baseline.
 */
export async function runTurn(started: TurnContext): Promise<TurnRun> {
  const baseline = await measureBaseline(started);
  if (baseline.kind === 'interrupted') return INTERRUPTED;
  if (baseline.kind === 'blocked') return blockedByBaseline(started, baseline);
  const { context } = baseline;
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
    return { kind: 'counted', facts: withQuestion ?? facts };
  return await verifyTurn(context, { ...seen, inside: (withQuestion ?? facts).inside }, facts);
}

/** The turn of a task whose verification cannot run: no agent was started. */
function blockedByBaseline(
  context: TurnContext,
  run: Extract<BaselineRun, { readonly kind: 'blocked' }>,
): TurnRun {
  const dependenciesAfter = context.dependencies;
  const seen = { agent: NOT_STARTED, inside: NOTHING_INSIDE, after: context.before };
  const reason = `${run.reason} ${BEFORE_AGENT}`;
  return judgedBy(
    context,
    { ...seen, dependenciesAfter, verification: undefined, artefacts: [], findings: NO_FINDINGS },
    { ...run, reason },
  );
}

const BEFORE_AGENT =
  'No agent was started. If the task itself has to make the verification possible, remove `baseline` from devs.yaml.';

const NOT_STARTED: AgentResult = {
  ...{ end: { kind: 'cancelled' }, reply: '', errorTail: '', transcript: '' },
};

const NO_FINDINGS: TurnFindings = { measurability: 'no tests' };

const INTERRUPTED: TurnRun = { kind: 'interrupted', facts: undefined };

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
  };
}

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

/** Applies rule 2 to the agent's work; undefined if the failure is the agent's, or if Devs stopped it. */
async function decideExternal(
  context: TurnContext,
  facts: TurnFacts,
): Promise<ExternalHandling | undefined> {
  const { agent } = facts;
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
    failedBefore: uncountedBefore(context).filter((turn) => turn.external === undefined).length,
  });
  return owner.owner === 'other' ? owner : undefined;
}

/** The failure in its events takes precedence over its logs. */
function lastOutput({ failure = '', errorTail, reply }: AgentResult): string {
  return [failure, errorTail].find((words) => words.trim() !== '') ?? reply;
}

/** Consequence of an external failure: a retry after a wait, or a human has to act. */
export function afterExternal(
  context: TurnContext,
  external: ExternalFailure,
): { readonly external: ExternalKind } & ExternalHandling {
  const failures =
    uncountedBefore(context).filter((turn) => turn.external !== undefined).length + 1;
  const decision = decideRetry(external, failures, context.config.limits);
  const about = { reason: decision.reason, external: external.kind };
  return decision.kind === 'retry'
    ? { handling: 'retryAfter', delayMs: decision.delayMs, ...about }
    : { handling: 'blocked', ...about };
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
  const outputs = well ? said : [agent.errorTail, agent.reply];
  for (const output of outputs) {
    const lines = outputLines(output);
    const found = findExternalFailure({ lines, speaker: 'agent', endedWell: well, hasWorked, now });
    if (found !== undefined) return found;
  }
  return undefined;
}

async function verifyTurn(
  context: TurnContext,
  seen: TurnObservations,
  { stateAfter, changedFiles }: TurnFacts,
): Promise<TurnRun> {
  const { plan } = context;
  const { verified } = seen.inside;
  // The workspace is unchanged since a verification inside the turn, so the result is the same.
  if (verified?.state === stateAfter)
    return await withAssessedPass(context, judgedBy(context, seen, verified.run));
  const command = plan.task.verify ?? [];
  const { run, flaky } = await verifyWithRerun({ context, command, changedFiles }, stateAfter);
  if (run.kind === 'interrupted') return INTERRUPTED;
  const { files, untracked } = await context.aftermath.observe();
  const written = verificationArtefacts(seen.after.files, files, untracked);
  const artefacts = [...new Set([...seen.artefacts, ...written])].filter(
    (path) => !plan.artefacts.has(path),
  );
  if (run.kind === 'agents') {
    const state = fingerprint(files, new Set([...plan.artefacts, ...artefacts]));
    context.lastVerification.put(command, state, run);
  }
  return await withAssessedPass(
    context,
    judgedBy(context, { ...seen, artefacts, ...(flaky && { flaky }) }, run),
  );
}

/** Adds the doubts about a pass, and the question to the human that they lead to. */
async function withAssessedPass(context: TurnContext, run: TurnRun): Promise<TurnRun> {
  if (!context.config.baseline) return run;
  if (run.kind !== 'counted' || !isPass(context, run.facts)) return run;
  const { facts } = run;
  const { checkpointAfter } = await context.aftermath.trace();
  const pass = await assessDoubts(context, facts.findings, checkpointAfter);
  if (pass === undefined) return INTERRUPTED;
  const exit = askWhetherDone(context, facts.agent.reply, pass.doubts);
  const inside = exit === undefined ? facts.inside : { ...facts.inside, exit };
  return { ...run, facts: { ...facts, pass, inside } };
}

function isPass({ deps, plan }: TurnContext, facts: TurnFacts): boolean {
  const { agent, verification } = facts;
  if (verification === undefined || !exitedCleanly(verification.end)) return false;
  return exitedCleanly(agent.end) && hasWorkToShow(deps.store, { plan, facts });
}

function judgedBy(context: TurnContext, seen: TurnObservations, run: VerificationEnd): TurnRun {
  const { directory } = context.deps.workspace;
  const { result: verification, lines } = run;
  const findings = findingsOf({ agent: seen.agent, verification, lines, workspace: directory });
  const facts = factsOf(context, { ...seen, verification, findings });
  if (run.kind === 'agents') return { kind: 'counted', facts };
  const { reason, external } = run;
  const about = external === undefined ? { reason } : { reason, external };
  return { kind: 'externalFailure', facts, handling: 'blocked', ...about };
}

/** Lists the external failures directly before this turn, since the last intervention. */
function uncountedBefore({ deps, plan }: TurnContext): readonly TurnEnd[] {
  const since = deps.store.getTask(plan.countsOn)?.turnsBefore ?? 0;
  const earlier = deps.store
    .listTurns(plan.countsOn)
    .filter(hasEnded)
    .filter((turn) => turn.number > since && turn.number < plan.number)
    .filter((turn) => turn.taskId === plan.task.id && turn.outcome !== 'interrupted');
  return earlier.slice(earlier.findLastIndex((turn) => turn.outcome !== 'not_agent') + 1);
}

/**
 * Facts of a turn whose agent asks the human instead of working: it changed nothing, and its reply is a question. The
 * task then waits for the answer. Undefined if it worked, and for tasks with roles, where the planner asks.
 */
function withAgentQuestion({ plan }: TurnContext, facts: TurnFacts): TurnFacts | undefined {
  const { agent, inside, stateBefore, stateAfter } = facts;
  if (plan.task.roles !== undefined || inside.loop !== undefined) return undefined;
  if (!exitedCleanly(agent.end) || stateAfter !== stateBefore) return undefined;
  const question = findQuestion(agent.reply);
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
