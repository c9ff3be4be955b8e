import { deepEqual, doesNotThrow, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { STEP_FORMATS, type StepFormat } from '../../../../../src/model/steps/step';
import {
  countTokens,
  isAmount,
  MAX_MODEL_NAME,
  MAX_MODELS,
  sumModels,
  type UsageReport,
} from '../../../../../src/model/usage/usage';
import { createUsageReader } from '../../../../../src/platform/agents/usage/createUsageReader';
import { scaled } from '../../../../support/scale';
import { readUsage } from './readUsage';

const OPEN = [
  { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentInfo: { name: 'any' } } },
  { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } },
];

/** A message, a step or an answer with 3 tokens read and 2 written, as each format states it. */
const SAID: Readonly<Record<StepFormat, (id: string, model: string) => object>> = {
  claude: (id, model) => ({
    type: 'assistant',
    message: { id, model, usage: { input_tokens: 3, output_tokens: 2 } },
  }),
  qwen: (id, model) => SAID.claude(id, model),
  codex: () => ({ type: 'turn.completed', usage: { input_tokens: 3, output_tokens: 2 } }),
  gemini: () => ({ type: 'result', stats: { total_tokens: 5, input_tokens: 3 } }),
  opencode: (id) => ({
    type: 'step_finish',
    part: { id, tokens: { input: 3, output: 2 }, cost: 0.000_000_001 },
  }),
  acp: () => ({
    jsonrpc: '2.0',
    id: 2,
    result: { stopReason: 'x', usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } },
  }),
};

/** A result with figures of many models. */
const LISTED: Readonly<Partial<Record<StepFormat, (names: readonly string[]) => string>>> = {
  claude: (names) => {
    const models = names.map(
      (name) => `${JSON.stringify(name)}:{"inputTokens":3,"outputTokens":2}`,
    );
    return `{"type":"result","modelUsage":{${models.join(',')}}}`;
  },
  gemini: (names) => {
    const sum = '"total_tokens":5,"input_tokens":3';
    const models = names.map((name) => `${JSON.stringify(name)}:{${sum}}`);
    return `{"type":"result","stats":{${sum},"models":{${models.join(',')}}}}`;
  },
  acp: (names) => {
    const sum = { inputTokens: 3, outputTokens: 2, totalTokens: 5 };
    const listed = names.map((model) => ({ model, token_count: sum }));
    const result = { stopReason: 'x', usage: sum, _meta: { quota: { model_usage: listed } } };
    return JSON.stringify({ jsonrpc: '2.0', id: 2, result });
  },
};

const words = [
  ...['type', 'assistant', 'result', 'stream_event', 'message_start', 'message_delta'],
  ...['turn.completed', 'step_finish', '2.0', 'session/update', 'usage_update', 'USD', 'a', 'b'],
  ...['agent_message_chunk', 'end_turn', 'OpenCode', 'Copilot', '__proto__', '<synthetic>'],
];
const names = [
  ...['type', 'message', 'event', 'usage', 'id', 'model', 'modelUsage', 'total_cost_usd', 'stats'],
  ...['models', 'part', 'tokens', 'cost', 'cache', 'read', 'input', 'output', 'input_tokens'],
  ...['output_tokens', 'total_tokens', 'cached', 'jsonrpc', 'method', 'params', 'update', 'result'],
  ...['sessionUpdate', '_meta', 'quota', 'model_usage', 'token_count', 'stopReason', 'inputTokens'],
  ...['outputTokens', 'totalTokens', 'amount', 'currency', 'protocolVersion', 'agentInfo', 'name'],
  ...['__proto__', 'constructor'],
];
const figure = fc.oneof(
  fc.nat(1_000),
  fc.constantFrom<unknown>(
    -1,
    -0,
    10.5,
    1e15,
    1e300,
    Number.MAX_SAFE_INTEGER,
    null,
    '5',
    Number.NaN,
  ),
);

/** A JSON value with names and words of all formats, put together at random. */
const anyValue = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'large' },
    figure,
    fc.constantFrom(...words),
    fc.jsonValue({ maxDepth: 1 }),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  object: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 8 }),
})).object;

