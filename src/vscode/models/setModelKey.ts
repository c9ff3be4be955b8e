import type { App } from '../../app/api/app';
import type { DevsConfig } from '../../model/config/config';
import { MODEL_KEY_VARIABLE } from '../../model/judge/modelKeyVariable';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { Choice, UserInput } from '../prompts/userInput';
import type { ActionAnswer } from '../notifications/showAnswer';
import { readNamedModels } from './namedModels';
import type { StoredKeys } from './storedKeys';

/** Dependencies of `setModelKey`. */
export interface KeyTools {
  readonly keys: StoredKeys;
  readonly input: Pick<UserInput, 'pickOne' | 'confirm'>;
  /** Asks for one line without showing it; undefined when the user cancelled. */
  readonly askSecret: (question: SecretQuestion) => Promise<string | undefined>;
  readonly environment: NodeJS.ProcessEnv;
}

export interface SecretQuestion {
  readonly title: string;
  readonly prompt: string;
  /** The problem of the typed text; undefined for none. */
  readonly problem: (typed: string) => string | undefined;
}

const MAX_KEY = 4_096;

/** Stores the key of an endpoint of `devs.yaml` in the editor's secret storage, or removes it. */
export async function setModelKey(
  app: Pick<App, 'config'>,
  tools: KeyTools,
): Promise<ActionAnswer | undefined> {
  const named = await readNamedModels(app);
  if (!named.ok) return named;
  const origins = originsOf(named.models);
  if (origins.size === 0)
    return { ok: false, message: 'devs.yaml names no model endpoint, so no key is needed.' };
  const origin = await pickOrigin(origins, tools);
  if (origin === undefined) return undefined;
  const had = (await tools.keys.get(origin)) !== undefined;
  const typed = await tools.askSecret({
    title: `Key for ${sanitizeLabel(origin)}`,
    prompt: had
      ? 'Enter a new key, or leave the box empty to remove the stored key.'
      : 'VS Code keeps the key in its secret storage.',
    problem: problemOf,
  });
  if (typed === undefined) return undefined;
  const key = typed.trim();
  if (key === '') return had ? await remove(origin, tools) : noKeyAnswer(origin);
  await tools.keys.set(origin, key);
  return keptAnswer(`The key for ${sanitizeLabel(origin)} is stored.`, tools);
}

/** Origins of all endpoints and their use. */
function originsOf({
  judge,
  embeddings,
}: Pick<DevsConfig, 'judge' | 'embeddings'>): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  if (judge?.model.type === 'endpoint') origins.set(new URL(judge.model.url).origin, 'judge');
  if (embeddings !== undefined) {
    const { origin } = new URL(embeddings.url);
    origins.set(origin, origins.has(origin) ? 'judge and embeddings' : 'embeddings');
  }
  return origins;
}

async function pickOrigin(
  origins: ReadonlyMap<string, string>,
  { input }: KeyTools,
): Promise<string | undefined> {
  const [only] = origins.keys();
  if (origins.size === 1) return only;
  const choices = [...origins].map(([origin, use]): Choice<string> => ({
    label: sanitizeLabel(origin),
    description: use,
    value: origin,
  }));
  return await input.pickOne(choices, { title: 'Model Key', placeHolder: 'Which endpoint?' });
}

/** Undefined for a key, and for nothing at all. */
function problemOf(typed: string): string | undefined {
  const key = typed.trim();
  if (key.length > MAX_KEY)
    return `This key is too long: at most ${MAX_KEY} characters are allowed.`;
  return /^[\x21-\x7e]*$/.test(key)
    ? undefined
    : 'A key may contain only ASCII characters and no spaces.';
}

async function remove(origin: string, tools: KeyTools): Promise<ActionAnswer | undefined> {
  const agreed = await tools.input.confirm({
    message: `Remove the key for ${sanitizeLabel(origin)}?`,
    detail: 'VS Code deletes the key. Devs then sends requests to this endpoint without a key.',
    button: 'Remove',
  });
  if (!agreed) return undefined;
  await tools.keys.remove(origin);
  return keptAnswer(`The key for ${sanitizeLabel(origin)} was removed.`, tools);
}

function noKeyAnswer(origin: string): ActionAnswer {
  return { ok: true, message: `No key for ${sanitizeLabel(origin)} is stored.` };
}

function keptAnswer(message: string, { environment }: KeyTools): ActionAnswer {
  const own = environment[MODEL_KEY_VARIABLE]?.trim() ?? '';
  const wins = ` But ${MODEL_KEY_VARIABLE} is set in the environment of VS Code and takes precedence.`;
  return { ok: true, message: own === '' ? message : message + wins };
}
