import assert from 'node:assert/strict';
import { resolveLimits } from '../../../../src/platform/config/resolveLimits';
import { HEAD, configOf, problemsOf } from './problemsOf';

describe('limits', () => {
  const places = {
    environment: { DEVS_LOOP_THRESHOLD: '7' },
    settings: { loopThreshold: 5, maxPivots: 6, maxTurns: 9, maxRetries: 2 },
  };

  it('come from the environment, then the file, then the settings, then the defaults', () => {
    assert.deepEqual(resolveLimits({ loopThreshold: 4, maxPivots: 3 }, places), {
      limits: {
        loopThreshold: 7,
        maxPivots: 3,
        maxTurns: 9,
        maxMinutes: 0,
        maxRetries: 2,
        retrySeconds: 30,
        maxWait: 192,
        turnsPerVisit: 0,
        plannerToResearcher: 5,
        plannerToCoder: 5,
        plannerToVerifier: 3,
        maxSteps: 30,
        repeatedCalls: 3,
        similarCalls: 3,
        callCycles: 3,
        undoneEdits: 3,
        repeatedEdits: 3,
        failuresAfterEdits: 7,
        repeatedTexts: 3,
        stepsWithoutNews: 5,
        refusedCalls: 3,
        repeatedFailures: 3,
        inactiveHours: 24,
        keepDays: 30,
        keepFailures: 10,
        maxStateMb: 2_000,
        checkpointFileMb: 25,
      },
      problems: [],
    });
    const result = configOf(`${HEAD}limits: { maxPivots: 0 }`);
    assert.equal(result.limits.maxPivots, 0);
  });

  it('are read from the environment as whole numbers and nothing else', () => {
    const wrong = [
      '3abc',
      '',
      ' ',
      '1e3',
      '0x3',
      '-1',
      '3.5',
      '+3',
      ' 3',
      '3 ',
      '３',
      'NaN',
      '101',
      '99999999999999999999',
    ];
    for (const value of wrong)
      assert.deepEqual(
        problemsOf(HEAD, { environment: { DEVS_MAX_PIVOTS: value }, settings: {} }),
        [
          `DEVS_MAX_PIVOTS: It is ${JSON.stringify(value)}; it must be a whole number from 0 to 100.`,
        ],
      );
    for (const value of ['0', '100', '007'])
      assert.deepEqual(
        problemsOf(HEAD, { environment: { DEVS_MAX_PIVOTS: value }, settings: {} }),
        [],
      );
  });

  it('keep to their range in the environment', () => {
    assert.deepEqual(
      problemsOf(HEAD, { environment: { DEVS_LOOP_THRESHOLD: '0' }, settings: {} }),
      ['DEVS_LOOP_THRESHOLD: It is "0"; it must be a whole number from 1 to 100.'],
    );
  });

  it('of retries are checked like the others', () => {
    assert.deepEqual(problemsOf(`${HEAD}limits: { maxRetries: 101, retrySeconds: 3601 }`), [
      'devs.yaml:3: "limits.maxRetries" is 101; it must be a whole number from 0 to 100.',
      'devs.yaml:3: "limits.retrySeconds" is 3601; it must be a whole number from 0 to 3600.',
    ]);
    const { limits } = configOf(`${HEAD}limits: { maxRetries: 0, retrySeconds: 3600 }`);
    assert.deepEqual([limits.maxRetries, limits.retrySeconds], [0, 3_600]);
  });

  it('may be wrong in the settings as well, even where another place wins', () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      ['3', '"3"'],
      [null, 'empty'],
      [NaN, 'NaN'],
      [1.5, '1.5'],
      [{}, 'an empty mapping'],
      [true, 'true'],
      [101, '101'],
    ];
    for (const [value, shown] of wrong)
      assert.deepEqual(
        problemsOf(HEAD, {
          environment: { DEVS_LOOP_THRESHOLD: '2' },
          settings: { loopThreshold: value },
        }),
        [`devs.loopThreshold: It is ${shown}; it must be a whole number from 1 to 100.`],
      );
  });

  it('know of no variable for the others', () => {
    const environment = { DEVS_MAX_TURNS: 'x', DEVS_MAX_MINUTES: 'x', DEVS_MAX_RETRIES: 'x' };
    assert.deepEqual(problemsOf(HEAD, { environment, settings: {} }), []);
  });
});
