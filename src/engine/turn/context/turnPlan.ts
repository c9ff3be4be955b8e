import { diagnosisDirective } from '../../../rules/debugger/diagnosisDirective';
import { currentDiagnosis } from '../../../model/debugger/debuggerCall';
import { describeDoubts } from '../../../rules/doubt/describeDoubts';
import { NO_WORK_TO_SHOW } from '../../../rules/turn/evaluateTurn';
import { listSentBack } from '../../review/listSentBack';
import { stateSentBack } from '../../../rules/prompts/sentBack';
import type { RefusedCalls } from '../../../model/failure/refusal';
import type { AgentDefinition, DevsConfig } from '../../../model/config/config';
import type { TaskDefinition, TaskRecord } from '../../../model/task/task';
import {
  type Turn,
  type TurnEnd,
  type VerificationRecord,
  describeAgentEnd,
  describeEnd,
  exitedCleanly,
  hasEnded,
  selectCounted,
} from '../../../model/turn/turn';
import type { StoreReader } from '../../../ports/store';
import {
  systemPrompt,
  taskPrompt,
  type LastVerification,
  type PromptParts,
} from '../../../rules/prompts/prompts';
import { findToldLoop } from '../../../rules/turn/loopStage';
import { openDirectives } from '../../attempts/openDirectives';
import { mayAsk } from './mayAsk';
import { sessionToContinue } from '../../sessions/sessionToContinue';
import { requireTask } from '../../state/requireTask';
import { countingTask, partsOf } from '../../scheduling/taskTree';
import {
  chosenAgent,
  findStoodInFor,
  heldLimits,
  workingAgent,
  type StoodInFor,
} from '../../scheduling/workingAgent';
import { artefactsOf } from '../../attempts/artefacts';
import { ROLES, type Role } from '../../../model/hops/roles';

/** Everything that is decided before a turn's agent starts. */
export interface TurnPlan {
  readonly task: TaskDefinition;
  /** The task that the turn counts on. */
  readonly countsOn: string;
  /** The task and its subtasks at any depth, whose work counts as its own. */
  readonly parts: ReadonlySet<string>;
  readonly number: number;
  readonly agent: AgentDefinition;
  /** Absent: it works in nobody's place. */
  readonly standsInFor?: StoodInFor;
  readonly pivotDirective: number;
  /** Id of the session in which the agent goes on; absent: it begins a new one. */
  readonly session?: string;
  readonly systemPrompt: string;
  /** The human's hints, also part of the system prompt; oldest first. */
  readonly hints: readonly string[];
  /** Ids of the directives in `context_entries` that are shown only once, in this turn. */
  readonly oneTimeEntries: readonly string[];
  readonly prompt: string;
  /** Parts of the prompt, for roles that build their own. */
  readonly promptParts: PromptParts;
  /** The agent of each role, if the task has roles. */
  readonly roleAgents: RoleAgents;
  /** State before the interrupted predecessor, which a retry inherits. */
  readonly inheritedState: string | undefined;
  /** Paths that fingerprints omit. */
  readonly artefacts: ReadonlySet<string>;
  /** The counting task was measured before: completion markers do not apply then. */
  readonly measured: boolean;
}

export type PlanResult =
  | { readonly ok: true; readonly plan: TurnPlan }
  /** `remedy`: what the human can do, one sentence. */
  | { readonly ok: false; readonly reason: string; readonly remedy: string };

/** From which a turn is planned. */
export interface PlanSources {
  readonly store: StoreReader;
  readonly config: DevsConfig;
  /** Usage limits of agents that are over by then do not count. */
  readonly now: Date;
}

