import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { withEnvironment } from '../../support/withEnvironment';
import { metricViolations, spanViolations } from '../../support/genAiConventions';
import { sumOf, treeOf, valuesOf, type OtlpCollector } from '../../support/otlpCollector';
import { configOf, limitsOf, PASSED, ScriptedRun, type Script } from '../../support/scriptedRun';
import { askingRun, FINISHED } from '../../unit/engine/requests/askingRun';
import { WorkspaceSecrets } from '../../../src/app/workspaceSecrets';
import { runObserved, withCollector } from './observedRun';

const SECRET = 'hunter2-hunter2';
const step = (number: number, tool: string, args: string, error = false) => ({
  ...{ number, tool, args, result: `result of ${tool}`, thought: '' },
  ...(error && { error }),
});

/** A first turn that fails, a second one that succeeds; each with tool calls and tokens. */
const twoTurns: Script = (call) => ({
  reply: `STRATEGY: think\nI use ${SECRET}.`,
  edits: { 'src/code.js': `try ${call}` },
  steps: [step(1, 'Read', `{"file":"${SECRET}"}`), step(2, 'Bash', 'npm test', call === 1)],
  spends: [
    {
      models: [{ model: 'claude-opus', input: 10, cacheRead: 100, cacheWrite: 1, output: call }],
      nanoUsd: 250_000_000,
      isPartial: false,
    },
  ],
  session: { id: `session-${call}`, isContinued: false },
  ...(call === 2 && { verify: { end: PASSED, output: 'all pass' } }),
});

const CLAUDE = {
  name: 'scripted',
  type: 'command',
  command: ['agent'],
  timeoutMs: 1,
  env: {},
} as const;

function watchedConfig() {
  return configOf({ agents: { scripted: { ...CLAUDE, steps: 'claude' } } });
}

const spanOf = (collector: OtlpCollector, name: string, nth = 0) => {
  const span = collector.spans().filter((each) => each.name === name)[nth];
  ok(span, `no span ${name}`);
  return { ...span, values: valuesOf(span.attributes) };
};

