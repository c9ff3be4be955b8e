import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseReport, type Report } from '../../../src/platform/verification/parseReport';
import { MAX_FAILING_TESTS } from '../../../src/model/verification/testRun';
import { COUNTS } from '../../support/scale';
import { anyCodePoint } from '../../support/anyCodePoint';

const LONGEST = 20_000;
const root = join(__dirname, '../../fixtures/reports');
const recorded = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join(root, name)).map((file) => join(root, name, file)))
  .map((path) => readFileSync(path, 'utf8'));

/** That whatever a report says is possible. */
function assertPossible(report: Report | undefined): void {
  if (report === undefined) return;
  if ('lines' in report) {
    const { covered, total } = report.lines;
    assert.ok(covered >= 0 && covered <= total && total > 0 && Number.isFinite(total));
    return;
  }
  const { passed, failed, errors, skipped, failingTests } = report.tests;
  for (const count of [passed, failed, errors, skipped])
    assert.ok(Number.isSafeInteger(count) && count >= 0);
  assert.ok(passed + failed + errors + skipped > 0);
  assert.ok(failingTests.length <= Math.min(MAX_FAILING_TESTS, failed + errors));
  assert.deepEqual(failingTests, [...new Set(failingTests)].sort());
  for (const id of failingTests) assert.match(id, /^[^\p{Cc}\p{Surrogate}\u2028\u2029]{1,300}$/u);
}

const odd = fc.oneof(
  fc.constantFrom(
    '\0',
    '\x1B[31m',
    '\uD800',
    '\uFEFF',
    '__proto__',
    'NaN',
    '-1',
    '1e999',
    '99999999999',
  ),
  fc.constantFrom(
    '<',
    '>',
    '"',
    '&#0;',
    '<![CDATA[',
    ']]>',
    '<!ENTITY a "b">',
    '<?',
    '{',
    '}',
    '[',
    ',',
  ),
  fc.constantFrom(
    '\n',
    '    ',
    'ok 1',
    'not ok',
    '1..5',
    '---',
    '...',
    '# Subtest: a',
    'Bail out!',
  ),
  fc.constantFrom('SF:a', 'LF:5', 'LH:9', 'DA:1,-1', 'end_of_record', 'null', 'true'),
  fc.string({ unit: anyCodePoint, maxLength: 8 }),
);

/** The recorded reports of each kind; a long one takes most of the time and shows nothing more. */
const KINDS = new Map<string, string[]>();
for (const text of recorded.filter(({ length }) => length < LONGEST)) {
  const { kind } = parseReport(text) ?? { kind: 'none' };
  KINDS.set(kind, [...(KINDS.get(kind) ?? []), text]);
}

describe('a hostile report', () => {
  for (const [kind, texts] of KINDS) {
    it(`is possible or says nothing, wherever a real one (${kind}) was damaged`, () => {
      const damage = fc.record({ at: fc.nat(), cut: fc.nat({ max: 40 }), put: odd });
      fc.assert(
        fc.property(
          fc.constantFrom(...texts),
          fc.array(damage, { minLength: 1, maxLength: 6 }),
          (text, damages) => {
            const damaged = damages.reduce((before, { at, cut, put }) => {
              const place = at % (before.length + 1);
              return before.slice(0, place) + put + before.slice(place + cut);
            }, text);
            assertPossible(parseReport(damaged));
          },
        ),
        { numRuns: COUNTS.reports },
      );
    });
  }

  it('has been recorded of every kind', () => {
    const kinds = ['cobertura', 'json', 'junit', 'lcov', 'tap'];
    for (const kind of kinds) assert.ok(KINDS.has(kind), kind);
  });

  it('is possible or says nothing, whatever it is made of', () => {
    const start = fc.constantFrom(
      '',
      '<testsuite>',
      '<coverage ',
      '{"testResults":',
      '1..2\n',
      'SF:a\n',
    );
    fc.assert(
      fc.property(start, fc.array(odd, { maxLength: 40 }), (head, pieces) => {
        assertPossible(parseReport(head + pieces.join('')));
      }),
      { numRuns: COUNTS.reports },
    );
  });

  const LENGTH = 2 * 1024 * 1024;
  const fill = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length));
  for (const [what, text] of [
    ['NUL bytes', () => fill('\0')],
    ['line ends', () => `1..1\n${fill('\n')}`],
    ['one line', () => `1..1\nok ${fill('#\\ ')}`],
    ['plans', () => fill('1..1\n')],
    ['diagnostics that never end', () => `1..1\nok 1\n${fill('  ---\n')}`],
    [
      'subtests in subtests',
      () => `1..1\n${fill('                                        # Subtest: x\n')}`,
    ],
    ['deep indentation', () => `1..1\n${' '.repeat(LENGTH)}ok`],
    ['LCOV without an end', () => fill('SF:a\n')],
    ['LCOV of commas', () => `SF:a\nDA:1${fill(',')}\nend_of_record\n`],
    ['open tags', () => fill('<testsuite>')],
    ['angle brackets', () => `<testsuite>${fill('<')}`],
    [
      'attributes',
      () => `<testsuite ${Array.from({ length: 170_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
    ],
    ['entities', () => `<testsuite name="${fill('&amp;')}"><testcase/></testsuite>`],
    ['definitions of entities', () => `<!DOCTYPE a [${fill('<!ENTITY a "b">')}]><testsuite/>`],
    ['comments', () => `<testsuite>${fill('<!-- -->')}</testsuite>`],
    ['open brackets in JSON', () => `{"a":${fill('[')}`],
    ['objects in objects', () => fill('{"testResults":')],
  ] as const)
    it(`of 2 MB of ${what} is read in linear time`, () => {
      assertPossible(parseReport(text()));
    });
});