/** Plans the next turn of a task from configuration and history alone. */
export function planTurn(sources: PlanSources, task: TaskDefinition): PlanResult {
  const { store, config } = sources;
  const countsOn = countingTask(config, task.id);
  const root = requireTask(store, countsOn);
  const found = findAgents(sources, task);
  if (!found.ok) {
    return {
      ok: false,
      reason: `its agent "${found.missing}" is no longer in devs.yaml`,
      remedy: `Add the agent "${found.missing}" to devs.yaml, or give the task another agent there; then resume the task. Or resume the task with another agent.`,
    };
  }
  const { agent, roleAgents } = found;
  const turns = store.listTurns(countsOn);
  const pivotDirective = root.pivotDue;
  const diagnosis = currentDiagnosis(root);
  const hints = [...new Set([...store.listHints(countsOn), ...store.listHints(task.id)])];
  const { authority, doNotRevisit } = openDirectives(store, task.id);
  const promptParts = toPromptParts(store, { task, root, turns });
  const session = sessionToContinue(turns, {
    agent,
    taskId: task.id,
    pivotDirective,
    root: requireTask(store, task.id),
  });
  const limits = heldLimits(store, sources.now);
  const standsInFor = findStoodInFor({ store, config, limits }, task, agent.name);
  const plan: TurnPlan = {
    task,
    countsOn,
    parts: partsOf(config, task.id),
    number: store.countTurns(countsOn) + 1,
    agent,
    ...(standsInFor && { standsInFor }),
    pivotDirective,
    ...(session !== undefined && { session }),
    systemPrompt: systemPrompt({
      pivotCount: pivotDirective,
      ...(diagnosis && { diagnosis: diagnosisDirective(diagnosis) }),
      authority: authority.map((entry) => entry.content),
      doNotRevisit: doNotRevisit.map((entry) => entry.content),
      hints,
    }),
    hints,
    oneTimeEntries: doNotRevisit.map((entry) => entry.id),
    prompt: taskPrompt({ ...promptParts, mayAsk: mayAsk(config, agent) }),
    promptParts,
    roleAgents,
    inheritedState: inheritedState(store, turns, { taskId: task.id, root }),
    artefacts: artefactsOf(store, config),
    measured: root.best !== undefined,
  };
  return { ok: true, plan };
}

/** The plan of a turn whose baseline was measured after it was planned. */
export function refreshPlan(store: StoreReader, config: DevsConfig, plan: TurnPlan): TurnPlan {
  const root = requireTask(store, plan.countsOn);
  const promptParts = toPromptParts(store, {
    ...{ task: plan.task, root, turns: store.listTurns(plan.countsOn) },
  });
  return {
    ...plan,
    promptParts,
    prompt: taskPrompt({ ...promptParts, mayAsk: mayAsk(config, plan.agent) }),
    artefacts: artefactsOf(store, config),
    measured: root.best !== undefined,
  };
}

interface PromptSources {
  readonly task: TaskDefinition;
  readonly root: TaskRecord;
  readonly turns: readonly Turn[];
}

function toPromptParts(store: StoreReader, { task, root, turns }: PromptSources): PromptParts {
  const baseline = store.getBaseline(task.id)?.verification;
  // A pivot turn sees the problem, never an attempt.
  const isPivotTurn = root.pivotDue > 0;
  const last = isPivotTurn ? undefined : lastVerificationOf(turns, task.id);
  const abandoned = isPivotTurn ? [] : abandonedStrategies(store, root.id);
  const lastConflict = isPivotTurn ? undefined : conflictOf(turns, task.id);
  const { strategyNumber } = root;
  const dismissed = new Set(store.listDismissedFindings(root.id).map(({ turnId }) => turnId));
  const lastLoop = isPivotTurn
    ? undefined
    : findToldLoop(turns.filter(hasEnded), { taskId: task.id, strategyNumber, dismissed });
  const lastRefused = isPivotTurn ? [] : refusedLast(turns, { taskId: task.id, root });
  const sentBack = stateSentBack(listSentBack(store, turns, task.id));
  const lastVerification = last ?? (baseline && describeBaseline(baseline));
  return {
    title: task.title,
    goal: task.goal,
    hasVerify: task.verify !== undefined,
    askForTest: root.best === undefined && lacksTests(turns, task.id),
    ...(sentBack !== '' && { sentBack }),
    wasDoubtful: !isPivotTurn && isDoubtful(turns, task.id),
    ...(lastConflict !== undefined && { lastConflict }),
    ...(abandoned.length > 0 && { abandoned }),
    ...(lastLoop && { lastLoop }),
    ...(lastRefused.length > 0 && { lastRefused }),
    ...(lastVerification === undefined ? {} : { lastVerification }),
  };
}

/** Those that failed since the last Resume, oldest first. */
function abandonedStrategies(store: StoreReader, taskId: string): readonly string[] {
  const { failureCount = 0, failedStrategies = [] } = store.getFailures(taskId) ?? {};
  return failedStrategies.slice(failedStrategies.length - failureCount);
}

/**
 * The calls of the task's last turn that were refused by rules or by a human, unless a human acted since then: that may
 * have permitted them.
 */
