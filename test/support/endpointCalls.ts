import type { Judge, JudgeOptions, JudgePrompt, JudgeReply } from '../../src/ports/judge';
import { endpointJudge } from '../../src/platform/models/endpointJudge';
import type { ModelKeys } from '../../src/platform/models/modelKeys';
import { startModelServer, type ModelScript, type ModelServer } from './modelServer';

/** What must never be seen anywhere but in a request. */
export const SECRET_KEY = 'sk-tulip-7731';
export const SECRET_WORDS = 'repaint the harbour crane';

export const PROMPT: JudgePrompt = {
  system: `You judge. ${SECRET_WORDS} (system)`,
  user: `{"goal": "${SECRET_WORDS} (user)"}`,
  schema: { type: 'object', properties: { isRegressive: { type: 'boolean' } } },
};

/** Finds this key for every endpoint. */
export function keyIs(key: string | undefined): ModelKeys {
  return { find: () => Promise.resolve(key) };
}

/** A judge there that has `SECRET_KEY`. */
export function judgeAt(url: string): Judge {
  return endpointJudge({ type: 'endpoint', url, model: 'gpt-test' }, keyIs(SECRET_KEY));
}

/** Asks `PROMPT`, with limits that no test meets unless it sets others. */
export function ask(judge: Judge, change: Partial<JudgeOptions> = {}): Promise<JudgeReply> {
  const signal = new AbortController().signal;
  return judge.ask(PROMPT, { signal, timeoutMs: 15_000, maxCalls: 5, ...change });
}

/** Plays `script` to `use`, and ends the server whatever comes of it. */
export async function withServer<T>(
  script: ModelScript,
  use: (server: ModelServer) => Promise<T>,
): Promise<T> {
  const server = await startModelServer(script);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** What a judge at a server that plays `script` replies to one question. */
export function replyTo(
  script: ModelScript,
  change: Partial<JudgeOptions> = {},
): Promise<JudgeReply> {
  return withServer(script, ({ url }) => ask(judgeAt(url), change));
}
