import assert from 'node:assert/strict';
import Ajv from 'ajv';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { configSchema } from '../../../src/platform/config/configSchema';
import { createJsonSchema } from '../../../src/platform/config/jsonSchema';
import { COUNTS, scaled } from '../../support/scale';
import { problemsOf } from '../../unit/platform/config/problemsOf';

const odd = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1, 101, '', ' ', '\n', '..', '/x', 'a b'),
  fc.constantFrom([], [''], {}, [1], { a: 1 }),
  fc.string({ maxLength: 5 }),
);

/** Documents in which a part is right `rightness` times as often as it is anything at all. */
function documentsOf(rightness: number): fc.Arbitrary<object> {
  const mostly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: rightness, arbitrary: right }, { weight: 1, arbitrary: odd });
  const rarely = (): fc.Arbitrary<unknown> => mostly(fc.constant(undefined));
  const command = mostly(fc.constantFrom('npm test', ['npm'], ['npm', '', 'a b'], 'a\nb'));
  const duration = mostly(fc.constantFrom('30m', '1h30m', '500ms', '24h', '1ms'));
  const limit = mostly(fc.constantFrom(1, 100, 50));
  const times = mostly(fc.constantFrom(2, 50, 7));
  const text = mostly(fc.constantFrom('Text.', ' x '));
  const env = mostly(fc.dictionary(mostly(fc.constant('A')).map(String), mostly(fc.constant('x'))));
  const agent = fc.record(
    {
      ...{ type: mostly(fc.constant('command')), command, timeout: duration, env },
      about: mostly(fc.constantFrom('writes code', 'x'.repeat(200))),
      asks: mostly(fc.constantFrom([], ['b'], ['a', 'b'])),
      steps: mostly(fc.constantFrom('claude', 'codex', 'gemini', 'opencode', 'qwen')),
      extra: rarely(),
    },
    { requiredKeys: ['type', 'command'] },
  );
  const task = fc.record(
    {
      ...{ id: mostly(fc.constantFrom('a', 'b', 'c-1')), goal: text, title: text, verify: command },
      ...{ agent: mostly(fc.constant('a')), extra: rarely() },
      ...{
        dependsOn: mostly(fc.constantFrom([], ['a'])),
        parent: mostly(fc.constantFrom('b', 'a')),
        priority: mostly(fc.constantFrom(-100, 0, 100)),
        roles: mostly(fc.boolean()),
      },
    },
    { requiredKeys: ['id', 'goal'] },
  );
  const role = mostly(
    fc.constantFrom<unknown>('a', {}, { agent: 'a' }, { agent: 'a', instructions: 'Look.' }),
  );
  const roles = fc.record(
    {
      ...{ planner: role, researcher: role, coder: role, verifier: role, extra: rarely() },
      onStuck: mostly(fc.constantFrom('snitch', 'ask_human', 'done_partial')),
    },
    { requiredKeys: ['planner', 'coder'] },
  );
  const url = mostly(fc.constantFrom('http://localhost:11434/v1', 'https://h', 'HTTP://h:1/a@b'));
  const model = mostly(fc.constantFrom('qwen3:8b', 'a b', 'x'.repeat(200)));
  const wait = mostly(fc.constantFrom('1m', '100ms', '5m'));
  const price = mostly(fc.constantFrom(0, 0.4, 10_000));
  const prices = mostly(fc.record({ input: price, output: price, extra: rarely() }));
  const anyJudge = { timeout: wait, maxCalls: mostly(fc.constantFrom(1, 1000)), prices };
  const judge = fc.oneof(
    fc.record(
      { type: mostly(fc.constant('endpoint')), url, model, ...anyJudge, vendor: rarely() },
      { requiredKeys: ['type', 'url', 'model'] },
    ),
    fc.record(
      { type: mostly(fc.constant('vscode')), model, vendor: model, ...anyJudge, url: rarely() },
      { requiredKeys: ['type'] },
    ),
  );
  const embeddings = fc.record(
    { ...{ url, model, timeout: wait }, extra: rarely() },
    { requiredKeys: ['url', 'model'] },
  );
  return (
    fc
      .record(
        {
          version: mostly(fc.constant(1)),
          agents: mostly(
            fc.dictionary(mostly(fc.constant('a')).map(String), mostly(agent), { minKeys: 1 }),
          ),
          ...{ agent: mostly(fc.constant('a')), verify: command, verifyTimeout: duration },
          reports: mostly(fc.array(mostly(fc.constantFrom('a.xml', '**/*.xml', '{a,b}/c')))),
          roles: mostly(roles),
          limits: mostly(
            fc.record(
              {
                ...{ loopThreshold: limit, maxPivots: limit, maxTurns: limit },
                turnsPerVisit: limit,
                ...{ plannerToResearcher: limit, plannerToCoder: limit },
                ...{ plannerToVerifier: limit, maxSteps: limit },
                ...{ repeatedCalls: times, similarCalls: times, callCycles: times },
                ...{ undoneEdits: times, failuresAfterEdits: times, repeatedTexts: times },
                ...{ refusedCalls: times, stepsWithoutNews: times, repeatedFailures: times },
                ...{ maxMinutes: limit, maxRetries: limit, retrySeconds: limit },
                ...{ inactiveHours: limit, keepDays: limit, keepFailures: limit },
                ...{ maxStateMb: limit, checkpointFileMb: limit },
              },
              { requiredKeys: [] },
            ),
          ),
          loopDetection: mostly(
            fc.record(
              {
                preset: mostly(fc.constantFrom('conservative', 'recommended', 'aggressive')),
                ...{ maxAttempts: mostly(fc.constantFrom(1, 3, 5)), attemptWindow: duration },
                enableAutoUnblock: mostly(fc.boolean()),
                maxAttemptsBeforeForceNext: mostly(fc.constantFrom(5, 8, 1000)),
              },
              { requiredKeys: [] },
            ),
          ),
          judge: mostly(judge),
          embeddings: mostly(embeddings),
          onPause: mostly(fc.constantFrom('stop', 'continue')),
          ...{
            onEvent: command,
            tasks: mostly(fc.array(mostly(task), { maxLength: 2 })),
            extra: rarely(),
          },
        },
        { requiredKeys: ['version', 'agents'] },
      )
      // YAML and JSON know no undefined.
      .map((document) => JSON.parse(JSON.stringify(document)) as object)
  );
}

