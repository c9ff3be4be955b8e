import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EntropyPausePresenter } from '../../../src/cli/render/EntropyPausePresenter';
import { pauseReportText } from '../../../src/cli/render/pauseReportText';
import type { FailureSignature } from '../../../src/model/failure/failure';
import type { FailureAnalysisReport, ReportedTurn } from '../../../src/model/report/pauseReport';
import { FAILED, ScriptedRun } from '../../support/scriptedRun';
import { aReport, FakeStream } from './fakeApp';

const GOLDEN = path.join(__dirname, 'entropyPause.golden.txt');
const STUCK_GOLDEN = path.join(__dirname, 'entropyPauseStuck.golden.txt');

function aTurn(number: number, change: Partial<ReportedTurn> = {}): ReportedTurn {
  return {
    number,
    at: `2026-11-21T22:00:0${number}.000Z`,
    taskId: 'fix-rounding',
    outcome: 'no_progress',
    agentEnd: { kind: 'exit', code: 0 },
    verifyEnd: { kind: 'exit', code: 1 },
    firstLines: 'STRATEGY: round each line\nI rounded each line.',
    responseHash: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
    state: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    durationMs: 12_100,
    pivotDirective: 0,
    reason: 'verification failed: exit code 1',
    changedFiles: [],
    newlyFailing: [],
    newlyPassing: [],
    ...change,
  };
}

const SIGNATURE: FailureSignature = {
  exactHash: 'e1',
  hash: 'h1',
  exactMessage: 'AssertionError: expected 10.00\n+ actual - expected\n\n+ 10.01\n- 10.00',
  errorType: 'assertion',
  location: { file: 'src/round.js', line: 14, function: 'roundTo' },
  contextHash: '',
  failingTests: ['invoice rounds half to even', 'invoice keeps the sum'],
};

/** A report of six turns: stuck at one failure, with an outage and another failure in between. */
function stuckReport(): FailureAnalysisReport {
  const counts = (passed: number, failed: number) => ({ passed, failed, skipped: 0 });
  const typeError: FailureSignature = { ...SIGNATURE, exactHash: 'e2', hash: 'h2' };
  const files = ['src/round.js', 'src/sum.js'];
  const many = Array.from({ length: 8 }, (_, index) => `src/fix${index}.js`);
  return aReport({
    failure: { signature: SIGNATURE, turns: [1, 2, 6], exact: false },
    best: { number: 2, measurement: { ...counts(8, 2), skipped: 1, coverage: 81.24 } },
    advice: ['Turns 3 and 6 made things worse: going back to turn 2 may help.'],
    turns: [
      aTurn(1, { changedFiles: files, measurement: counts(7, 3), failure: SIGNATURE }),
      aTurn(2, {
        outcome: 'progress',
        changedFiles: ['src/round.js'],
        measurement: counts(8, 2),
        failure: { ...SIGNATURE, exactHash: 'e1b' },
        newlyPassing: ['invoice adds up'],
      }),
      aTurn(3, {
        changedFiles: many,
        measurement: counts(6, 4),
        failure: typeError,
        newlyFailing: ['a', 'b', 'c', 'd'].map((name) => `invoice ${name}`),
      }),
      withoutVerification(
        aTurn(4, { taskId: 'fix-cents', outcome: 'not_agent', reason: 'rate limited (429)' }),
      ),
      aTurn(6, { measurement: counts(8, 2), failure: SIGNATURE }),
    ],
  });
}

function withoutVerification(turn: ReportedTurn): ReportedTurn {
  const { verifyEnd, ...rest } = turn;
  assert.notEqual(verifyEnd, undefined);
  return rest;
}

function presented(report: FailureAnalysisReport): string {
  const stream = new FakeStream();
  new EntropyPausePresenter(stream).present(report);
  return stream.text;
}

