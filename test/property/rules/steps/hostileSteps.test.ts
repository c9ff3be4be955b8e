import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createStepWatch } from '../../../../src/rules/steps/watch/stepWatch';
import { MAX_EVIDENCE, STEP_DETECTORS, type Step } from '../../../../src/model/steps/step';
import { BUILT_IN_LIMITS } from '../../../../src/model/config/limits';
import { tracesIn, watchSteps } from '../../../support/stepTraces';
import { COUNTS } from '../../../support/scale';
import { anyCodePoint } from '../../../support/anyCodePoint';

/** Texts that stand for something in JSON, in objects, in patterns or on a terminal. */
const odd = fc.constantFrom(
  ...['', ' ', '\0', '\ud800', '\udc00x', '\uFEFF', '\u2028', '\u001b[31m', 'e\u0301', '🤦🏽‍♀️'],
  ...['__proto__', 'constructor', 'toString', 'NaN', '-0', '1e999', '$&', '\\', '"', '`', '%s'],
  ...[
    '{',
    '}',
    '[',
    '{"__proto__":{"a":1}}',
    '{"constructor":null}',
    '[[[[',
    '{"a":{"a":{"a":1}}}',
  ],
  ...['null', 'true', '"text"', '{"command":7}', '{"file_path":[],"old_string":{}}', '(a+)+$'],
  ...['/'.repeat(300), '.'.repeat(300), ' '.repeat(300), '9'.repeat(300), '\\"'.repeat(300)],
);
const edit = fc
  .record({ file_path: odd, old_string: odd, new_string: odd })
  .map((args) => JSON.stringify(args));
const text = fc.oneof(odd, edit, fc.string({ unit: anyCodePoint, maxLength: 40 }), fc.json());
const tool = fc.oneof(
  fc.constantFrom('', 'Bash', 'Edit', 'Write', 'bash', 'apply_patch', 'str_replace_editor'),
  odd,
);

/** Few different steps, so that the same ones come again and again. */
const ordinaryRun = fc
  .array(
    fc.record(
      {
        tool,
        args: text,
        result: text,
        thought: text,
        error: fc.boolean(),
        thread: text,
        asked: text,
      },
      { requiredKeys: ['tool', 'args', 'result', 'thought'] },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((pool) => fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 60 }))
  .map((steps): Step[] => steps.map((step, at) => ({ ...step, number: at + 1 })));

/** Steps of which anything may be missing or be something else than it should. */
const brokenRun = fc
  .array(
    fc.record(
      {
        number: fc.oneof(fc.constantFrom(NaN, -1, 0, 0.5, Infinity, 2 ** 60), fc.integer()),
        tool: fc.anything(),
        args: fc.anything(),
        result: fc.anything(),
        thought: fc.anything(),
        error: fc.anything(),
        thread: fc.anything(),
        madeWith: fc.anything(),
        asked: fc.anything(),
      },
      { requiredKeys: [] },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .chain((pool) => fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 40 }))
  .map((steps) => steps as unknown as Step[]);

describe('the detectors of steps, on whatever an agent and its tools write', () => {
  it('tell only of steps that they have seen, in order, the newest last', () => {
    fc.assert(
      fc.property(ordinaryRun, (steps) => {
        const watch = createStepWatch(BUILT_IN_LIMITS);
        for (const step of steps)
          for (const verdict of watch.observe(step)) {
            const { evidence, count, limit, message } = verdict;
            assert.equal(verdict.step, step.number);
            assert.equal(evidence.at(-1), step.number);
            assert.ok(evidence.length <= MAX_EVIDENCE);
            assert.ok(evidence.every((number) => number >= 1 && Number.isInteger(number)));
            assert.deepEqual(
              evidence,
              [...new Set(evidence)].sort((a, b) => a - b),
            );
            assert.ok(STEP_DETECTORS.includes(verdict.detector));
            assert.equal(verdict.level, count >= limit ? 'stuck' : 'suspect');
            assert.ok(message !== '' && message.length <= 400, message);
          }
      }),
      { numRuns: COUNTS.stepRuns },
    );
  });

  it('never throw, whatever a step lacks or holds instead, and name no number of their own', () => {
    fc.assert(
      fc.property(brokenRun, (steps) => {
        const watch = createStepWatch(BUILT_IN_LIMITS);
        const seen = new Set<unknown>();
        for (const step of steps) {
          seen.add(step.number);
          for (const { evidence } of watch.observe(step))
            for (const number of evidence) assert.ok(seen.has(number), String(number));
          for (const number of watch.suspicion?.evidence ?? []) assert.ok(seen.has(number));
        }
      }),
      { numRuns: COUNTS.stepRuns },
    );
  });

  it('tell the same of the same run, whatever else is watched at the same time', () => {
    fc.assert(
      fc.property(ordinaryRun, ordinaryRun, (steps, others) => {
        const watch = createStepWatch(BUILT_IN_LIMITS);
        const neighbour = createStepWatch(BUILT_IN_LIMITS);
        const verdicts = steps.flatMap((step, at) => {
          const other = others[at % others.length];
          if (other !== undefined) neighbour.observe(other);
          return watch.observe({ ...step });
        });
        assert.deepEqual(verdicts, watchSteps(steps));
      }),
      { numRuns: COUNTS.stepRuns },
    );
  });

  it('change nothing in a step that they look at', () => {
    fc.assert(
      fc.property(ordinaryRun, (steps) => {
        assert.doesNotThrow(() => watchSteps(steps.map((step) => Object.freeze({ ...step }))));
      }),
      { numRuns: COUNTS.longStepRuns },
    );
    assert.equal(({} as Record<string, unknown>)['a'], undefined);
  });

  it('never call a run stuck whose calls and results are all different', () => {
    const word = fc.stringMatching(/^[g-z]{8,14}$/);
    const runs = fc.uniqueArray(word, { minLength: 20, maxLength: 90 }).chain((words) =>
      fc
        .array(fc.constantFrom('Bash', 'Read', 'Edit', 'run_shell_command', 'browser'), {
          minLength: Math.floor(words.length / 3),
          maxLength: Math.floor(words.length / 3),
        })
        .map((tools) =>
          tools.map((name, at): Step => {
            const [call, before, result] = words.slice(3 * at, 3 * at + 3);
            return {
              number: at + 1,
              tool: name,
              args:
                name === 'Edit'
                  ? JSON.stringify({ file_path: '/a.ts', old_string: before, new_string: call })
                  : JSON.stringify({ command: call }),
              result: `Error: no ${result ?? ''}`,
              thought: '',
            };
          }),
        ),
    );
    fc.assert(
      fc.property(runs, (steps) => {
        assert.deepEqual(
          watchSteps(steps).filter(({ level }) => level === 'stuck'),
          [],
        );
      }),
      { numRuns: COUNTS.stepRuns },
    );
  });

  it('still find a loop after all that', () => {
    const [trace] = tracesIn('repeated-call/stuck').filter(({ name }) =>
      /npm|same-test/.test(name),
    );
    assert.ok(trace);
    fc.assert(
      fc.property(brokenRun, (before) => {
        const watch = createStepWatch(BUILT_IN_LIMITS);
        for (const step of before) watch.observe(step);
        const verdicts = trace.steps.flatMap((step) =>
          watch.observe({ ...step, number: 2 ** 52 + step.number }),
        );
        assert.ok(verdicts.some(({ level }) => level === 'stuck'));
      }),
      { numRuns: COUNTS.stepRuns },
    );
  });
});
