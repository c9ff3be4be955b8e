import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resolveLoopDetection } from '../../../../src/platform/config/resolveLoopDetection';
import type { validateConfig } from '../../../../src/platform/config/validateConfig';
import { LOOP_PRESETS } from '../../../../src/model/task/attempt';
import { LOOP_KEYS, LOOP_RANGES, PRESET_NAMES } from '../../../../src/model/config/loopSettings';
import { configOf, HEAD, problemsOf } from './problemsOf';

const KEYS = 'keys such as preset: recommended and maxAttempts: 3';
const PRESETS = '"conservative", "recommended" or "aggressive"';
const WINDOW = 'a duration such as 1h, 90m or 24h, at least 1m and at most 720h (30 days)';
const MINUTE = 60_000;

type Settings = Parameters<typeof validateConfig>[1]['settings'];

const written = (lines: string): string => `${HEAD}loopDetection: ${lines}\n`;
const set = (settings: Settings) => ({ environment: {}, settings });
const policyOf = (lines: string | undefined, settings: Settings = {}) =>
  configOf(lines === undefined ? HEAD : written(lines), set(settings)).loopDetection;

/** [what stands after `loopDetection:`, what it must be] */
const WRONG: readonly (readonly [string, string])[] = [
  ['aggressive', `"loopDetection" is "aggressive"; it must be ${KEYS}.`],
  ['', `"loopDetection" is empty; it must be ${KEYS}.`],
  ['[]', `"loopDetection" is an empty list; it must be ${KEYS}.`],
  ['{ preset: agressive }', `"loopDetection.preset" is "agressive"; it must be ${PRESETS}.`],
  ['{ preset: toString }', `"loopDetection.preset" is "toString"; it must be ${PRESETS}.`],
  ['{ preset: }', `"loopDetection.preset" is empty; it must be ${PRESETS}.`],
  ['{ maxAttempt: 4 }', `Unknown key "maxAttempt" in loopDetection; did you mean "maxAttempts"?`],
  ['{ speed: 4 }', `Unknown key "speed" in loopDetection; known keys: ${LOOP_KEYS.join(', ')}.`],
  [
    '{ maxAttempts: 0 }',
    '"loopDetection.maxAttempts" is 0; it must be a whole number from 1 to 100.',
  ],
  [
    '{ maxAttempts: 101 }',
    '"loopDetection.maxAttempts" is 101; it must be a whole number from 1 to 100.',
  ],
  [
    '{ maxAttempts: "3" }',
    '"loopDetection.maxAttempts" is "3"; it must be a whole number from 1 to 100.',
  ],
  [
    '{ maxAttemptsBeforeForceNext: 1001 }',
    '"loopDetection.maxAttemptsBeforeForceNext" is 1001; it must be a whole number from 1 to 1000.',
  ],
  [
    '{ maxAttemptsBeforeForceNext: .nan }',
    '"loopDetection.maxAttemptsBeforeForceNext" is NaN; it must be a whole number from 1 to 1000.',
  ],
  [
    '{ enableAutoUnblock: yes }',
    '"loopDetection.enableAutoUnblock" is "yes"; it must be true or false.',
  ],
  ['{ enableAutoUnblock: 1 }', '"loopDetection.enableAutoUnblock" is 1; it must be true or false.'],
  ...['59s', '59999ms', '0h', '720h1ms', '721h', '30d', '1 h', '-1h', '1.5h', '999999999h'].map(
    (value) =>
      [
        `{ attemptWindow: "${value}" }`,
        `"loopDetection.attemptWindow" is "${value}"; it must be ${WINDOW}.`,
      ] as const,
  ),
  ['{ attemptWindow: 60 }', `"loopDetection.attemptWindow" is 60; it must be ${WINDOW}.`],
];

