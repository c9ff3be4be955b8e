import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metricViolations, spanViolations } from '../../support/genAiConventions';
import {
  startCollector,
  sumOf,
  treeOf,
  valuesOf,
  type OtlpCollector,
} from '../../support/otlpCollector';
import { TestWorkspace } from './testWorkspace';

/** Works as Claude Code does: a tool call, then the answer, with what they used; at its second call it solves the task. */
const AGENT = `const fs = require('node:fs');
const call = fs.existsSync('calls.txt') ? 2 : 1;
fs.writeFileSync('calls.txt', '');
const print = (event) => console.log(JSON.stringify({ ...event, session_id: 'session-' + call }));
const usage = { input_tokens: 100 * call, cache_read_input_tokens: 1000, cache_creation_input_tokens: 10, output_tokens: call };
const about = { id: 'm1', role: 'assistant', model: 'claude-opus-4' };
const tool = { type: 'tool_use', id: 't1', name: 'Write', input: { path: 'answer.txt' } };
print({ type: 'system', subtype: 'init', model: 'claude-opus-4' });
print({ type: 'assistant', message: { ...about, content: [tool], usage } });
fs.writeFileSync('answer.txt', call === 1 ? '41' : '42');
print({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'written: whale' }] } });
const cost = { inputTokens: 100 * call, cacheReadInputTokens: 1000, cacheCreationInputTokens: 10, outputTokens: call, costUSD: 0.5 };
print({ type: 'result', subtype: 'success', result: 'STRATEGY: think\\nIt is a whale.', total_cost_usd: 0.5,
  modelUsage: { 'claude-opus-4': cost } });
`;

/** Writes which files of a process were loaded, at its end. */
const LOADED = `process.on('exit', () => {
  if (process.argv[1].endsWith('cli.js')) require('node:fs').writeFileSync(process.env.LOADED, Object.keys(require.cache).join('\\n'));
});
`;

/** The built files that hold code of OpenTelemetry's library. */
function telemetryFiles(): readonly string[] {
  const built = path.resolve(__dirname, '../../../dist/metafile.json');
  const { outputs } = JSON.parse(readFileSync(built, 'utf8')) as {
    readonly outputs: Readonly<Record<string, { readonly inputs: object }>>;
  };
  return Object.entries(outputs).flatMap(([file, { inputs }]) =>
    Object.keys(inputs).some((input) => input.includes('/@opentelemetry/'))
      ? path.basename(file)
      : [],
  );
}

describe('telemetry in the terminal', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let collector: OtlpCollector;
  beforeEach(async () => {
    workspace = new TestWorkspace();
    collector = await startCollector();
    workspace.configure([]);
    workspace.write('agent.js', AGENT);
    const config = JSON.parse(workspace.read('devs.yaml')) as object;
    const command = [process.execPath, 'agent.js', 'claude'];
    const agents = { claude: { type: 'command', command, steps: 'claude' } };
    workspace.write('devs.yaml', JSON.stringify({ ...config, baseline: false, agents }));
  });
  afterEach(async () => {
    await collector.close();
    await workspace.dispose();
  });

  const run = async (more: NodeJS.ProcessEnv = {}) =>
    await workspace.start(['run'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      ...more,
    }).ended;

  it('is the tree of what a run did, with the sums of tokens, and none of its texts', async () => {
    const { code, stderr } = await run();
    equal(code, 0, stderr);
    equal(stderr, '');
    const turn = [
      '  devs.turn',
      '    invoke_agent claude',
      '      execute_tool Write',
      '    devs.verify',
    ];
    deepEqual(treeOf(collector.spans()), ['invoke_workflow devs run', ...turn, ...turn]);
    deepEqual(spanViolations(collector.spans()), []);
    deepEqual(metricViolations(collector.metrics()), []);

    const calls = collector
      .spans()
      .map(({ attributes }) => valuesOf(attributes))
      .filter((values) => values['gen_ai.operation.name'] === 'invoke_agent');
    deepEqual(
      calls.map((values) => [
        values['gen_ai.usage.input_tokens'],
        values['gen_ai.usage.output_tokens'],
        values['devs.cost.usd'],
      ]),
      [
        [1_110, 1, 0.5],
        [1_210, 2, 0.5],
      ],
    );
    const tokens = (type: string) =>
      sumOf(collector.metrics(), 'gen_ai.client.token.usage', { 'gen_ai.token.type': type });
    deepEqual([tokens('input'), tokens('output')], [2_320, 3]);
    equal(sumOf(collector.metrics(), 'devs.cost'), 1);
    const sent = collector.requests.map(({ text }) => text).join('\n');
    doesNotMatch(sent, /whale|The answer is 42|answer\.txt/);
    match(sent, /fix-answer/);
  });

  it('has the texts where the user allows it', async () => {
    equal((await run({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' })).code, 0);
    const sent = collector.requests.map(({ text }) => text).join('\n');
    for (const text of [/It is a whale/, /written: whale/, /The answer is 42/, /answer\.txt/])
      match(sent, text);
  });

  it('costs a run nothing where nobody listens, but one line that says so', async () => {
    await collector.close();
    const { code, stderr } = await run();
    equal(code, 0);
    match(stderr, /^Telemetry could not be sent to http[^\n]*ECONNREFUSED[^\n]*\n$/);
  });

  it('is not even loaded where it is off', async () => {
    workspace.write('loaded.js', LOADED);
    const files = telemetryFiles();
    equal(files.length > 0, true);
    const loaded = async (endpoint: string): Promise<boolean> => {
      const list = path.join(workspace.root, 'loaded.txt');
      const hook = path.join(workspace.folder, 'loaded.js');
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOADED: list };
      equal((await run({ ...env, NODE_OPTIONS: `--require ${hook}` })).code, 0);
      const names = readFileSync(list, 'utf8')
        .split('\n')
        .map((each) => path.basename(each));
      return names.some((each) => files.includes(each));
    };
    equal(await loaded(''), false);
    workspace.write('answer.txt', '0');
    equal((await workspace.devs('retry', 'fix-answer')).code, 0);
    equal(await loaded(collector.endpoint), true);
  });
});
