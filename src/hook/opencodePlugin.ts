import { spawn } from 'node:child_process';

/** Time that OpenCode waits for a hook, in ms: then it works on without an answer. */
const LIMIT_MS = 1_000;
/** Calls and sessions that are remembered, the newest. */
const MAX_KNOWN = 1_000;

/** What the hook answers; none of them: nothing. */
interface Answer {
  readonly context?: string;
  readonly refusal?: string;
  readonly end?: string;
}

/** As much of OpenCode as is used. All that it hands over may be missing in another version. */
interface OpenCode {
  readonly directory?: string;
  readonly client?: {
    readonly session?: { readonly abort?: (options: object) => Promise<unknown> };
    readonly tui?: { readonly showToast?: (options: object) => Promise<unknown> };
  };
}
type Value = Readonly<Record<string, unknown>> | undefined;
type Hook = (input: Value, output: Record<string, unknown> | undefined) => Promise<void>;

/** The plugin of OpenCode that has the guard watch its sessions. `command`: starts the hook; an event is added. */
export function devsPlugin(command: readonly string[]) {
  return async (opencode: OpenCode): Promise<Readonly<Record<string, Hook>>> =>
    await Promise.resolve(createHooks(command, opencode));
}

function createHooks(
  command: readonly string[],
  opencode: OpenCode,
): Readonly<Record<string, Hook>> {
  /** The session that started a sub-agent's. */
  const parents = new Map<string, string>();
  const prompts = new Map<string, unknown>();
  const texts = new Map<string, string>();
  const busy = new Set<string>();
  /** What the model is told with the next result: nothing can be added to a call that failed. */
  const untold = new Map<string, string>();
  /** Calls that were refused: OpenCode tells of them as of failed ones. */
  const refused = new Set<string>();
  /** Failed calls that were reported; OpenCode tells of each several times. */
  const reported = new Set<unknown>();

  const ask = async (event: string, session: unknown, told: object): Promise<Answer> => {
    const id = String(session);
    const root = parents.get(id);
    const thread = root === undefined ? {} : { thread: id };
    const { directory } = opencode;
    const payload = { session: root ?? id, ...thread, directory, ...told };
    try {
      return await askHook([...command, event], JSON.stringify(payload));
    } catch {
      // A tool may have been given what is no JSON.
      return {};
    }
  };

  const tell = (message: string): void => {
    const body = { title: 'Devs', message, variant: 'warning' };
    void quietly(async () => await opencode.client?.tui?.showToast?.({ body }));
  };

  const end = async (session: unknown, reason: string): Promise<void> => {
    const id = parents.get(String(session)) ?? String(session);
    tell(reason);
    await quietly(async () => await opencode.client?.session?.abort?.({ path: { id } }));
  };

  const report = async (session: unknown, part: Value): Promise<void> => {
    const state = part?.['state'] as Value;
    const { callID: call, id = call } = part ?? {};
    if (state?.['status'] !== 'error' || reported.has(id) || isAborted(state['error'])) return;
    keep(reported, id);
    if (refused.delete(`${String(session)} ${String(call)}`)) return;
    const told = { tool: part?.['tool'], call, args: state['input'], error: state['error'] };
    const answer = await ask('tool.error', session, told);
    if (answer.end !== undefined) await end(session, answer.end);
    if (answer.context !== undefined) keepIn(untold, String(session), answer.context);
  };

  return {
    event: async (given) => {
      const { type, properties } = (given?.['event'] ?? {}) as {
        type?: unknown;
        properties?: Value;
      };
      const session = properties?.['sessionID'];
      const part = properties?.['part'] as Value;
      const parent = (properties?.['info'] as Value)?.['parentID'];
      if (type === 'session.created' && typeof parent === 'string')
        keepIn(parents, String(session), parents.get(parent) ?? parent);
      if (type === 'message.part.updated' && part?.['type'] === 'tool')
        await quietly(async () => await report(session, part));
      if (type === 'message.part.updated' && part?.['type'] === 'text') {
        const isPrompt = part['messageID'] === prompts.get(String(session));
        if (!isPrompt) keepIn(texts, String(session), textOf(part['text']));
      }
      // It is idle twice when it was ended.
      if (type === 'session.idle' && busy.delete(String(session)) && !parents.has(String(session)))
        await ask('session.idle', session, { text: texts.get(String(session)) ?? '' });
    },
    'chat.message': async (input, output) => {
      const session = input?.['sessionID'];
      const message = output?.['message'] as Value;
      keepIn(prompts, String(session), message?.['id']);
      keep(busy, String(session));
      if (parents.has(String(session))) return;
      const parts = Array.isArray(output?.['parts']) ? (output['parts'] as Value[]) : [];
      const text = parts.map((part) => textOf(part?.['text'])).join('\n');
      const { context, end: reason } = await ask('chat.message', session, { text });
      if (reason !== undefined) {
        tell(reason);
        throw new Error(reason);
      }
      if (context === undefined) return;
      const [id, messageID] = [`prt_devs${Date.now().toString(36)}`, message?.['id']];
      const added = { id, sessionID: session, messageID, type: 'text', text: context };
      parts.push({ ...added, synthetic: true });
    },
    'tool.execute.before': async (input, output) => {
      const { tool, sessionID: session, callID: call } = input ?? {};
      keep(busy, String(session));
      const told = { tool, call, args: output?.['args'] };
      const answer = await ask('tool.execute.before', session, told);
      const reason = answer.end ?? answer.refusal;
      if (reason === undefined) return;
      keep(refused, `${String(session)} ${String(call)}`);
      if (answer.end === undefined) tell(reason);
      else await end(session, reason);
      throw new Error(reason);
    },
    'tool.execute.after': async (input, output) => {
      const { tool, sessionID: session, callID: call, args } = input ?? {};
      const answer = await ask('tool.execute.after', session, { tool, call, args, output });
      if (answer.end !== undefined) await end(session, answer.end);
      const told = [untold.get(String(session)), answer.context].filter(isText);
      untold.delete(String(session));
      if (output !== undefined) for (const text of told) append(output, text);
    },
  };
}

