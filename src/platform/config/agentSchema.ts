import * as z from 'zod/mini';
import { STEP_SOURCES } from '../../model/steps/step';
import { MAX_PROBLEMS, showValue } from './fileProblem';
import { ALWAYS, itemPaths, links, lookUp, lookUpKeys, type LinkProblem } from './links';
import { agentName, command, duration, trimmed } from './valueSchemas';

/** Default time limit of an agent's turn. */
export const DEFAULT_AGENT_TIMEOUT = '30m';

// Each schema's error completes the sentence "… must be".
const ABOUT = 'one line of text, not empty and at most 200 characters long';
const AGENTS = 'one named agent or more, each with type and command';
const ASKS = 'a list of names of agents, such as [security]';
const FALLBACK = 'a list of names of agents, such as [codex]';
const NO_MODEL_KEY =
  'another name than DEVS_MODEL_KEY: model keys are never stored in files nor passed to agents';
const TYPES = '"command" or "acp"';
const MODE = 'the id of a session mode of the agent, such as default';
const LOGIN = 'the id of one of the ways to log in that the agent names, such as api-key';
const MCP = 'true or false';
const STEPS = '"claude", "codex", "gemini", "opencode", "qwen" or "text"';

const about = z.string({ error: ABOUT }).check(z.regex(/^(?=.*\S)[^\r\n\0]{1,200}$/), trimmed);

/** One entry of `agents`. */
export const agentSchema = z
  .strictObject(
    {
      type: z.enum(['command', 'acp'], { error: TYPES }).check(
        z.meta({
          description:
            'command: a program that takes a prompt and prints its reply. acp: a program that speaks the Agent Client Protocol on standard input and output; it asks for permissions, and its turns are watched step by step.',
        }),
      ),
      command: command.check(
        z.meta({
          description:
            'The program. A list is started directly (recommended), a string goes through the shell. ' +
            '{promptFile} and {systemPromptFile} stand for files that hold the texts; without ' +
            '{promptFile} the prompt comes on standard input, without {systemPromptFile} the system ' +
            'prompt is put before it.',
          examples: [
            ['claude', '-p', '--append-system-prompt-file', '{systemPromptFile}'],
            'my-agent --prompt {promptFile}',
          ],
        }),
      ),
      timeout: z.optional(duration).check(
        z.meta({
          description:
            'Time limit of one turn; then the agent and all processes that it started are stopped.',
          default: DEFAULT_AGENT_TIMEOUT,
          examples: ['30m', '1h30m'],
        }),
      ),
      env: z
        .optional(
          z.record(
            z
              .string()
              .check(
                z.regex(/^[^=\0]+$/, { error: 'the name of an environment variable, without "="' }),
                z.regex(/^(?!DEVS_MODEL_KEY$)/, { error: NO_MODEL_KEY }),
              ),
            z
              .string({ error: 'text' })
              .check(z.regex(/^[^\0]*$/, { error: 'text without NUL characters' })),
            { error: 'environment variables, such as { LANG: C }' },
          ),
        )
        .check(
          z.meta({
            description: 'Environment variables added for this agent. Do not put secrets here.',
          }),
        ),
      about: z.exactOptional(about).check(
        z.meta({
          description: 'What it is good at, in one line, for agents that may ask it.',
          examples: ['knows the database'],
        }),
      ),
      asks: z.optional(z.array(agentName, { error: ASKS })).check(
        z.meta({
          description: 'Agents that it may ask, by name; all others by default, [] for none.',
          examples: [['security']],
        }),
      ),
      fallback: z.optional(z.array(agentName, { error: FALLBACK })).check(
        z.meta({
          description:
            'Agents that go on with its tasks while it is at a usage limit, by name: the first that is not at its own. Not for tasks with roles.',
          examples: [['codex']],
        }),
      ),
      steps: z.exactOptional(z.enum(STEP_SOURCES, { error: STEPS })).check(
        z.meta({
          description:
            'Of type command: format of the JSON events that the program prints on standard output: that of claude --output-format stream-json --verbose, codex exec --json, gemini --output-format stream-json, opencode run --format json or qwen --output-format stream-json. Its turns are then watched step by step. text: it prints no events, and its output is watched for repetition.',
        }),
      ),
      mcp: z.exactOptional(z.boolean({ error: MCP })).check(
        z.meta({
          description:
            'Whether it gets the tools of Devs (its task, lessons, a question to you) through the Model Context Protocol. Without this key: agents of type acp do, and Claude Code, Codex CLI and Gemini CLI with their steps. false: it gets none. true: also a script that starts one of these and passes its arguments on.',
        }),
      ),
      session: z.optional(z.enum(['fresh', 'continue'], { error: '"fresh" or "continue"' })).check(
        z.meta({
          description:
            'fresh: each turn begins a new session of the agent. continue: a turn goes on in the session of the turn before, until a pivot, a retry or another agent. For type acp, and for claude, codex and gemini under steps.',
          default: 'fresh',
        }),
      ),
      mode: z.exactOptional(z.string({ error: MODE }).check(z.regex(/^[^\s\0]{1,64}$/))).check(
        z.meta({
          description:
            "Of type acp: the agent's session mode, by its id; what it is allowed without asking depends on it. Default: the agent's own.",
          examples: ['default', 'read-only'],
        }),
      ),
      login: z.exactOptional(z.string({ error: LOGIN }).check(z.regex(/^[^\s\0]{1,64}$/))).check(
        z.meta({
          description:
            'Of type acp: the way to log in that the agent is asked to use, by its id. Needed where the agent takes no key from the environment by itself, as Codex.',
          examples: ['api-key'],
        }),
      ),
    },
    { error: 'an agent with the keys type and command' },
  )
  .check(z.meta({ description: 'One coding agent.' }));

