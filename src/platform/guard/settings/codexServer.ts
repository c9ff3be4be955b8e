import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { StateError } from '../../../ports/workspaceState';
import { programLine } from './programLine';

/** Longest wait for Codex, in ms. */
const LIMIT_MS = 15_000;

/** A hook as Codex lists it. */
export type CodexHook = z.infer<typeof codexHook>;
const codexHook = z.object({
  /** Names its file, its event and its place there. */
  key: z.string(),
  command: z.string(),
  currentHash: z.string(),
  trustStatus: z.string(),
});
const listed = z.object({ data: z.array(z.object({ hooks: z.array(z.unknown()) })) });

/** What Codex can be asked about its hooks. */
export interface CodexServer {
  /** The hooks that hold in a folder. */
  list(folder: string): Promise<readonly CodexHook[]>;
  /** Trusts hooks, as Codex' own question does. */
  trust(hooks: readonly CodexHook[]): Promise<void>;
}

/** Starts Codex as a server for one conversation. Rejects with `StateError` where it does not answer as expected. */
export async function withCodex<T>(
  program: string,
  environment: NodeJS.ProcessEnv,
  talk: (server: CodexServer) => Promise<T>,
): Promise<T> {
  const line = programLine([program, 'app-server']);
  const child = spawn(line.program, [...line.args], {
    ...{ env: environment, windowsVerbatimArguments: line.verbatim, windowsHide: true },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const failure = new Promise<never>((_resolve, reject) => {
    const fail = (why: string): void => reject(new StateError(`Codex did not answer: ${why}.`));
    child.on('error', ({ message }) => fail(message));
    child.on('exit', () => fail('it ended'));
    child.stdin.on('error', ({ message }) => fail(message));
  });
  const limit = setTimeout(() => child.kill(), LIMIT_MS);
  // It may fail once nobody waits any more.
  failure.catch(() => undefined);
  try {
    return await Promise.race([speak(child, talk), failure]);
  } finally {
    clearTimeout(limit);
    child.kill();
  }
}

async function speak<T>(
  {
    stdin,
    stdout,
  }: { readonly stdin: NodeJS.WritableStream; readonly stdout: NodeJS.ReadableStream },
  talk: (server: CodexServer) => Promise<T>,
): Promise<T> {
  const waiting = new Map<number, (reply: Reply) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    const reply = readReply(line);
    if (reply !== undefined) waiting.get(reply.id)?.(reply);
  });
  const say = (message: object): void => void stdin.write(`${JSON.stringify(message)}\n`);
  let id = 0;
  const ask = async (method: string, params: object): Promise<unknown> => {
    id += 1;
    const reply = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    say({ id, method, params });
    const { result, error } = await reply;
    if (error !== undefined) throw new StateError(`Codex refused ${method}: ${error.message}.`);
    return result;
  };
  const clientInfo = { name: 'devs', version: '1' };
  await ask('initialize', { clientInfo, capabilities: { experimentalApi: true } });
  say({ method: 'initialized' });
  return await talk({
    list: async (folder) => {
      const { data } = listed.parse(await ask('hooks/list', { cwds: [folder] }));
      return data.flatMap(({ hooks }) =>
        hooks.flatMap((each) => codexHook.safeParse(each).data ?? []),
      );
    },
    trust: async (hooks) => {
      const value = Object.fromEntries(
        hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]),
      );
      const edits = [{ keyPath: 'hooks.state', value, mergeStrategy: 'upsert' }];
      const rest = { filePath: null, expectedVersion: null, reloadUserConfig: true };
      await ask('config/batchWrite', { edits, ...rest });
    },
  });
}

const replyShape = z.object({
  id: z.number(),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});
type Reply = z.infer<typeof replyShape>;

function readReply(line: string): Reply | undefined {
  try {
    return replyShape.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