/** An event of the format in which single members are exchanged for others. */
function nearly(format: StepFormat): fc.Arbitrary<object> {
  const listed = LISTED[format]?.(['a', '__proto__', 'b']);
  const right = [
    SAID[format]('a', 'm'),
    ...(listed === undefined ? [] : [JSON.parse(listed) as object]),
  ];
  return fc
    .tuple(
      fc.constantFrom(...right),
      fc.array(fc.oneof(figure, anyValue), { minLength: 1 }),
      fc.nat(4),
    )
    .map(([event, others, every]) => {
      let at = 0;
      const exchange = (value: unknown): unknown => {
        if (typeof value === 'number')
          return (at += 1) % (every + 1) === 0 ? others[at % others.length] : value;
        if (typeof value !== 'object' || value === null) return value;
        if (Array.isArray(value)) return value.map(exchange);
        const entries = Object.entries(value).map(([key, member]) => [key, exchange(member)]);
        return Object.fromEntries(entries) as unknown;
      };
      return exchange(event) as object;
    });
}

/** Everything in it can be stored and added. */
function checkReport({ models, nanoUsd, ofSession }: UsageReport): void {
  ok(models.length <= MAX_MODELS);
  for (const { model, nanoUsd: money = 0, ...counts } of models) {
    ok(model === undefined || (model.length > 0 && model.length <= MAX_MODEL_NAME), model);
    for (const each of [money, ...Object.values(counts)]) ok(isAmount(each), String(each));
  }
  for (const each of Object.values(ofSession?.tokens ?? {})) ok(isAmount(each), String(each));
  for (const money of [nanoUsd, ofSession?.nanoUsd]) ok(money === undefined || isAmount(money));
}

function tokensOf(report: UsageReport | undefined): number {
  const sum = report && (report.ofSession?.tokens ?? sumModels(report.models));
  return sum === undefined ? 0 : countTokens(sum);
}

describe('usage in any stream', () => {
  for (const format of STEP_FORMATS) {
    it(`of ${format} is read without an error, and is made of amounts`, () => {
      let said = 0;
      const events = fc.array(fc.oneof(nearly(format), anyValue), { maxLength: 12 });
      fc.assert(
        fc.property(events, (list) => {
          const reader = createUsageReader(format);
          for (const event of format === 'acp' ? [...OPEN, ...list] : list)
            doesNotThrow(() => reader.read(JSON.parse(JSON.stringify(event)) as object));
          if (reader.report !== undefined) checkReport(reader.report);
          if (reader.report !== undefined) said += 1;
        }),
        { numRuns: scaled(200, 5_000) },
      );
      ok(said > 20, `only ${said} streams said something`);
    });

    it(`of ${format} is another object after each change only`, () => {
      const reader = createUsageReader(format);
      OPEN.forEach((event) => reader.read(event));
      reader.read(SAID[format]('a', 'm'));
      const { report } = reader;
      ok(report !== undefined);
      reader.read({ type: 'other' });
      equal(reader.report, report);
      reader.read(SAID[format]('b', 'm'));
      ok(reader.report !== report);
    });

    it(`of ${format} may have very many messages and models`, () => {
      const count = scaled(10_000, 100_000);
      const reader = createUsageReader(format);
      OPEN.forEach((event) => reader.read(event));
      for (let at = 0; at < count; at += 1) {
        const said = SAID[format](`m${at}`, `model ${at}`);
        reader.read(said);
        if (format !== 'acp') reader.read(said);
      }
      const isSum = format === 'codex' || format === 'gemini';
      equal(tokensOf(reader.report), isSum ? 5 : 5 * count);
      if (format === 'opencode') equal(reader.report?.nanoUsd, count);
      ok(reader.report !== undefined);
      checkReport(reader.report);
    });
  }

  for (const [format, list] of Object.entries(LISTED))
    describe(`with models that ${format} lists`, () => {
      const read = (models: readonly string[]): UsageReport | undefined =>
        readUsage(format as StepFormat, [...OPEN, list(models)]);

      it('may have thousands: none is lost in the sum', () => {
        const report = read(Array.from({ length: 5_000 }, (_, at) => `model ${at}`));
        equal(report?.models.length, MAX_MODELS);
        equal(tokensOf(report), 25_000);
        equal(report.isPartial, false);
      });

      it('may have the names of prototypes', () => {
        const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
        const report = read([...odd, 'm']);
        deepEqual(
          report?.models.map(({ model }) => model),
          [...odd, 'm'],
        );
        equal(tokensOf(report), 25);
        equal(Object.hasOwn(Object.prototype, 'input'), false);
      });

      it('may have names that are huge, empty or cannot be shown', () => {
        const report = read(['x'.repeat(2_000_000), '['.repeat(2_000_000), '', '\u202e\n\u0000']);
        equal(tokensOf(report), 20);
        for (const { model = '' } of report?.models ?? []) {
          ok(model.length <= MAX_MODEL_NAME);
          equal(/[\p{Cc}\p{Bidi_Control}]/u.test(model), false);
        }
      });
    });
});