describe('entropyPause: what the command line shows of a pause (the entropy-pause decision)', () => {
  it('prints a formatted FailureAnalysisReport block to stdout, including a header "⚠ ENTROPY PAUSE — Max retry threshold reached", the task ID, failure count, failed strategies list, and last error', () => {
    const text = presented(aReport());
    assert.equal(text.split('\n')[0], '⚠ ENTROPY PAUSE — Max retry threshold reached');
    assert.match(text, /Task +fix-rounding/);
    assert.match(text, /Failures +3 failed strategies/);
    assert.match(text, /1\. round each line\n +2\. round the sum\n +3\. use cents everywhere/);
    assert.match(text, /Last error\n +\| AssertionError: expected 10\.00\n +\| +at test/);
  });

  it('the user sees a prompt: "Run `devs rewind <taskId>` to revert or `devs skip` to skip this task." (the entropy-pause decision)', () => {
    const text = presented(aReport());
    assert.ok(
      text.endsWith(
        '\nRun `devs resume fix-rounding --hint "…"` to resume with a hint.' +
          '\nRun `devs rewind fix-rounding` to revert or `devs skip` to skip this task.\n',
      ),
    );
  });

  it('shows every turn with number, time, exit code, verification, first lines, hashes and duration', () => {
    const text = pauseReportText(
      aReport({
        turns: [
          aTurn(1),
          aTurn(2, {
            agentEnd: { kind: 'timeout', limitMs: 1_800_000 },
            pivotDirective: 1,
            durationMs: 1_801_000,
            firstLines: '',
            responseHash: '',
          }),
          withoutVerification(aTurn(3, { taskId: 'fix-cents', outcome: 'not_agent' })),
        ],
      }),
    );
    assert.equal(text, readFileSync(GOLDEN, 'utf8'));
  });

  it('names at its head what is stuck, in which turns, the best turn and what Devs advises, then turn by turn', () => {
    const text = pauseReportText(stuckReport());
    assert.equal(text, readFileSync(STUCK_GOLDEN, 'utf8'));
    const head = text.split('\n').slice(0, 18).join('\n');
    for (const said of ['src/round.js:14 in roundTo', 'turns 1, 2 and 6', 'turn 2 was the best'])
      assert.ok(head.includes(said), said);
    assert.match(head, /Advice\n +- Turns 3 and 6 made things worse/);
  });

  it('fits on a screen of 100 columns and 40 lines after five turns of the same', async () => {
    const run = await ScriptedRun.create(() => ({
      reply: 'STRATEGY: guess\nI set the answer to 41.',
      edits: { 'answer.txt': '41' },
      verify: { end: FAILED, output: 'AssertionError: expected 42, got 41\n' },
    }));
    await run.run();
    const [report] = run.reports;
    assert.equal(report?.turns.length, 5);
    const text = pauseReportText(report);
    const lines = text.trimEnd().split('\n');
    const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 100)), 0);
    assert.ok(rows <= 40, `${rows} rows:\n${text}`);
    assert.equal(lines[0], '⚠ ENTROPY PAUSE — Max retry threshold reached');
    assert.match(text, /the same failure in turns 1–5\n/);
    assert.match(text, /\n {4}turn 4 .* ↻ fresh start 1 {2}same as turn 1, changed answer\.txt\n/);
    assert.match(text, /Loop detected after 3/);
    assert.equal(text.split('The fresh start was ignored').length, 3);
    assert.equal(text.split('I set the answer to 41.').length, 2);
    assert.match(text, /\nRun `devs rewind fix` to revert or `devs skip` to skip this task\.\n$/);
  });

  it('says of a turn what is not as in an earlier one, and never what differs', () => {
    const later = (change: Partial<ReportedTurn>): string => {
      const text = pauseReportText(
        aReport({ turns: [aTurn(1, { changedFiles: ['x.js'] }), aTurn(2, change)] }),
      );
      return text.slice(text.indexOf('turn 2 '), text.indexOf('\n\nRun '));
    };
    assert.match(later({}), /^turn 2 .* same as turn 1, changed no files$/);
    assert.match(later({ changedFiles: ['a.js'] }), / same as turn 1, changed a\.js$/);
    const long = `${'long/'.repeat(8)}a.js`;
    assert.match(
      later({ changedFiles: [long] }),
      / same as turn 1\n {6}changed (?:long\/){8}a\.js$/,
    );
    assert.match(
      later({ changedFiles: ['a.js', 'b.js'] }),
      / same as turn 1\n {6}changed a\.js, b\.js$/,
    );
    const reason = 'verification failed: exit code 1. It loops';
    assert.match(later({ reason }), / same as turn 1, changed no files\n {6}It loops$/);
    assert.match(later({ reason: 'other' }), / same as turn 1, changed no files\n {6}other$/);
    assert.match(later({ state: 'ffff' }), /state: ffff\n[^]*\n {6}output as in turn 1$/);
    const code = later({ agentEnd: { kind: 'exit', code: 9 } });
    assert.match(code, /^turn 2 .* UTC\n {6}agent: exit code 9 {2}verification: exit code 1 /);
    const said = later({ firstLines: 'new words' });
    assert.match(said, /response: a1b2c3d4e5f6 [^]*\n {6}\| new words$/);
  });

  it('repeats the last error only where the failure does not show all of it', () => {
    const lastError = 'AssertionError: expected 10.00';
    const withMessage = (exactMessage: string): string =>
      pauseReportText(
        aReport({
          lastError,
          failure: { signature: { ...SIGNATURE, exactMessage }, turns: [1], exact: true },
        }),
      );
    assert.match(withMessage(lastError), /\n {2}Last error {2}see the message under "Stuck at"\n/);
    assert.match(withMessage('another'), /\n {2}Last error\n {4}\| AssertionError/);
    const long = Array.from({ length: 7 }, (_, index) => `line ${index}`).join('\n');
    const signature = { ...SIGNATURE, exactMessage: long };
    const text = pauseReportText(
      aReport({ lastError: long, failure: { signature, turns: [1], exact: true } }),
    );
    assert.match(text, /\n {2}Last error\n {4}\| line 0\n[^]*\| line 6\n/);
  });

  it('shows of a long last error where it states the failure', () => {
    const exactMessage = 'AssertionError: expected 10.00';
    const before = Array.from({ length: 40 }, (_, index) => `ok ${index}\n`).join('');
    const lastError = `${before}\n  ${exactMessage}\n\n    at a.js:1\n    at b.js:2\n    at c.js:3\n    at d.js:4`;
    const text = pauseReportText(
      aReport({
        lastError,
        failure: { signature: { ...SIGNATURE, exactMessage }, turns: [1], exact: true },
      }),
    );
    assert.match(
      text,
      /\n {2}Last error\n {4}\| {3}AssertionError: expected 10\.00\n {4}\| {5}at a\.js:1\n {4}\| {5}at b\.js:2\n {4}\| {5}at c\.js:3\n {4}… 41 other lines \(devs report --json shows all\)\n/,
    );
  });

  it('cuts long messages, many tests and many files with a count', () => {
    const failingTests = Array.from(
      { length: 40 },
      (_, index) => `test ${index} ${'x'.repeat(300)}`,
    );
    const exactMessage = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
    const signature = { ...SIGNATURE, failingTests, exactMessage };
    const text = pauseReportText(
      aReport({ failure: { signature, turns: [1], exact: true }, turns: stuckReport().turns }),
    );
    assert.match(text, /\| line 5\n +… 14 more\n +only in turn 1\n/);
    assert.match(text, /40 tests fail\n( +- test \d x{140,}…\n){5} +… 35 more\n/);
    assert.match(text, /changed src\/fix0\.js, .*src\/fix4\.js and 3 more\n/);
    assert.match(text, /newly failing: invoice a, invoice b, invoice c and 1 more\n/);
  });

  it('writes to standard output when it is given no stream', () => {
    const presenter = new EntropyPausePresenter();
    const original = process.stdout.write.bind(process.stdout);
    let text = '';
    process.stdout.write = (chunk: string | Uint8Array) => {
      text += String(chunk);
      return true;
    };
    try {
      presenter.present(aReport());
    } finally {
      process.stdout.write = original;
    }
    assert.match(text, /^⚠ ENTROPY PAUSE/);
  });

  it('writes once, and changes nothing else', () => {
    const writes: string[] = [];
    const report = Object.freeze(aReport());
    new EntropyPausePresenter({ write: (text) => writes.push(text) }).present(report);
    assert.equal(writes.length, 1);
    assert.deepEqual(report, aReport());
  });

  it('says in the second line when turns or minutes were used up', () => {
    const secondLine = (reason: FailureAnalysisReport['reason']) =>
      pauseReportText(aReport({ reason })).split('\n')[1];
    assert.match(secondLine('MAX_TURNS') ?? '', /reached its maximum number of turns/);
    assert.match(secondLine('MAX_MINUTES') ?? '', /reached its time limit/);
    assert.equal(secondLine('MAX_PIVOTS_EXCEEDED'), '');
  });

  it('says "(none)" where nothing was tried or printed', () => {
    const text = pauseReportText(aReport({ failureCount: 0, failedStrategies: [], lastError: '' }));
    assert.match(text, /Failures +0 failed strategies/);
    assert.match(text, /Failed strategies\n +\(none\)/);
    assert.match(text, /Last error\n +\(none\)/);
  });

  it('makes terminal commands in strategies, errors and replies harmless', () => {
    const evil = '\u001b[2J\u001b]0;x\u0007\u0008\rgone\u202e';
    const text = pauseReportText(
      aReport({
        taskId: `t${evil}`,
        failedStrategies: [evil],
        lastError: evil,
        failure: {
          signature: {
            ...SIGNATURE,
            exactMessage: evil,
            location: { file: evil, function: evil },
            failingTests: [evil],
          },
          turns: [1],
          exact: true,
        },
        advice: [evil],
        turns: [
          aTurn(1, {
            firstLines: evil,
            reason: evil,
            agentEnd: { kind: 'signal', signal: evil },
            changedFiles: [evil],
            newlyFailing: [evil],
            newlyPassing: [evil],
          }),
        ],
      }),
    );
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('keeps the end of a long error and says how much is missing', () => {
    const lastError = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n');
    const text = pauseReportText(aReport({ lastError }));
    assert.match(text, /Last error\n +… 30 earlier lines .*\n +\| line 30\n/);
    assert.match(text, /\| line 49\n/);
    assert.doesNotMatch(text, /line 29/);
  });
});
