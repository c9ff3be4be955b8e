import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pauseBriefText, restLine } from '../../../src/cli/render/pauseBrief';
import { PAUSE_HEADER } from '../../../src/cli/render/pauseParts';
import { displayWidth } from '../../../src/cli/terminal/terminalText';
import { wrapText } from '../../../src/cli/terminal/wrapText';
import { REPORT_REASONS, type FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import { aReport } from './fakeApp';

/** What a terminal of `columns` shows from the block's first row to the line below it. */
function rowsOf(report: FailureAnalysisReport, columns?: number): readonly string[] {
  const rest = wrapText(restLine(report.taskId), columns);
  return `${pauseBriefText(report, { columns })}${rest}`.split('\n');
}

/** Rows that a terminal takes for them: it breaks a word that is wider. */
function heightOf(rows: readonly string[], columns = Infinity): number {
  return rows.reduce((sum, row) => sum + Math.max(1, Math.ceil(displayWidth(row) / columns)), 0);
}

const strategies = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `strategy ${index + 1}`);

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.lorem({ maxCount: 120 }),
  fc.constantFrom(
    '',
    'שלום עולם '.repeat(40),
    '日本語のテスト '.repeat(40),
    '🎉 '.repeat(200),
    'x'.repeat(900),
    '日'.repeat(900),
    `${'x'.repeat(41)} `.repeat(20),
  ),
  fc.array(fc.lorem({ maxCount: 30 }), { maxLength: 40 }).map((lines) => lines.join('\n')),
);

const reports: fc.Arbitrary<FailureAnalysisReport> = fc
  .record({
    taskId: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
    reason: fc.constantFrom(...REPORT_REASONS),
    terminalStatus: fc.constantFrom(
      'PAUSED_FOR_INTERVENTION' as const,
      'aborted_stuck' as const,
      'blocked' as const,
    ),
    failedStrategies: fc.array(text, { maxLength: 12 }),
    lastError: text,
    advice: fc.array(text, { maxLength: 6 }),
    stopReason: text,
    question: fc.option(text, { nil: undefined }),
    message: fc.option(text, { nil: undefined }),
    file: text,
  })
  .map(({ question, message, file, ...given }) =>
    aReport({
      ...given,
      failureCount: given.failedStrategies.length,
      ...(question !== undefined && { question }),
      ...(message !== undefined && {
        failure: {
          signature: {
            ...{
              exactHash: 'e',
              hash: 'h',
              exactMessage: message,
              errorType: 'assertion' as const,
            },
            ...{ location: { file, line: 22 }, contextHash: '', failingTests: [file] },
          },
          turns: [1, 2, 3],
          exact: true,
        },
        best: { number: 2, measurement: { passed: 1, failed: 2, skipped: 0 } },
      }),
    }),
  );

describe('entropyPause: the decision that a terminal shows', () => {
  it('takes 25 lines at most on 80 columns, wider ones and in a pipe, whatever the report holds', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(80, 200, undefined), (report, columns) => {
        const rows = rowsOf(report, columns);
        const height = heightOf(rows, columns);
        assert.ok(height <= 25, `${height} rows:\n${rows.join('\n')}`);
        assert.ok(rows.some((row) => row.includes(report.taskId)));
        const shown = rows.join(' ').replaceAll(/\s+/g, ' ');
        assert.ok(
          shown.includes(
            report.reason === 'REVIEW'
              ? `Run \`devs accept ${report.taskId}\` to accept it, so that it lands.`
              : `Run \`devs rewind ${report.taskId}\` to revert or \`devs skip\` to skip this task.`,
          ),
        );
        assert.ok(shown.endsWith(`Full report: \`devs report ${report.taskId}\``));
      }),
      { numRuns: 80 },
    );
  });

  it('has no row that is wider than the terminal but for single words', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(40, 80), (report, columns) => {
        for (const row of rowsOf(report, columns)) {
          const [, said = ''] = /^ *(?:[-|…] |\d+\. |[A-Z][a-z]+ +)?(.*)$/.exec(row) ?? [];
          assert.ok(displayWidth(row) <= columns || !said.includes(' '), row);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('says what happened, why and where, what helps, and what can be done', () => {
    const report = aReport({
      failure: {
        signature: {
          ...{ exactHash: 'e', hash: 'h', exactMessage: '9.72 !== 9.73', errorType: 'assertion' },
          ...{ location: { file: 'test/cart.test.js', line: 22 }, contextHash: '' },
          failingTests: ['adds up'],
        },
        turns: [1, 2, 3, 4, 5],
        exact: true,
      },
      lastError: '9.72 !== 9.73',
      advice: ['The agent repeats the same failure: a hint about its cause helps most.'],
    });
    assert.deepEqual(rowsOf(report, 80), [
      PAUSE_HEADER,
      '  Same test failed 5 times: 9.72 ≠ 9.73 (test/cart.test.js:22)',
      '',
      '  Task      fix-rounding',
      '  Failures  3 failed strategies',
      '',
      '  Advice',
      '    - The agent repeats the same failure: a hint about its cause helps most.',
      '',
      '  Failed strategies',
      '    1. round each line',
      '    2. round the sum',
      '    3. use cents everywhere',
      '',
      '  Last error',
      '    | 9.72 !== 9.73',
      '',
      'Run `devs resume fix-rounding --hint "…"` to resume with a hint.',
      'Run `devs rewind fix-rounding` to revert or `devs skip` to skip this task.',
      'Full report: `devs report fix-rounding`',
    ]);
  });

  it('takes 25 rows of 80 columns where every text is one long word', () => {
    const word = '日'.repeat(900);
    const report = aReport({
      ...{ taskId: 't'.repeat(64), stopReason: word, lastError: word, advice: [word, word] },
      failedStrategies: [word, word, word, word],
    });
    const issue = `.devs/issues/${'i'.repeat(300)}.md`;
    const rows = `${pauseBriefText(report, { columns: 80, issue })}${restLine(report.taskId)}`;
    assert.ok(heightOf(rows.split('\n'), 80) <= 25, rows);
    assert.match(rows, /Advice\n +- 日/);
  });

  it('lists the newest of ten strategies', () => {
    const rows = rowsOf(aReport({ failureCount: 10, failedStrategies: strategies(10) }), 80);
    const from = rows.indexOf('  Failed strategies');
    assert.deepEqual(rows.slice(from + 1, from + 5), [
      '    … 7 earlier strategies',
      '    8. strategy 8',
      '    9. strategy 9',
      '    10. strategy 10',
    ]);
  });

  it('asks a question in its own words, once', () => {
    const report = aReport({ reason: 'QUESTION', question: 'Half to even,\nor away from zero?' });
    const rows = rowsOf(report, 80);
    assert.equal(rows[0], '⚠ QUESTION — the planner needs your answer');
    assert.equal(rows.filter((row) => /needs your answer/.test(row)).length, 1);
    assert.match(rows.join('\n'), /Question\n {4}\| Half to even,\n {4}\| or away from zero\?\n/);
    assert.match(rows.join('\n'), /--hint "<your answer>"` to answer its question\.\n/);
  });

  it('ends with whole commands on 40 columns, and with a long id', () => {
    const taskId = `a${'-long'.repeat(12)}-id`;
    for (const columns of [40, 80]) {
      const rows = rowsOf(aReport({ taskId }), columns);
      assert.ok(rows.length <= 25, rows.join('\n'));
      assert.equal(rows.filter((row) => row.includes(taskId)).length >= 4, true);
    }
  });
});