/** Adds a text to the result of a tool. */
function append(output: Record<string, unknown>, text: string): void {
  if (typeof output['output'] === 'string') output['output'] += `\n\n${text}`;
  else if (Array.isArray(output['content'])) output['content'].push({ type: 'text', text });
}

/** Starts the hook; nothing where it fails, or takes too long. */
async function askHook(command: readonly string[], input: string): Promise<Answer> {
  return await new Promise((resolve) => {
    try {
      const [program = '', ...args] = command;
      const hook = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      const limit = setTimeout(() => {
        hook.kill('SIGKILL');
        resolve({});
      }, LIMIT_MS);
      let said = '';
      hook.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      hook.stdin.on('error', () => undefined);
      hook.on('error', () => resolve({}));
      hook.on('close', () => {
        clearTimeout(limit);
        resolve(readAnswer(said));
      });
      hook.stdin.end(input);
    } catch {
      resolve({});
    }
  });
}

function readAnswer(text: string): Answer {
  try {
    return text === '' ? {} : (JSON.parse(text) as Answer);
  } catch {
    return {};
  }
}

/** Whatever goes wrong, OpenCode works on. */
async function quietly(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch {
    // Nobody can be told.
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function textOf(value: unknown): string {
  return isText(value) ? value : '';
}

/** Whether a call failed because its turn was ended. */
function isAborted(error: unknown): boolean {
  return typeof error === 'string' && error.startsWith('Tool execution aborted');
}

function keep<T>(known: Set<T>, value: T): void {
  known.add(value);
  if (known.size > MAX_KNOWN) for (const oldest of known) return void known.delete(oldest);
}

function keepIn<T>(known: Map<string, T>, key: string, value: T): void {
  known.set(key, value);
  if (known.size > MAX_KNOWN) for (const oldest of known.keys()) return void known.delete(oldest);
}