function refusedLast(
  turns: readonly Turn[],
  { taskId, root }: { readonly taskId: string; readonly root: TaskRecord },
): readonly RefusedCalls[] {
  const last = turns.filter(hasEnded).findLast((turn) => turn.taskId === taskId);
  if (last === undefined || last.number <= root.turnsBefore) return [];
  return (last.refused ?? []).filter(({ refusal }) => refusal.by !== 'environment');
}

/** With what the change of the task's last turn conflicted. */
function conflictOf(turns: readonly Turn[], taskId: string): string | undefined {
  const last = selectCounted(turns).findLast((turn) => turn.taskId === taskId);
  return last?.exit?.by === 'landing' ? last.exit.stopReason : undefined;
}

/** Whether the last pass of the task proved nothing. */
function isDoubtful(turns: readonly Turn[], taskId: string): boolean {
  return selectCounted(turns).findLast((turn) => turn.taskId === taskId)?.doubts !== undefined;
}

/** Whether the task has counted turns and none of them found tests, not even ones that could not run. */
function lacksTests(turns: readonly Turn[], taskId: string): boolean {
  const counted = selectCounted(turns).filter((turn) => turn.taskId === taskId);
  return counted.length > 0 && counted.every((turn) => turn.verification?.source === undefined);
}

function describeBaseline({ end, outputTail }: VerificationRecord): LastVerification {
  const outcome = exitedCleanly(end) ? 'passed' : `failed (${describeEnd(end)})`;
  return { outcome: `${outcome} before any change`, output: outputTail };
}

function lastVerificationOf(turns: readonly Turn[], taskId: string): LastVerification | undefined {
  const turn = selectCounted(turns).findLast((each) => each.taskId === taskId);
  if (turn?.verification === undefined) return undefined;
  const { end, outputTail } = turn.verification;
  return {
    outcome: exitedCleanly(end) ? howItPassed(turn) : `failed (${describeEnd(end)})`,
    output: outputTail,
  };
}

function howItPassed({ outcome, agentEnd, doubts, exit }: TurnEnd): string {
  if (outcome === 'success') return 'passed';
  if (exit?.by === 'landing') return `passed, but ${exit.stopReason}`;
  if (doubts !== undefined) return `passed, but that proves nothing: ${describeDoubts(doubts)}`;
  return exitedCleanly(agentEnd)
    ? `passed, but ${NO_WORK_TO_SHOW}`
    : `passed, but ${describeAgentEnd(agentEnd)}`;
}

function inheritedState(
  store: StoreReader,
  turns: readonly Turn[],
  { taskId, root }: { readonly taskId: string; readonly root: TaskRecord },
): string | undefined {
  const last = turns.at(-1);
  const stands =
    last?.outcome === 'interrupted' &&
    last.taskId === taskId &&
    last.strategyNumber === root.strategyNumber &&
    // A later rewind has changed the workspace.
    !store.listRewinds().some((rewind) => rewind.afterTurn === last.id);
  return stands ? last.stateBefore : undefined;
}

/** The agent of each role; for a role that the task does not have, the task's agent. */
type RoleAgents = Readonly<Record<Role, AgentDefinition>>;

type AgentsFound =
  | {
      readonly ok: true;
      /** The task's agent: its coder's if it has roles. */
      readonly agent: AgentDefinition;
      readonly roleAgents: RoleAgents;
    }
  | { readonly ok: false; readonly missing: string };

/**
 * Resolves the agents of a task. An agent chosen by a human works as the coder and in every role without a configured
 * agent.
 */
export function findAgents({ store, config, now }: PlanSources, task: TaskDefinition): AgentsFound {
  const chosen = chosenAgent({ store, config }, task);
  const own = workingAgent({ store, config, limits: heldLimits(store, now) }, task);
  // Only a task without roles may have another agent than the chosen one.
  const coder = task.roles === undefined ? own : (chosen ?? task.roles.coder.agent ?? own);
  const found: Partial<Record<Role, AgentDefinition>> = {};
  for (const role of ROLES) {
    const name = role === 'coder' ? coder : (task.roles?.[role]?.agent ?? own);
    const agent = config.agents[name];
    if (agent === undefined) return { ok: false, missing: name };
    found[role] = agent;
  }
  const roleAgents = found as RoleAgents;
  return { ok: true, agent: roleAgents.coder, roleAgents };
}
