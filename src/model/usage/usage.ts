import { visibleLine } from '../../text/visibleText';

/** Tokens of requests to models: whole numbers from 0 to `Number.MAX_SAFE_INTEGER`. */
export interface TokenCount {
  /** Read, without `cacheRead` and `cacheWrite`. */
  readonly input: number;
  /** Read from a cache. */
  readonly cacheRead: number;
  /** Read and put into a cache. */
  readonly cacheWrite: number;
  /** Written, reasoning included. */
  readonly output: number;
}

/** What requests to one model used. */
export interface ModelUsage extends TokenCount {
  /** As the agent names it, `MAX_MODEL_NAME` characters at most; absent where it does not. */
  readonly model?: string;
  /** What they cost, in billionths of a US dollar, a whole number; absent if the agent does not say. */
  readonly nanoUsd?: number;
}

/** What an agent or its session used, in its own words. */
export interface Usage {
  /** One entry for each model; [] if only money is known. */
  readonly models: readonly ModelUsage[];
  /** As in `ModelUsage`, of all models. */
  readonly nanoUsd?: number;
}

/** What the process of an agent said so far. */
export interface UsageReport extends Usage {
  /** The agent has not said all that it used. */
  readonly isPartial: boolean;
  /**
   * What it said of its whole session, of which earlier processes are a part; the report says nothing else of those
   * figures then. Absent if it counts each process by itself.
   */
  readonly ofSession?: SessionTotal;
}

/** Sums over all processes of one session; what is absent is unknown. */
export interface SessionTotal {
  /** The only model that answered. */
  readonly model?: string;
  readonly tokens?: TokenCount;
  readonly nanoUsd?: number;
}

/** Billionths of a dollar in one. */
export const NANO = 1_000_000_000;
/** Longest name of a model, in characters. */
export const MAX_MODEL_NAME = 100;
/** Models that are listed for one call; further ones are added to the last. */
export const MAX_MODELS = 20;

export const NO_TOKENS: TokenCount = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

const KINDS = Object.keys(NO_TOKENS) as readonly (keyof TokenCount)[];

/** The sum; undefined where it is too large to be exact. */
export function addTokens(one: TokenCount, other: TokenCount): TokenCount | undefined {
  return combine(one, other, (a, b) => a + b);
}

/** `one` without `other`; undefined where less than nothing would be left. */
export function subtractTokens(one: TokenCount, other: TokenCount): TokenCount | undefined {
  return combine(one, other, (a, b) => a - b);
}

/** Number of all tokens. */
export function countTokens({ input, cacheRead, cacheWrite, output }: TokenCount): number {
  return input + cacheRead + cacheWrite + output;
}

/** Whether it can be a number of tokens or of billionths of a dollar. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** An amount in dollars as billionths; undefined for anything that is not one. */
export function toNanoUsd(usd: unknown): number | undefined {
  const nanoUsd = typeof usd === 'number' && usd >= 0 ? Math.round(usd * NANO) : undefined;
  return isAmount(nanoUsd) ? nanoUsd : undefined;
}

/** Name of a model as it can be stored and shown; undefined for none. */
export function toModelName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  // Claude Code names the size of the context in its first session only.
  const bare = name.slice(0, 2 * MAX_MODEL_NAME).replace(/\[[^\]]*\]$/, '');
  const shown = visibleLine(bare, MAX_MODEL_NAME);
  return shown === '' ? undefined : shown;
}

/** The entries with those of the same model added; undefined where a sum is too large to be exact. */
export function mergeModels(models: readonly ModelUsage[]): readonly ModelUsage[] | undefined {
  const merged = new Map<string | undefined, ModelUsage>();
  for (const each of models) {
    const isFull = merged.size >= MAX_MODELS && !merged.has(each.model);
    const model = isFull ? [...merged.keys()].at(-1) : each.model;
    const known = merged.get(model);
    const tokens = known === undefined ? each : addTokens(known, each);
    if (tokens === undefined) return undefined;
    const nanoUsd = known === undefined ? each.nanoUsd : addMoney(known.nanoUsd, each.nanoUsd);
    merged.set(model, toModelUsage(model, tokens, nanoUsd));
  }
  return [...merged.values()];
}

/** What two processes said, one after the other; sums of sessions are not added, nor what would not be exact. */
export function addReports(earlier: UsageReport, later: UsageReport): UsageReport {
  const models = mergeModels([...earlier.models, ...later.models]);
  if (earlier.ofSession !== undefined || later.ofSession !== undefined || models === undefined)
    return { ...later, isPartial: true };
  const nanoUsd = addMoney(earlier.nanoUsd, later.nanoUsd);
  return {
    models,
    ...(nanoUsd !== undefined && { nanoUsd }),
    isPartial: earlier.isPartial || later.isPartial,
  };
}

/** An entry without members that are unknown. */
export function toModelUsage(
  model: string | undefined,
  { input, cacheRead, cacheWrite, output }: TokenCount,
  nanoUsd?: number,
): ModelUsage {
  return {
    ...(model !== undefined && { model }),
    ...{ input, cacheRead, cacheWrite, output },
    ...(nanoUsd !== undefined && { nanoUsd }),
  };
}

/** The sum; undefined where one of them is unknown or it is too large to be exact. */
export function addMoney(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined;
  return isAmount(one + other) ? one + other : undefined;
}

/** Tokens of all models; undefined for none and where the sum is too large to be exact. */
export function sumModels(models: readonly ModelUsage[]): TokenCount | undefined {
  const [first, ...rest] = models;
  return rest.reduce<TokenCount | undefined>((sum, each) => sum && addTokens(sum, each), first);
}

function combine(
  one: TokenCount,
  other: TokenCount,
  join: (a: number, b: number) => number,
): TokenCount | undefined {
  const joined = { ...NO_TOKENS };
  for (const kind of KINDS) {
    const value = join(one[kind], other[kind]);
    if (!isAmount(value)) return undefined;
    joined[kind] = value;
  }
  return joined;
}
