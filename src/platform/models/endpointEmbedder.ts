import type { EmbeddingSettings } from '../../model/config/config';
import {
  MAX_EMBEDDED,
  type Cosines,
  type ModelEmbedder,
  type TextPair,
} from '../../ports/embedder';
import { openEndpoint, type EmbedAnswer, type ModelEndpoint } from './modelEndpoint';
import type { ModelKeys } from './modelKeys';

/** Most cached vectors; 8 MB for the largest models. */
const MAX_VECTORS = 500;

/** Caches the vectors of texts; evicts the least recently used one. */
class VectorCache {
  private readonly vectors = new Map<string, UnitVector>();

  /** `most`: whole number >= 1. */
  constructor(private readonly most: number = MAX_VECTORS) {}

  get(text: string): UnitVector | undefined {
    const vector = this.vectors.get(text);
    if (vector !== undefined) this.set(text, vector);
    return vector;
  }

  set(text: string, vector: UnitVector): void {
    this.vectors.delete(text);
    this.vectors.set(text, vector);
    const [oldest] = this.vectors.keys();
    if (this.vectors.size > this.most && oldest !== undefined) this.vectors.delete(oldest);
  }

  clear(): void {
    this.vectors.clear();
  }
}

/** Texts of one request: services that batch on their own side often take no more. */
const BATCH = 32;

type Failure = Extract<Cosines, { readonly kind: 'failed' }>;

/** Compares texts by the vectors that an endpoint's model gives them. Opening makes no request. */
export function endpointEmbedder(
  settings: EmbeddingSettings,
  keys: ModelKeys,
  endpoint: ModelEndpoint = openEndpoint({ url: settings.url, keys }),
): ModelEmbedder {
  const vectors = new KnownVectors(settings, endpoint);
  return {
    name: `${settings.model} at ${endpoint.host}`,
    cosines: async (pairs, signal) => {
      const clipped = pairs.map(([one, other]) => [clip(one), clip(other)] as const);
      const found = await vectors.of(clipped.flat(), signal);
      if (!(found instanceof Map)) return found;
      return { kind: 'told', cosines: clipped.map((pair) => cosineOfPair(found, pair)) };
    },
  };
}

/** The service would refuse half of a surrogate pair. */
function clip(text: string): string {
  return text
    .trim()
    .slice(0, MAX_EMBEDDED)
    .replace(/\p{Cs}/gu, '');
}

function cosineOfPair(vectors: ReadonlyMap<string, UnitVector>, [one, other]: TextPair): number {
  const [a, b] = [vectors.get(one), vectors.get(other)];
  return a === undefined || b === undefined ? 0 : cosineOf(a, b);
}

/** The vectors of texts, requested if not cached. */
class KnownVectors {
  private readonly cache = new VectorCache();

  constructor(
    private readonly settings: EmbeddingSettings,
    private readonly endpoint: ModelEndpoint,
  ) {}

  /** By text; none for empty ones. */
  async of(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, UnitVector> | Failure> {
    const found = new Map<string, UnitVector>();
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const known = this.cache.get(text);
      if (known !== undefined) found.set(text, known);
      else if (text !== '') missing.push(text);
    }
    for (let start = 0; start < missing.length; start += BATCH) {
      const failure = await this.ask(missing.slice(start, start + BATCH), found, signal);
      if (failure !== undefined) return failure;
    }
    return found;
  }

  private async ask(
    texts: readonly string[],
    found: Map<string, UnitVector>,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const { model, timeoutMs } = this.settings;
    const answer = await this.endpoint.embed({ model, texts }, { signal, timeoutMs });
    if (answer.kind === 'failed') return failureOf(answer);
    if (answer.vectors.length !== texts.length) return this.useless('as many vectors as texts');
    for (const [place, text] of texts.entries()) {
      const vector = unitVector(answer.vectors[place] ?? []);
      if (vector === undefined) return this.useless('vectors of finite numbers that are not all 0');
      const [other] = found.values();
      if (other !== undefined && other.length !== vector.length)
        return this.useless('vectors of one length');
      found.set(text, vector);
      this.cache.set(text, vector);
    }
    return undefined;
  }

  /** Cached vectors may be of another model with the same name. */
  private useless(what: string): Failure {
    this.cache.clear();
    const who = `"${this.settings.model}" at ${this.endpoint.host}`;
    const detail = `${who} did not return ${what}: name an embedding model as \`embeddings.model\``;
    return { kind: 'failed', why: 'service failure', detail, permanent: false };
  }
}

type NoAnswer = Extract<EmbedAnswer, { readonly kind: 'failed' }>;

function failureOf({ why, detail, permanent }: NoAnswer): Failure {
  return { kind: 'failed', why, detail, permanent };
}

/** A vector of length 1. */
type UnitVector = Float32Array;

/** The vector in this direction; undefined where it has none: empty, all zero, or a number that is not finite. */
export function unitVector(numbers: readonly number[]): UnitVector | undefined {
  // Squares of large numbers would not be finite.
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  if (largest === 0 || !numbers.every(Number.isFinite)) return undefined;
  const scaled = numbers.map((number) => number / largest);
  const length = Math.sqrt(scaled.reduce((sum, number) => sum + number * number, 0));
  return Float32Array.from(scaled, (number) => number / length);
}

/** Cosine (−1 to 1) of the angle between two vectors of as many numbers. */
export function cosineOf(a: UnitVector, b: UnitVector): number {
  let sum = 0;
  for (const [place, number] of a.entries()) sum += number * (b[place] ?? 0);
  return Math.max(-1, Math.min(1, sum));
}
