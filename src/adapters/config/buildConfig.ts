import type { LoopPolicy } from '../../domain/attempt';
import type { AgentDefinition, DevsConfig } from '../../domain/config';
import type { Limits } from '../../domain/limits';
import type { TaskDefinition } from '../../domain/task';
import { DEFAULT_AGENT_TIMEOUT, DEFAULT_VERIFY_TIMEOUT, type ConfigFile } from './configSchema';
import { parseDuration } from './duration';

/** What other places than the file have a say in. */
export interface ResolvedPlaces {
  readonly limits: Limits;
  readonly loopDetection: LoopPolicy;
}

/** The configuration that a file without problems stands for; the default agent comes first. */
export function buildConfig(
  file: ConfigFile,
  { limits, loopDetection }: ResolvedPlaces,
): DevsConfig {
  const defaultAgent = file.agent ?? Object.keys(file.agents)[0] ?? '';
  return {
    agents: agentsOf(file, defaultAgent),
    tasks: (file.tasks ?? []).map((task) => taskOf(task, file, defaultAgent)),
    verifyTimeoutMs: milliseconds(file.verifyTimeout ?? DEFAULT_VERIFY_TIMEOUT),
    reports: file.reports ?? [],
    limits,
    loopDetection,
    ...(file.onEvent === undefined ? {} : { onEvent: file.onEvent }),
    onPause: file.onPause ?? 'stop',
  };
}

function agentsOf(file: ConfigFile, first: string): DevsConfig['agents'] {
  const names = [first, ...Object.keys(file.agents).filter((name) => name !== first)];
  // No prototype: a name such as "toString" must not be found unless it was defined.
  const agents = Object.create(null) as Record<string, AgentDefinition>;
  for (const name of names) {
    const agent = file.agents[name];
    if (agent === undefined) continue;
    agents[name] = {
      name,
      type: agent.type,
      command: agent.command,
      timeoutMs: milliseconds(agent.timeout ?? DEFAULT_AGENT_TIMEOUT),
      env: agent.env ?? {},
    };
  }
  return agents;
}

function taskOf(
  task: NonNullable<ConfigFile['tasks']>[number],
  file: ConfigFile,
  defaultAgent: string,
): TaskDefinition {
  const verify = task.verify ?? file.verify;
  return {
    id: task.id,
    title: task.title?.trim() ?? task.id,
    goal: task.goal,
    agent: task.agent ?? defaultAgent,
    ...(verify === undefined ? {} : { verify }),
    dependsOn: [...new Set(task.dependsOn)],
    priority: task.priority ?? 0,
    ...(task.parent === undefined ? {} : { parent: task.parent }),
  };
}

function milliseconds(duration: string): number {
  const parsed = parseDuration(duration);
  if (parsed === undefined) throw new Error(`"${duration}" was not validated`);
  return parsed;
}
