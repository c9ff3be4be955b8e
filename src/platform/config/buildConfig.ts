import type { LoopPolicy } from '../../model/task/attempt';
import type { AgentDefinition, DevsConfig } from '../../model/config/config';
import type { Limits } from '../../model/config/limits';
import type { Isolation } from '../../model/landing/landing';
import type { RoleDefinition, TaskRoles } from '../../model/hops/roles';
import type { TaskDefinition } from '../../model/task/task';
import { DEFAULT_AGENT_TIMEOUT } from './agentSchema';
import { DEFAULT_VERIFY_TIMEOUT, type ConfigFile } from './configSchema';
import { toMilliseconds } from './parseDuration';
import { buildBudget } from './budgetSchema';
import { buildPermissions } from './permissionsSchema';
import { buildModelSettings } from './modelSettings';
import { DEFAULT_EXIT } from './rolesSchema';

/** Values that are also resolved from the environment and the editor settings. */
export interface ResolvedPlaces {
  readonly limits: Limits;
  readonly loopDetection: LoopPolicy;
}

/** Builds the configuration from a valid file; the default agent comes first. */
export function buildConfig(
  file: ConfigFile,
  { limits, loopDetection }: ResolvedPlaces,
): DevsConfig {
  const defaultAgent = file.agent ?? Object.keys(file.agents)[0] ?? '';
  const parts = { file, defaultAgent, roles: file.roles && buildRoles(file.roles) };
  return {
    agents: buildAgents(file, defaultAgent),
    tasks: (file.tasks ?? []).map((task) => buildTask(task, parts)),
    ...(file.verify === undefined ? {} : { verify: file.verify }),
    verifyTimeoutMs: toMilliseconds(file.verifyTimeout ?? DEFAULT_VERIFY_TIMEOUT),
    reports: file.reports ?? [],
    limits,
    adaptive: file.limits?.adaptive ?? false,
    loopDetection,
    ...buildModelSettings(file),
    ...buildBudget(file.budget, file.prices),
    ...(file.debugger === undefined ? {} : { debugger: file.debugger }),
    ...(file.onEvent === undefined ? {} : { onEvent: file.onEvent }),
    ...(file.notify === undefined ? {} : { notify: file.notify }),
    ...(file.secrets === undefined ? {} : { secrets: file.secrets }),
    ...(file.rawTranscripts === undefined ? {} : { rawTranscripts: file.rawTranscripts }),
    permissions: buildPermissions(file.permissions, file.permissionTimeout),
    baseline: file.baseline ?? true,
    onDoubt: file.onDoubt ?? 'retry',
    onPivot: file.onPivot ?? 'best',
    onPause: file.onPause ?? 'stop',
    ...(isParallel(file) && { parallel: file.parallel }),
    ...((file.isolate === true || isParallel(file)) && { isolation: buildIsolation(file) }),
  };
}

function isParallel({ parallel = 1 }: ConfigFile): boolean {
  return parallel > 1;
}

function buildIsolation({ land = 'files', setup, copy = [] }: ConfigFile): Isolation {
  return { land, copy, ...(setup !== undefined && { setup }) };
}

function buildAgents(file: ConfigFile, first: string): DevsConfig['agents'] {
  const names = [first, ...Object.keys(file.agents).filter((name) => name !== first)];
  // No prototype: a name such as "toString" must not be found unless it was defined.
  const agents = Object.create(null) as Record<string, AgentDefinition>;
  for (const name of names) {
    const agent = file.agents[name];
    if (agent === undefined) continue;
    const { timeout = DEFAULT_AGENT_TIMEOUT, env = {}, asks, fallback, session, ...others } = agent;
    agents[name] = {
      name,
      ...others,
      timeoutMs: toMilliseconds(timeout),
      env,
      ...(agent.type === 'acp' && { steps: 'acp' }),
      ...(session !== undefined && { session }),
      ...(asks === undefined ? {} : { asks: [...new Set(asks)] }),
      ...(fallback === undefined ? {} : { fallback: [...new Set(fallback)] }),
    };
  }
  return agents;
}

function buildRoles(written: NonNullable<ConfigFile['roles']>): TaskRoles {
  const { planner, researcher, coder, verifier, onStuck } = written;
  return {
    planner: buildRole(planner),
    ...(researcher === undefined ? {} : { researcher: buildRole(researcher) }),
    coder: buildRole(coder),
    ...(verifier === undefined ? {} : { verifier: buildRole(verifier) }),
    onStuck: onStuck ?? DEFAULT_EXIT,
  };
}

function buildRole(written: NonNullable<ConfigFile['roles']>['planner']): RoleDefinition {
  if (typeof written === 'string') return { agent: written, instructions: '' };
  return { instructions: '', ...written };
}

/** Values that tasks inherit from the file. */
interface FileParts {
  readonly file: ConfigFile;
  readonly defaultAgent: string;
  readonly roles: TaskRoles | undefined;
}

function buildTask(
  task: NonNullable<ConfigFile['tasks']>[number],
  { file, defaultAgent, roles }: FileParts,
): TaskDefinition {
  const verify = task.verify ?? file.verify;
  return {
    id: task.id,
    title: task.title ?? task.id,
    goal: task.goal,
    agent: task.agent ?? defaultAgent,
    ...(verify === undefined ? {} : { verify }),
    dependsOn: [...new Set(task.dependsOn)],
    priority: task.priority ?? 0,
    ...(task.parent === undefined ? {} : { parent: task.parent }),
    ...(task.link === undefined ? {} : { link: task.link }),
    ...(roles === undefined || task.roles === false ? {} : { roles }),
    ...((task.review ?? file.review) === true && { review: true }),
  };
}
