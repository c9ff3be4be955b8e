import type { AgentDefinition, DevsConfig } from '../../model/config/config';
import { describeEnd, exitedCleanly } from '../../model/turn/turn';
import type { VersionAnswer } from '../../ports/trials';
import { tryAgent } from './tryAgent';
import { findSkipReason, type DoctorContext } from './doctorContext';
import { SHORT_LIMIT_MS, type Finding, type PlannedCheck } from './runChecks';
import { findProgramName } from '../../rules/programs/findProgramName';
import { quoteCommand, quote } from './findingText';
import { describeDuration } from '../../text/describeDuration';
import { ROLES } from '../../model/hops/roles';
import { StateError, type WorkspaceState } from '../../ports/workspaceState';
import { basename } from 'node:path';

/** Time limit of a version call in milliseconds: some programs load slowly. */
const VERSION_MS = 30_000;
/** Time limit of an agent's one-word answer in milliseconds. */
const ANSWER_MS = 180_000;
/** Milliseconds for ending started processes. */
const ENDING_MS = 10_000;

/** Checks each agent that tasks and roles can use: its program and, if requested, its answer. */
export function agentChecks(context: DoctorContext, config: DevsConfig): readonly PlannedCheck[] {
  let asked: Promise<ReadonlySet<string>> | undefined;
  const used = () => (asked ??= findUsedAgents(config, context.parts.state));
  return Object.values(config.agents).map((definition): PlannedCheck => ({
    id: `agent:${definition.name}`,
    group: 'Agents',
    title: definition.name,
    limitMs: SHORT_LIMIT_MS + VERSION_MS + (context.options.askAgents ? ANSWER_MS : 0) + ENDING_MS,
    find: async (signal, tell) =>
      (await used()).has(definition.name)
        ? await agentFinding(context, definition, { signal, tell })
        : { level: 'skipped', found: 'no task uses it' },
  }));
}

async function agentFinding(
  context: DoctorContext,
  definition: AgentDefinition,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (doing: string) => void },
): Promise<Finding> {
  const program = await programFinding(context, definition, signal);
  const mayStart = findSkipReason(context) === undefined;
  if (program.level === 'problem' || !context.options.askAgents || !mayStart) return program;
  const { trials, clock } = context.parts;
  const trial = { definition, timeoutMs: Math.min(definition.timeoutMs, ANSWER_MS) };
  tell(`asking it for a one-word reply, ${describeDuration(trial.timeoutMs)} at most`);
  const answer = await tryAgent({ trials, clock, signal }, trial);
  const found = `${program.found}; ${answer.found}`;
  return answer.level === 'ok' ? { ...program, found } : { ...answer, found };
}

async function programFinding(
  context: DoctorContext,
  definition: AgentDefinition,
  signal: AbortSignal,
): Promise<Finding> {
  const { command, env } = definition;
  const program = findProgramName(command);
  if (program === undefined) {
    return {
      level: 'ok',
      found: `${quoteCommand(command)} is started by the shell; its program is not checked`,
    };
  }
  const place = await context.parts.machine.locate(program, env);
  if (place.kind === 'missing') return missingFinding(program, definition);
  if (place.kind === 'notExecutable') return notExecutableFinding(place.file);
  return await versionFinding(context, { file: place.file, program, env }, signal);
}

function missingFinding(program: string, { env }: AgentDefinition): Finding {
  const name = quote(program);
  const isPath = /[\\/]/.test(program);
  const where = isPath ? 'is not an executable file' : 'was not found on PATH';
  const own = Object.keys(env).some((key) => key.toUpperCase() === 'PATH');
  return {
    level: 'problem',
    found: `\`${name}\` ${where}${own ? ', which its `env` sets' : ''}`,
    remedy: isPath
      ? 'Correct the `command` of this agent in devs.yaml.'
      : 'Install this program, add its folder to PATH, or write its full path in the `command` of the agent.',
    fix: { kind: 'openConfig' },
  };
}

function notExecutableFinding(file: string): Finding {
  return {
    level: 'problem',
    found: `${quote(file)} is not executable`,
    remedy: `Make the file executable: \`chmod +x ${quote(file)}\`.`,
  };
}

interface Program {
  readonly file: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

async function versionFinding(
  context: DoctorContext,
  { file, program, env }: Program,
  signal: AbortSignal,
): Promise<Finding> {
  const at = quote(file);
  const unasked = findSkipReason(context);
  if (unasked !== undefined) return { level: 'skipped', found: `${at}, not started: ${unasked}` };
  if (knownAgent(program) === undefined) return { level: 'ok', found: at };
  const request = { file, env, timeoutMs: VERSION_MS };
  return versionAnswerFinding(at, await context.parts.trials.version(request, signal));
}

function versionAnswerFinding(at: string, { end, output: said }: VersionAnswer): Finding {
  const line = said.split('\n').find((each) => each.trim() !== '') ?? '';
  if (exitedCleanly(end)) {
    const version = quote(line, 60);
    return { level: 'ok', found: version === '' ? at : `${version} at ${at}` };
  }
  const last = quote(said.trim().split('\n').at(-1) ?? '');
  const why = last === '' ? describeEnd(end) : `${last} (${describeEnd(end)})`;
  if (end.kind === 'timeout') {
    return {
      level: 'warning',
      found: `${at} did not report its version within ${describeDuration(end.limitMs)}`,
      remedy: 'Run this program yourself with `--version` to see what it waits for.',
    };
  }
  return {
    level: 'problem',
    found: `${at} does not start: ${why}`,
    remedy: 'Run this program yourself with `--version` and fix what it reports.',
  };
}

/**
 * Names of the agents that a run may use: those of tasks and roles, those chosen at a resume,
 * those with an `about`, and those that any of these may ask. All agents if there are no tasks.
 */
async function findUsedAgents(
  { agents, tasks }: DevsConfig,
  state: Pick<WorkspaceState, 'read'>,
): Promise<ReadonlySet<string>> {
  if (tasks.length === 0) return new Set(Object.keys(agents));
  const used = new Set(await readAgentOverrides(state));
  for (const task of tasks) {
    used.add(task.agent);
    for (const role of ROLES) {
      const name = task.roles?.[role]?.agent;
      if (name !== undefined) used.add(name);
    }
  }
  for (const { name, about } of Object.values(agents)) if (about !== undefined) used.add(name);
  // Iterating a set includes elements added meanwhile.
  for (const name of used) {
    const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
    for (const other of [...(agent?.asks ?? []), ...(agent?.fallback ?? [])]) used.add(other);
  }
  return used;
}

/** An unreadable state is reported by another check. */
async function readAgentOverrides(state: Pick<WorkspaceState, 'read'>): Promise<readonly string[]> {
  try {
    return (await state.read()).listTasks().flatMap(({ agentOverride, hidden }) => {
      return agentOverride === undefined || hidden ? [] : [agentOverride];
    });
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}

/** Programs for which `--version` prints the version and does nothing else. */
const KNOWN = [
  ...[
    'claude',
    'codex',
    'gemini',
    'aider',
    'opencode',
    'cursor-agent',
    'copilot',
    'cline',
    'qwen',
    'goose',
  ],
  ...['amp', 'crush', 'droid', 'auggie'],
] as const;

/** Name of the known agent program; undefined for others. */
function knownAgent(program: string): string | undefined {
  const name = basename(program.replaceAll('\\', '/')).toLowerCase();
  const bare = name.replace(/\.(?:exe|cmd|bat|ps1)$/, '');
  return KNOWN.find((known) => known === bare);
}
