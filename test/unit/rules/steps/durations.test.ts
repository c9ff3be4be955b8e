import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutEscapes } from '../../../../src/rules/output/outputLines';
import { normalise } from '../../../../src/rules/failure/signature/normalise';
import { statesValues } from '../../../../src/rules/failure/signature/statement';
import { ComparableText } from '../../../../src/rules/steps/text/comparableText';
import { runnerRuns } from '../../../support/runnerRuns';

function like(a: string, b: string): boolean {
  return new ComparableText({ head: a }).isEquivalentTo(new ComparableText({ head: b }));
}

const UNITS = 'ns|µs|us|ms|msec|s|sec|secs|second|seconds|min|mins|minute|minutes|h|hour|hours';

const PLAIN_NUMBER = fc.oneof(
  fc.nat(99_999).map(String),
  fc.double({ min: 0.0001, max: 9_999, noNaN: true }).map((each) => each.toFixed(3)),
  fc.tuple(fc.nat(99), fc.nat(999_999_999)).map(([whole, rest]) => `${whole}.${rest}`),
  fc.nat(8).map((each) => `${each + 1}e-${each + 1}`),
);
const NUMBER = fc.oneof(
  PLAIN_NUMBER,
  fc.nat(998).map((each) => `${each + 1},234`),
);

/** `12ms`, `1.234 s`, `1m 3.2s`, `5m`. */
const DURATION = fc.oneof(
  fc
    .tuple(NUMBER, fc.constantFrom('', ' '), fc.constantFrom(...UNITS.split('|').slice(0, -3)))
    .map((parts) => parts.join('')),
  fc.tuple(NUMBER, fc.constantFrom('m', 'h', ' hours', 'hour')).map((parts) => parts.join('')),
  fc.tuple(fc.nat(59), fc.nat(59)).map(([minutes, seconds]) => `${minutes}m ${seconds}.2s`),
  fc.tuple(fc.nat(23), fc.nat(59)).map(([hours, minutes]) => `${hours}h${minutes}m3s`),
);

/** What runners put around a time. */
const FORMS: readonly ((duration: string) => string)[] = [
  (time) => `  ✔ adds up the prices (${time})`,
  (time) => `(pass) cart > adds up [${time}]`,
  (time) => `Ran 4 tests in ${time}`,
  (time) => `===== 1 failed, 3 passed in ${time} =====`,
  (time) => `Time:        ${time}, estimated 2 s`,
  (time) => `Finished in ${time} (files took 0.06 seconds to load)`,
  (time) => `ok 1 - adds up # time=${time}`,
  (time) => `ok 1 - gives the expected total # time=${time}`,
  (time) => `  ✔ gives the expected total (${time})`,
  (time) => `        PASS [   ${time}] shop tests::adds_up`,
  (time) => `FAIL\texample.com/shop\t${time}`,
  (time) => `{"Output":"FAIL\\texample.com/shop\\t${time}\\n"}`,
  (time) => `4 tests, Duration: ${time} - shop.dll`,
  (time) => `1/4 Test #1: adds ...   Passed    ${time}`,
  (time) => `${time} call     test_cart.py::test_waits`,
  (time) =>
    `\u001b[33m   Duration \u001b[39m ${time}\u001b[2m (transform 48ms, tests 176ms)\u001b[22m`,
];

/** The same for numbers whose name tells that they are times. */
const NAMED: readonly ((number: string) => string)[] = [
  (number) => `# duration_ms ${number}`,
  (number) => `  duration_ms: ${number}`,
  (number) => `"duration_ms": ${number},`,
  (number) => `{"durationMs":${number},"ok":false}`,
  (number) => `<testcase name="adds up" time="${number}" classname="cart"/>`,
  (number) => `<testcase name="gives the expected total" time="${number}" classname="cart"/>`,
  (number) => `{"Action":"pass","Elapsed":${number}}`,
  (number) => `total_tokens: 4 elapsed_ms=${number}`,
];

/** A number with a unit of time in what a runner printed. */
const PRINTED = new RegExp(
  `(?<![\\w.'"\`-])\\d{1,9}(?:\\.\\d{1,12})? ?(?:${UNITS})(?![\\w'"\`])`,
  'g',
);

/** Lines of the recorded runs in which a time stands, and none that states what a test compared. */
function linesWithTimes(): readonly string[] {
  const texts = runnerRuns().flatMap(({ first, passes }) => [first, passes]);
  const lines = texts.flatMap((text) => withoutEscapes(text).split('\n'));
  const isTimed = (line: string): boolean =>
    line.search(PRINTED) >= 0 && line.length < 300 && !statesValues(line);
  return [...new Set(lines.filter(isTimed))];
}

describe('a time that something took', () => {
  it('makes no other result, whatever its number and unit and wherever a runner prints it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMS), DURATION, DURATION, (form, one, two) => {
        assert.ok(like(form(one), form(two)), `${form(one)} / ${form(two)}`);
        assert.equal(normalise(form(one), ''), normalise(form(two), ''));
      }),
      { numRuns: 2_000 },
    );
  });

  it('makes no other result where its name tells what it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMED), PLAIN_NUMBER, PLAIN_NUMBER, (form, one, two) => {
        assert.ok(like(form(one), form(two)), `${form(one)} / ${form(two)}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('makes no other result in any line that a runner printed', () => {
    const lines = linesWithTimes();
    assert.ok(lines.length > 100);
    fc.assert(
      fc.property(fc.constantFrom(...lines), DURATION, DURATION, (line, one, two) => {
        const [a, b] = [line.replace(PRINTED, one), line.replace(PRINTED, two)];
        assert.ok(like(a, b), `${a} / ${b}`);
      }),
      { numRuns: 3_000 },
    );
  });

  it('makes no other result in the forms that have no unit, or a name for it', () => {
    for (const [one, two] of [
      ['Time: 00:00.004, Memory: 4.00 MB', 'Time: 01:12.304, Memory: 4.00 MB'],
      ['in 0.471 (0.472) seconds', 'in 12.5 (12.7) seconds'],
      ['Duration: < 1 ms - shop.dll', 'Duration: 1 m 3 s - shop.dll'],
      ['Time:        1.47 s', 'Time:        1.022 s, estimated 2 s'],
      [
        'Finished in 0.1s, 32.5 runs/s, 24.3 assertions/s.',
        'Finished in 2s, 1 runs/s, 1 assertions/s.',
      ],
      ['slowest (0.02 seconds, 92.3% of total time):', 'slowest (0.4 seconds, 8% of total time):'],
    ] as const)
      assert.ok(like(one, two), `${one} / ${two}`);
  });

  it('is a value where a test states it', () => {
    for (const [one, two] of [
      ['expected 5ms to equal 4ms', 'expected 6ms to equal 4ms'],
      ['AssertionError: 5 ms !== 10 ms', 'AssertionError: 7 ms !== 10 ms'],
      ['expected 5 to equal 4', 'expected 6 to equal 4'],
    ] as const)
      assert.ok(!like(one, two), one);
  });

  it('is none where a number counts, is a share, a version or a length', () => {
    for (const [one, two] of [
      ['3 failed in 2s', '4 failed in 2s'],
      ['3 skipped', '4 skipped'],
      ['times: 3', 'times: 4'],
      ['12 hits', '13 hits'],
      ['done 10 %', 'done 20 %'],
      ['the road is 5 m long', 'the road is 7 m long'],
      ['left-pad@1.2.3s', 'left-pad@1.2.4s'],
    ] as const)
      assert.ok(!like(one, two), one);
  });
});