/** The key `agents`. */
export const agentsSchema = z
  // Keeps entries with a wrong name as written: the checks of links need their names and `asks`.
  .looseRecord(agentName, agentSchema, { error: AGENTS })
  .check(
    z.refine((agents) => Object.keys(agents).length > 0),
    z.check(({ value, issues }) => {
      for (const name of lookUpKeys(value, []) ?? []) {
        const { error } = agentName.safeParse(name);
        if (error === undefined) continue;
        const place = { input: name, path: [name] };
        issues.push({ ...place, code: 'invalid_key', origin: 'record', issues: error.issues });
      }
    }, ALWAYS),
    links(findSelfLinks),
    links(findKeysOfOtherType),
    links(findLostSessions),
    links(findLostTools),
    links(findPlaceholders),
    z.meta({ description: 'Coding agents, by name.', minProperties: 1 }),
  );

/** Keys that only agents of the other type have. */
const OF_OTHER_TYPE = { command: ['mode', 'login'], acp: ['steps'] } as const;

/** Formats of `steps` whose agents take more arguments and settings from Devs. */
const EXTENSIBLE = new Set<unknown>(['claude', 'codex', 'gemini']);

function findLostSessions(agents: unknown): readonly LinkProblem[] {
  return findUnusable(agents, { key: 'session', value: 'continue', what: 'continue a session' });
}

function findLostTools(agents: unknown): readonly LinkProblem[] {
  return findUnusable(agents, { key: 'mcp', value: true, what: 'be offered tools' });
}

/** Agents that are to do what Devs cannot make them do. */
function findUnusable(
  agents: unknown,
  { key, value, what }: { readonly key: string; readonly value: unknown; readonly what: string },
): readonly LinkProblem[] {
  const names = lookUpKeys(agents, []) ?? [];
  const problems = names.flatMap((name) => {
    const of = (member: string): unknown => lookUp(agents, [name, member]);
    if (of(key) !== value || of('type') !== 'command') return [];
    if (EXTENSIBLE.has(of('steps')) && Array.isArray(of('command'))) return [];
    const message = `Agent ${showValue(name)} cannot ${what}: it needs type acp, or steps claude, codex or gemini with its command as a list.`;
    return [{ path: [name, key], at: 'value' as const, message }];
  });
  return problems.slice(0, MAX_PROBLEMS);
}

function findKeysOfOtherType(agents: unknown): readonly LinkProblem[] {
  const names = lookUpKeys(agents, []) ?? [];
  const problems = names.flatMap((name) => {
    const type = lookUp(agents, [name, 'type']);
    if (type !== 'command' && type !== 'acp') return [];
    const other = type === 'acp' ? 'command' : 'acp';
    return OF_OTHER_TYPE[type]
      .filter((key) => lookUp(agents, [name, key]) !== undefined)
      .map((key) => {
        const message = `Agent ${showValue(name)} is of type ${type}, and "${key}" is for type ${other}; remove it.`;
        return { path: [name, key], at: 'key' as const, message };
      });
  });
  return problems.slice(0, MAX_PROBLEMS);
}

function findPlaceholders(agents: unknown): readonly LinkProblem[] {
  const names = lookUpKeys(agents, []) ?? [];
  const problems = names.flatMap((name) => {
    const command = JSON.stringify(lookUp(agents, [name, 'command']) ?? '');
    const found = /\{(?:promptFile|systemPromptFile)\}/.exec(command)?.[0];
    if (lookUp(agents, [name, 'type']) !== 'acp' || found === undefined) return [];
    const message = `Agent ${showValue(name)} is of type acp and gets its prompt in a message; remove ${found} from its command.`;
    return [{ path: [name, 'command'], at: 'value' as const, message }];
  });
  return problems.slice(0, MAX_PROBLEMS);
}

/** Keys of an agent that list others, and what it does with them. */
const SELF_PROBLEMS = { asks: 'ask', fallback: 'stand in for' };

function findSelfLinks(agents: unknown): readonly LinkProblem[] {
  const names = lookUpKeys(agents, []) ?? [];
  const problems = names.flatMap((name) => {
    return Object.entries(SELF_PROBLEMS).flatMap(([key, what]) => {
      const message = `Agent ${showValue(name)} cannot ${what} itself; remove this.`;
      const own = itemPaths(agents, [name, key]).filter((path) => lookUp(agents, path) === name);
      return own.map((path) => ({ path, at: 'value' as const, message }));
    });
  });
  return problems.slice(0, MAX_PROBLEMS);
}
