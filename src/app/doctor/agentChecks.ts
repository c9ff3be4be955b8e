import type { AgentDefinition, DevsConfig } from '../../model/config/config';
import { describeEnd, endedWell } from '../../model/turn/turn';
import type { VersionAnswer } from '../../ports/trials';
import { agentTrial } from './agentTrial';
import { startsNothing, type DoctorContext } from './doctorContext';
import { LOOK_MS, type Finding, type PlannedCheck } from './plannedCheck';
import { knownAgent, programOf } from './programOf';
import { commandWords, quoted } from './words';
import { usedAgents } from './usedAgents';
import { describeDuration } from '../../text/duration';

/** Milliseconds that a program gets to say its version: some of them load for long. */
const VERSION_MS = 30_000;
/** Milliseconds that an agent gets to answer with one word. */
const ANSWER_MS = 180_000;
/** Milliseconds for ending what was started. */
const ENDING_MS = 10_000;

/** Each agent that tasks and roles can use: its program, and whether it answers where that is asked. */
export function agentChecks(context: DoctorContext, config: DevsConfig): readonly PlannedCheck[] {
  let asked: Promise<ReadonlySet<string>> | undefined;
  const used = () => (asked ??= usedAgents(config, context.parts.state));
  return Object.values(config.agents).map((definition): PlannedCheck => ({
    id: `agent:${definition.name}`,
    group: 'Agents',
    title: definition.name,
    limitMs: LOOK_MS + VERSION_MS + (context.options.askAgents ? ANSWER_MS : 0) + ENDING_MS,
    look: async (signal) =>
      (await used()).has(definition.name)
        ? await agentFinding(context, definition, signal)
        : { level: 'skipped', found: 'no task uses it' },
  }));
}

async function agentFinding(
  context: DoctorContext,
  definition: AgentDefinition,
  signal: AbortSignal,
): Promise<Finding> {
  const program = await programFinding(context, definition, signal);
  const mayStart = startsNothing(context) === undefined;
  if (program.level === 'problem' || !context.options.askAgents || !mayStart) return program;
  const { trials, clock } = context.parts;
  const trial = { definition, timeoutMs: Math.min(definition.timeoutMs, ANSWER_MS) };
  const answer = await agentTrial({ trials, clock, signal }, trial);
  const found = `${program.found}; ${answer.found}`;
  return answer.level === 'ok' ? { ...program, found } : { ...answer, found };
}

async function programFinding(
  context: DoctorContext,
  definition: AgentDefinition,
  signal: AbortSignal,
): Promise<Finding> {
  const { command, env } = definition;
  const program = programOf(command);
  if (program === undefined) {
    return { level: 'ok', found: `${commandWords(command)} goes through the shell` };
  }
  const place = await context.parts.machine.locate(program, env);
  if (place.kind === 'missing') return missing(program, definition);
  if (place.kind === 'notExecutable') return notExecutable(place.file);
  return await versionFinding(context, { file: place.file, program, env }, signal);
}

function missing(program: string, { env }: AgentDefinition): Finding {
  const name = quoted(program);
  const isPath = /[\\/]/.test(program);
  const where = isPath ? 'is no file that could be started' : 'was not found on PATH';
  const own = Object.keys(env).some((key) => key.toUpperCase() === 'PATH');
  return {
    level: 'problem',
    found: `\`${name}\` ${where}${own ? ', which its `env` sets' : ''}`,
    remedy: isPath
      ? 'Correct its `command` in devs.yaml.'
      : 'Install it, put it on PATH, or name it in its `command` by its whole path.',
    fix: { kind: 'openConfig' },
  };
}

function notExecutable(file: string): Finding {
  return {
    level: 'problem',
    found: `${quoted(file)} is not executable`,
    remedy: `Make it executable: \`chmod +x ${quoted(file)}\`.`,
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
  const at = quoted(file);
  const unasked = startsNothing(context);
  if (unasked !== undefined) return { level: 'skipped', found: `${at}, not started: ${unasked}` };
  if (knownAgent(program) === undefined) return { level: 'ok', found: at };
  const request = { file, env, timeoutMs: VERSION_MS };
  return answered(at, await context.parts.trials.version(request, signal));
}

function answered(at: string, { end, said }: VersionAnswer): Finding {
  const line = said.split('\n').find((each) => each.trim() !== '') ?? '';
  if (endedWell(end)) {
    const version = quoted(line, 60);
    return { level: 'ok', found: version === '' ? at : `${version} at ${at}` };
  }
  const last = quoted(said.trim().split('\n').at(-1) ?? '');
  const why = last === '' ? describeEnd(end) : `${last} (${describeEnd(end)})`;
  if (end.kind === 'timeout') {
    return {
      level: 'warning',
      found: `${at} did not say its version within ${describeDuration(end.limitMs)}`,
      remedy: 'Start it by hand with `--version`, and look what it waits for.',
    };
  }
  return {
    level: 'problem',
    found: `${at} does not start: ${why}`,
    remedy: 'Start it by hand with `--version`, and put right what it says.',
  };
}