describe('loopDetection', () => {
  for (const [value, problem] of WRONG)
    it(`is refused: ${value}`, () => {
      assert.deepEqual(problemsOf(written(value)), [`devs.yaml:3: ${problem}`]);
    });

  it('is one of the three presets of the document, recommended unless chosen', () => {
    const HOUR = 60 * MINUTE;
    const preset = (
      ...[maxAttempts, enableAutoUnblock, most]: readonly [number, boolean, number]
    ) => ({
      ...{ maxAttempts, attemptWindow: HOUR, enableAutoUnblock },
      maxAttemptsBeforeForceNext: most,
    });
    assert.deepEqual(policyOf('{ preset: conservative }'), preset(5, false, 8));
    assert.deepEqual(policyOf('{ preset: recommended }'), preset(3, true, 5));
    assert.deepEqual(policyOf('{ preset: aggressive }'), preset(2, true, 3));
    assert.deepEqual(policyOf('{}'), preset(3, true, 5));
    assert.deepEqual(policyOf(undefined), preset(3, true, 5));
  });

  it('takes each value by itself, to the ends of its range', () => {
    assert.deepEqual(policyOf('{ maxAttempts: 1 }'), {
      ...LOOP_PRESETS.recommended,
      maxAttempts: 1,
    });
    const wide = { maxAttempts: 100, maxAttemptsBeforeForceNext: 1_000 };
    assert.deepEqual(policyOf('{ maxAttempts: 100, maxAttemptsBeforeForceNext: 1000 }'), {
      ...LOOP_PRESETS.recommended,
      ...wide,
    });
    assert.equal(policyOf('{ enableAutoUnblock: false }').enableAutoUnblock, false);
    for (const [text, minutes] of [
      ['1m', 1],
      ['60s', 1],
      ['90m', 90],
      ['1h30m', 90],
      ['720h', 43_200],
    ] as const)
      assert.equal(policyOf(`{ attemptWindow: ${text} }`).attemptWindow, minutes * MINUTE, text);
  });

  it('takes a value from the file, then from the settings, then from the first preset', () => {
    const settings = {
      'loopDetection.preset': 'conservative',
      'loopDetection.maxAttempts': 4,
      'loopDetection.attemptWindow': '2h',
    };
    assert.deepEqual(
      policyOf('{ preset: aggressive, attemptWindow: 5m, maxAttempts: 2 }', settings),
      {
        ...LOOP_PRESETS.aggressive,
        attemptWindow: 5 * MINUTE,
      },
    );
    assert.deepEqual(policyOf('{ maxAttemptsBeforeForceNext: 9 }', settings), {
      ...{ maxAttempts: 4, attemptWindow: 120 * MINUTE, enableAutoUnblock: false },
      maxAttemptsBeforeForceNext: 9,
    });
    // A value of its own beats a preset, wherever each stands.
    const { maxAttempts, enableAutoUnblock } = policyOf('{ preset: recommended }', settings);
    assert.deepEqual([maxAttempts, enableAutoUnblock], [4, true]);
  });

  it('has a setting wrong that the file overrules as well, each named', () => {
    const settings = {
      'loopDetection.preset': 'fast',
      'loopDetection.maxAttempts': '3',
      'loopDetection.attemptWindow': 'x'.repeat(5_000),
      'loopDetection.enableAutoUnblock': 'true',
      'loopDetection.maxAttemptsBeforeForceNext': { valueOf: 3 },
    };
    const problems = [
      `devs.loopDetection.preset: It is "fast"; it must be ${PRESETS}.`,
      'devs.loopDetection.maxAttempts: It is "3"; it must be a whole number from 1 to 100.',
      `devs.loopDetection.attemptWindow: It is "${'x'.repeat(59)}…; it must be ${WINDOW}.`,
      'devs.loopDetection.enableAutoUnblock: It is "true"; it must be true or false.',
      'devs.loopDetection.maxAttemptsBeforeForceNext: It is a mapping; it must be a whole number from 1 to 1000.',
    ];
    const right = '{ preset: aggressive, maxAttempts: 2, attemptWindow: 5m }';
    assert.deepEqual(problemsOf(written(right), set(settings)), problems);
    assert.deepEqual(problemsOf('x'.repeat(1_100_000), set(settings)).slice(1), problems);
  });

  it('never forces the next task before a loop is considered, and says which two values disagree', () => {
    const below = (value: number, other: string): string =>
      `"loopDetection.maxAttemptsBeforeForceNext" is ${value}; it must not be below maxAttempts, which is ${other}.`;
    const cases: readonly (readonly [string, Settings, string])[] = [
      [
        '{ maxAttempts: 6, maxAttemptsBeforeForceNext: 5 }',
        {},
        `devs.yaml:3: ${below(5, '6 (devs.yaml)')}`,
      ],
      [
        '{ preset: conservative, maxAttemptsBeforeForceNext: 4 }',
        {},
        `devs.yaml:3: ${below(4, '5 (preset "conservative")')}`,
      ],
      [
        '{ maxAttempts: 6 }',
        {},
        'devs.yaml:3: "loopDetection.maxAttempts" is 6; it must not be above maxAttemptsBeforeForceNext, which is 5 (preset "recommended").',
      ],
      [
        '{ maxAttemptsBeforeForceNext: 4 }',
        { 'loopDetection.maxAttempts': 5 },
        `devs.yaml:3: ${below(4, '5 (setting devs.loopDetection.maxAttempts)')}`,
      ],
      [
        '{ maxAttempts: 6 }',
        { 'loopDetection.maxAttemptsBeforeForceNext': 5 },
        'devs.loopDetection.maxAttemptsBeforeForceNext: It is 5; it must not be below maxAttempts, which is 6 (devs.yaml).',
      ],
      [
        '{}',
        { 'loopDetection.maxAttempts': 4, 'loopDetection.preset': 'aggressive' },
        'devs.loopDetection.maxAttempts: It is 4; it must not be above maxAttemptsBeforeForceNext, which is 3 (preset "aggressive").',
      ],
    ];
    for (const [lines, settings, problem] of cases)
      assert.deepEqual(problemsOf(written(lines), set(settings)), [problem], lines);
    assert.deepEqual(problemsOf(written('{ maxAttempts: 5 }')), []);
  });

  it('tells of both values beside what else is wrong with the file', () => {
    const text = `${HEAD}verfy: x\nloopDetection:\n  maxAttempts: 6\n  maxAttemptsBeforeForceNext: 5\n`;
    assert.deepEqual(
      problemsOf(text).map((problem) => problem.split(';')[0]),
      [
        'devs.yaml:3: Unknown key "verfy"',
        'devs.yaml:6: "loopDetection.maxAttemptsBeforeForceNext" is 5',
      ],
    );
  });

  it('is a policy within its ranges, or a problem that names a place, whatever the settings hold', () => {
    const right = {
      preset: fc.constantFrom(...PRESET_NAMES),
      maxAttempts: fc.integer({ min: -1, max: 120 }),
      attemptWindow: fc.constantFrom('1h', '90m', '1m', '720h', '59s', '721h', ''),
      enableAutoUnblock: fc.boolean(),
      maxAttemptsBeforeForceNext: fc.integer({ min: -1, max: 1_200 }),
    };
    const odd = fc.anything({ maxDepth: 1 });
    const anySettings = fc.record(
      Object.fromEntries(
        LOOP_KEYS.map((key) => [
          `loopDetection.${key}`,
          fc.oneof({ weight: 20, arbitrary: right[key] as fc.Arbitrary<unknown> }, odd),
        ]),
      ),
      { requiredKeys: [] },
    );
    let accepted = 0;
    fc.assert(
      fc.property(anySettings, fc.constantFrom(...PRESET_NAMES), (settings, preset) => {
        const { policy, problems, fileProblems } = resolveLoopDetection({ preset }, settings);
        assert.deepEqual(fileProblems, []);
        for (const { source, message } of problems) {
          assert.match(source, /^devs\.loopDetection\.\w+$/);
          assert.ok(message.length < 300, message);
        }
        if (problems.length > 0) return;
        accepted += 1;
        for (const [key, { min, max }] of Object.entries(LOOP_RANGES)) {
          const value = policy[key as keyof typeof LOOP_RANGES];
          assert.ok(Number.isInteger(value) && value >= min && value <= max, `${key}: ${value}`);
        }
        assert.ok(policy.maxAttemptsBeforeForceNext >= policy.maxAttempts);
        assert.equal(typeof policy.enableAutoUnblock, 'boolean');
      }),
      { numRuns: 1_000 },
    );
    assert.ok(accepted > 50, `only ${accepted} were valid`);
  });
});
