import * as z from 'zod/mini';
import type { DurationRange } from './parseDuration';
import { durationWithin, trimmed, wholeNumber } from './valueSchemas';

/** Default time limits of a judge call and of an embedding call. */
export const DEFAULT_JUDGE_TIMEOUT = '1m';
export const DEFAULT_EMBEDDING_TIMEOUT = '30s';
/** Default number of judge calls for one task. */
export const DEFAULT_MAX_CALLS = 10;
/** Longest address of a service, in characters. */
const MAX_URL = 2_000;
/** Range of both time limits, in milliseconds; beyond it `fetch` itself times out. */
export const MODEL_TIMEOUT_RANGE: DurationRange = { min: 100, max: 5 * 60_000 };

// Each schema's error completes the sentence "… must be".
const JUDGE =
  'a mapping that begins with type: endpoint (then url and model) or type: vscode, such as { type: vscode }';
const EMBEDDINGS =
  'a mapping with model and, unless it is that of the judge, url, such as { model: nomic-embed-text }';
const TYPES = '"endpoint" or "vscode"';
const URL_FORM =
  'an http or https address without user, password, "?" and "#", mostly ending in /v1, such as http://localhost:11434/v1';
const MODEL = 'the name of a model as its service has it, one line, 200 characters at most';
const VENDOR = 'the vendor of a language model as VS Code has it, such as copilot';
const TIMEOUT = 'a duration such as 30s or 2m, at least 100ms and at most 5m';
const PRICES =
  'what a million tokens cost in US dollars, such as { input: 0.4, output: 1.6 } (0 to 10000)';
const PRICE = 'a number from 0 to 10000';

const URL_PATTERN = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\/?#@]+(?:\/[^\s\\?#]*)?$/;

const url = z.string({ error: URL_FORM }).check(
  z.refine((text) => text.length <= MAX_URL && URL_PATTERN.test(text) && URL.canParse(text)),
  z.overwrite((text) => text.replace(/\/+$/, '')),
  z.meta({ maxLength: MAX_URL, pattern: URL_PATTERN.source }),
);

const name = (error: string) =>
  z.string({ error }).check(z.regex(/^(?=.*\S)[^\p{Cc}]{1,200}$/u), trimmed);

const modelName = name(MODEL);

const timeout = durationWithin(MODEL_TIMEOUT_RANGE, TIMEOUT);

const price = z.number({ error: PRICE }).check(z.minimum(0), z.maximum(10_000));

/** What tokens cost. */
export const pricesSchema = z.strictObject(
  {
    input: price.check(z.meta({ description: 'Price of input tokens.' })),
    output: price.check(z.meta({ description: 'Price of output tokens.' })),
  },
  { error: PRICES },
);

/** Keys of every judge. */
const limits = {
  timeout: z.optional(timeout).check(
    z.meta({
      description: 'Time limit of one question; then rules alone decide.',
      default: DEFAULT_JUDGE_TIMEOUT,
      examples: ['30s', '2m'],
    }),
  ),
  maxCalls: z.optional(wholeNumber({ min: 1, max: 1_000 })).check(
    z.meta({
      description: 'Most calls of the model for one task since the last intervention.',
      default: DEFAULT_MAX_CALLS,
    }),
  ),
  prices: z.exactOptional(pricesSchema).check(
    z.meta({
      description: 'US dollars for a million tokens; without it reports show the cost in tokens.',
      examples: [{ input: 0.4, output: 1.6 }],
    }),
  ),
};

/** A judge behind an endpoint. */
export const endpointJudgeSchema = z.strictObject({
  type: z
    .literal('endpoint')
    .check(z.meta({ description: "A service that speaks OpenAI's HTTP API." })),
  url: url.check(
    z.meta({
      description:
        'Address of the service, including its version. Do not put a key here: set DEVS_MODEL_KEY, or run "Devs: Set Model Key…".',
      examples: ['http://localhost:11434/v1', 'https://api.openai.com/v1'],
    }),
  ),
  model: modelName.check(
    z.meta({
      description: 'Name of the model at the service.',
      examples: ['qwen3:8b'],
    }),
  ),
  ...limits,
});

/** A judge among the language models of VS Code. */
export const editorJudgeSchema = z.strictObject({
  type: z.literal('vscode').check(z.meta({ description: 'A language model of VS Code.' })),
  vendor: z
    .exactOptional(name(VENDOR))
    .check(z.meta({ description: 'Vendor of the model; any by default.' })),
  model: z.exactOptional(modelName).check(
    z.meta({
      description: 'Id or family of the model; the first available one by default.',
    }),
  ),
  ...limits,
});

/** The key `judge`. */
export const judgeSchema = z
  .discriminatedUnion('type', [endpointJudgeSchema, editorJudgeSchema], {
    error: ({ input }) => (input instanceof Object && !Array.isArray(input) ? TYPES : JUDGE),
  })
  .check(
    z.meta({
      description:
        'A model that is asked when rules cannot decide whether a turn made progress, or whether its failure is external. Without it rules alone decide.',
    }),
  );

/** The key `embeddings`. */
export const embeddingsSchema = z
  .strictObject(
    {
      url: z.optional(url).check(
        z.meta({
          description: 'Address of the service; by default that of the judge.',
          examples: ['http://localhost:11434/v1'],
        }),
      ),
      model: modelName.check(
        z.meta({
          description: 'Name of the model at the service.',
          examples: ['nomic-embed-text'],
        }),
      ),
      timeout: z.optional(timeout).check(
        z.meta({
          description: 'Time limit of one request; then texts are compared by their words.',
          default: DEFAULT_EMBEDDING_TIMEOUT,
        }),
      ),
    },
    { error: EMBEDDINGS },
  )
  .check(
    z.meta({
      description:
        'A model that compares requests between agents, and failures with lessons. Without it texts are compared by their words.',
    }),
  );