describe('the JSON schema of any devs.yaml', () => {
  const accepts = new Ajv({ strict: false }).compile(createJsonSchema());

  it('accepts whatever the validator accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(documentsOf(300), (document) => {
        if (problemsOf(stringify(document)).length > 0) return;
        accepted += 1;
        assert.ok(accepts(document), JSON.stringify(accepts.errors));
      }),
      { numRuns: COUNTS.nearlyRightDocuments },
    );
    assert.ok(accepted > scaled(5, 100), `only ${accepted} documents were valid`);
  });

  it('agrees with the validator on the shape, but for the size of durations', () => {
    const verdicts = { accepted: 0, rejected: 0 };
    fc.assert(
      fc.property(documentsOf(40), (document) => {
        const issues = configSchema.safeParse(document).error?.issues ?? [];
        const shape = issues.filter(
          (issue) =>
            issue.code !== 'custom' ||
            // The links between parts have `params`.
            (issue.params === undefined && !issue.message.includes('duration')),
        );
        const accepted = accepts(document);
        verdicts[accepted ? 'accepted' : 'rejected'] += 1;
        const found = JSON.stringify([shape, accepts.errors]);
        assert.equal(accepted, shape.length === 0, found);
      }),
      { numRuns: COUNTS.judgedDocuments },
    );
    assert.ok(
      Math.min(verdicts.accepted, verdicts.rejected) > COUNTS.judgedDocuments / 10,
      JSON.stringify(verdicts),
    );
  });
});
