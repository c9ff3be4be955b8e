import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { MASK_NOTHING } from '../../../src/ports/secretMask';
import type { ScriptedAnswer } from '../../support/modelServer';
import { startCollector } from '../../support/otlpCollector';
import { PASSED, ScriptedRun } from '../../support/scriptedRun';
import { runObserved, withCollector } from './observedRun';

const SOLVED = { edits: { 'src/code.js': 'right' }, verify: { end: PASSED, output: 'all pass' } };
const KEY = 'my-own-collector-key';

const create = () => ScriptedRun.create(() => SOLVED);

describe('a collector that does not take telemetry costs the run nothing', () => {
  const cases: readonly (readonly [what: string, answer: ScriptedAnswer, told: RegExp])[] = [
    ['never answers', { kind: 'hangs' }, /has not answered in time/],
    ['answers without end', { kind: 'trickles' }, /has not answered in time/],
    ['floods', { kind: 'floods' }, /exceeded size limit|has not answered in time/],
    ['fails', { kind: 'status', status: 500 }, /answered with status 500\.$/],
    ['refuses the key', { kind: 'status', status: 401 }, /answered with status 401\.$/],
    ['is busy', { kind: 'status', status: 503 }, /has not answered in time/],
    ['cuts the connection', { kind: 'hangs up', when: 'at once' }, /has not answered in time/],
  ];
  for (const [what, answer, told] of cases) {
    it(`when it ${what}: the run says so once, without the key`, async () => {
      const environment = { OTEL_EXPORTER_OTLP_HEADERS: `authorization=${KEY}` };
      await withCollector(
        await create(),
        (collector, { ok, warnings }) => {
          equal(ok, true);
          equal(collector.requests[0]?.headers.authorization, KEY);
          equal(warnings.length, 1);
          match(warnings[0] ?? '', told);
          doesNotMatch(warnings[0] ?? '', new RegExp(KEY));
        },
        { answer, environment },
      );
    });
  }

  it('when it sends elsewhere: nothing goes there', async () => {
    const elsewhere = await startCollector();
    try {
      const answer = { kind: 'redirect', to: `${elsewhere.endpoint}/v1/traces` } as const;
      await withCollector(
        await create(),
        (_, { ok, warnings }) => {
          equal(ok, true);
          match(warnings[0] ?? '', /^Telemetry could not be sent to http:.*status 307\.$/);
          deepEqual(elsewhere.requests, []);
        },
        { answer },
      );
    } finally {
      await elsewhere.close();
    }
  });

  it('when nobody listens', async () => {
    const gone = await startCollector();
    await gone.close();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: gone.endpoint };
    // It does not wait for what cannot come.
    const { ok, warnings } = await runObserved(await create(), environment, { flushMs: 100_000 });
    deepEqual([ok, warnings.length], [true, 1]);
    match(warnings[0] ?? '', /\/v1\/(?:traces|metrics): connect ECONNREFUSED [\d.:]+\.$/);

    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: gone.endpoint.replace('127.0.0.1', 'localhost') };
    const other = await runObserved(await create(), named, { flushMs: 100_000 });
    deepEqual([other.ok, other.warnings.length], [true, 1]);
    match(other.warnings[0] ?? '', /ECONNREFUSED/);
  });

  it('when observing goes wrong: the run says so once and goes on', async () => {
    const mask = {
      ...MASK_NOTHING,
      text: () => {
        throw new Error('a defect');
      },
    };
    const environment = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };
    const warnings: string[] = [];
    const collector = await startCollector();
    try {
      const options = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...environment };
      const observed = await runObserved(await create(), options, { mask });
      equal(observed.ok, true);
      warnings.push(...observed.warnings);
    } finally {
      await collector.close();
    }
    deepEqual(warnings, ['Telemetry has stopped: a defect']);
  });

  it('when what the user asks for is not known: it says what is, and sends nothing', async () => {
    const told: readonly (readonly [NodeJS.ProcessEnv, RegExp])[] = [
      [
        { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
        /^Telemetry is not sent: OTEL_EXPORTER_OTLP_PROTOCOL is grpc; Devs knows `http\/protobuf` or `http\/json`\.$/,
      ],
      [
        { OTEL_TRACES_EXPORTER: 'console', OTEL_METRICS_EXPORTER: 'none' },
        /OTEL_TRACES_EXPORTER is console/,
      ],
      [
        { OTEL_EXPORTER_OTLP_ENDPOINT: `user:${KEY}@host` },
        /OTEL_EXPORTER_OTLP_ENDPOINT has to be an http or https address\.$/,
      ],
      [
        { OTEL_EXPORTER_OTLP_CERTIFICATE: '/nowhere/ca.pem' },
        /certificate .* cannot be read: .*ENOENT/,
      ],
    ];
    for (const [environment, message] of told) {
      await withCollector(
        await create(),
        (collector, { ok, warnings }) => {
          deepEqual([ok, warnings.length, collector.requests.length], [true, 1, 0]);
          match(warnings[0] ?? '', message);
          doesNotMatch(warnings[0] ?? '', new RegExp(KEY));
        },
        { environment },
      );
    }
  });
});