describe('telemetry of a run', () => {
  it('shows its turns, calls of agents, tool calls and verifications as one trace', async () => {
    await withCollector(
      await ScriptedRun.create(twoTurns, watchedConfig()),
      (collector, { warnings }) => {
        const turn = [
          '  devs.turn',
          '    invoke_agent scripted',
          '      execute_tool Read',
          '      execute_tool Bash',
          '    devs.verify',
        ];
        deepEqual(treeOf(collector.spans()), ['invoke_workflow devs run', ...turn, ...turn]);
        equal(new Set(collector.spans().map(({ traceId }) => traceId)).size, 1);
        deepEqual(warnings, []);

        const [first, second] = [spanOf(collector, 'devs.turn'), spanOf(collector, 'devs.turn', 1)];
        equal(first.values['devs.task.id'], 'fix');
        deepEqual(
          [first, second].map(({ values }) => [
            values['devs.turn.number'],
            values['devs.turn.outcome'],
            values['devs.turn.consequence'],
            values['error.type'],
          ]),
          [
            [1, 'no_progress', 'none', 'no_progress'],
            [2, 'success', 'done', undefined],
          ],
        );
        equal(spanOf(collector, 'invoke_workflow devs run').values['devs.run.outcome'], 'allDone');
        equal(spanOf(collector, 'execute_tool Bash').values['error.type'], 'tool_error');
        equal(spanOf(collector, 'execute_tool Bash', 1).values['error.type'], undefined);
      },
    );
  });

  it('tells what each call used, with the caches in the input, and sums it up', async () => {
    await withCollector(await ScriptedRun.create(twoTurns, watchedConfig()), (collector) => {
      const { values } = spanOf(collector, 'invoke_agent scripted', 1);
      equal(values['gen_ai.usage.input_tokens'], 111);
      equal(values['gen_ai.usage.cache_read.input_tokens'], 100);
      equal(values['gen_ai.usage.cache_creation.input_tokens'], 1);
      equal(values['gen_ai.usage.output_tokens'], 2);
      equal(values['gen_ai.response.model'], 'claude-opus');
      equal(values['gen_ai.provider.name'], 'anthropic');
      equal(values['gen_ai.conversation.id'], 'session-2');
      equal(values['devs.cost.usd'], 0.25);

      const metrics = collector.metrics();
      const tokens = (type: string) =>
        sumOf(metrics, 'gen_ai.client.token.usage', { 'gen_ai.token.type': type });
      deepEqual([tokens('input'), tokens('output')], [222, 3]);
      equal(sumOf(metrics, 'devs.cost'), 0.5);
      deepEqual(
        metrics.map(({ name }) => name),
        [
          ...['gen_ai.client.token.usage', 'gen_ai.client.operation.duration'],
          ...['devs.turn.duration', 'devs.cost'],
        ],
      );
    });
  });

  it('keeps to the conventions for generative AI', async () => {
    const environment = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };
    await withCollector(
      await ScriptedRun.create(twoTurns, watchedConfig()),
      (collector) => {
        equal(collector.spans().length, 11);
        deepEqual(spanViolations(collector.spans()), []);
        deepEqual(metricViolations(collector.metrics()), []);
        match(collector.requests[0]?.text ?? '', /"schemaUrl":"[^"]*schemas\/1\.41\.0"/);
      },
      { environment },
    );
  });

  it('shows loops, pivots and the pause as events of their turns, and counts them', async () => {
    const looping = await ScriptedRun.create(() => ({
      reply: 'again',
      edits: { 'src/code.js': 'x' },
    }));
    await withCollector(looping, (collector) => {
      const turns = collector.spans().filter(({ name }) => name === 'devs.turn');
      const events = turns.map((turn) =>
        turn.events.map(({ name, attributes }) => {
          const level = attributes.find(({ key }) => key === 'devs.loop.level')?.value.stringValue;
          return level === undefined ? name : `${name} ${level}`;
        }),
      );
      deepEqual(events, [
        [],
        ['devs.loop.detected suspect'],
        ['devs.loop.detected stuck', 'devs.pivot.issued'],
        ['devs.loop.detected stuck', 'devs.pivot.issued'],
        ['devs.loop.detected stuck', 'devs.pause'],
      ]);
      deepEqual(spanViolations(collector.spans()), []);
      deepEqual(
        ['devs.loops', 'devs.pivots', 'devs.pauses'].map((name) =>
          sumOf(collector.metrics(), name),
        ),
        [3, 2, 1],
      );
    });
  });

  it('shows hops with the calls inside them', async () => {
    const run = await askingRun({
      backend: (call) => (call === 1 ? { reply: 'ASK security: Who are you?' } : FINISHED),
      security: () => ({ reply: 'I am.' }),
    });
    await withCollector(run, (collector) => {
      deepEqual(treeOf(collector.spans()).slice(0, 6), [
        'invoke_workflow devs run',
        '  devs.turn',
        '    invoke_agent backend',
        '    devs.hop',
        '      invoke_agent security',
        '    invoke_agent backend',
      ]);
      const { values } = spanOf(collector, 'devs.hop');
      deepEqual([values['devs.hop.from'], values['devs.hop.to']], ['backend', 'security']);
      deepEqual(spanViolations(collector.spans()), []);
    });
  });

  it('sends no prompt, reply, argument or result unless that is allowed', async () => {
    for (const allowed of [{}, { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'false' }]) {
      await withCollector(
        await ScriptedRun.create(twoTurns, watchedConfig()),
        (collector) => {
          const all = collector.requests.map(({ text }) => text).join('\n');
          match(all, /execute_tool Read/);
          doesNotMatch(all, /hunter2|Make the test pass|STRATEGY|npm test|result of/);
        },
        { environment: allowed },
      );
    }
  });

  it('sends them where it is allowed, with secrets masked', async () => {
    const mask = new WorkspaceSecrets({ MY_TOKEN: SECRET });
    await withCollector(
      await ScriptedRun.create(twoTurns, watchedConfig()),
      (collector) => {
        const { values } = spanOf(collector, 'invoke_agent scripted');
        match(String(values['gen_ai.input.messages']), /^\[\{"role":"user",.*Make the test pass/);
        match(
          String(values['gen_ai.output.messages']),
          /"role":"assistant",.*I use \*\*\*.*"finish_reason":"stop"/,
        );
        const tool = spanOf(collector, 'execute_tool Read').values;
        equal(tool['gen_ai.tool.call.arguments'], '{"file":"***"}');
        equal(tool['gen_ai.tool.call.result'], 'result of Read');
        doesNotMatch(collector.requests.map(({ text }) => text).join('\n'), /hunter2/);
      },
      { environment: { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }, mask },
    );
  });

  it('names its service, which the user may name otherwise, and sends the headers of the user', async () => {
    const own = {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=shop%20one',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-more=1',
    };
    await withCollector(
      await ScriptedRun.create(twoTurns),
      (collector) => {
        equal(collector.resource()['service.name'], 'devs');
        const sent = collector.requests.map(({ path, headers }) => [
          path,
          headers['x-team'],
          headers['x-more'],
        ]);
        deepEqual(sent.toSorted(), [
          ['/v1/metrics', 'shop one', undefined],
          ['/v1/traces', 'shop one', '1'],
        ]);
      },
      { environment: own },
    );
    const named = { OTEL_SERVICE_NAME: 'night', OTEL_RESOURCE_ATTRIBUTES: 'team=shop' };
    await withEnvironment(named, async () => {
      await withCollector(await ScriptedRun.create(twoTurns), (collector) => {
        equal(collector.resource()['service.name'], 'night');
        equal(collector.resource()['team'], 'shop');
      });
    });
  });

  it('is sent as Protobuf where the user asks for nothing else', async () => {
    const environment = { OTEL_EXPORTER_OTLP_PROTOCOL: '' };
    await withCollector(
      await ScriptedRun.create(twoTurns),
      (collector) => {
        deepEqual(
          collector.requests.map(({ headers }) => headers['content-type']),
          ['application/x-protobuf', 'application/x-protobuf'],
        );
        match(collector.requests.map(({ text }) => text).join(), /invoke_agent scripted/);
      },
      { environment },
    );
  });

  it('is left out where the user says so, in all or in part', async () => {
    const paths = async (environment: NodeJS.ProcessEnv) => {
      let sent: readonly string[] = [];
      const take = (collector: OtlpCollector) => {
        sent = collector.requests.map(({ path }) => path).toSorted();
      };
      await withCollector(await ScriptedRun.create(twoTurns), take, { environment });
      return sent;
    };
    deepEqual(await paths({}), ['/v1/metrics', '/v1/traces']);
    deepEqual(await paths({ OTEL_SDK_DISABLED: 'true' }), []);
    deepEqual(await paths({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }), []);
    deepEqual(await paths({ OTEL_TRACES_EXPORTER: 'none' }), ['/v1/metrics']);
    deepEqual(await paths({ OTEL_METRICS_EXPORTER: 'none' }), ['/v1/traces']);
  });

  it('goes to an address for one signal as it is given, and nowhere for the other', async () => {
    const run = await ScriptedRun.create(twoTurns, configOf({ limits: limitsOf({ maxTurns: 1 }) }));
    let paths: readonly string[] = [];
    const own = await import('../../support/otlpCollector').then((each) => each.startCollector());
    try {
      const { ok: isOk, warnings } = await runObserved(run, {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${own.endpoint}/my/traces`,
      });
      paths = own.requests.map(({ path }) => path);
      deepEqual([isOk, warnings], [true, []]);
    } finally {
      await own.close();
    }
    deepEqual(paths, ['/my/traces']);
  });
});
