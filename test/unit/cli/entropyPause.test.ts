import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EntropyPausePresenter } from '../../../src/cli/presenters/EntropyPausePresenter';
import type { FailureAnalysisReport, ReportedTurn } from '../../../src/domain/report';
import { aReport, FakeStream } from './fakeApp';

const GOLDEN = path.join(__dirname, 'entropyPause.golden.txt');

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

describe('entropyPause: what the command line shows of a pause (document 004)', () => {
  it('prints a formatted FailureAnalysisReport block to stdout, including a header "⚠ ENTROPY PAUSE — Max retry threshold reached", the task ID, failure count, failed strategies list, and last error', () => {
    const text = presented(aReport());
    assert.equal(text.split('\n')[0], '⚠ ENTROPY PAUSE — Max retry threshold reached');
    assert.match(text, /Task +fix-rounding/);
    assert.match(text, /Failures +3 failed strategies/);
    assert.match(text, /1\. round each line\n +2\. round the sum\n +3\. use cents everywhere/);
    assert.match(text, /Last error\n +\| AssertionError: expected 10\.00\n +\| +at test/);
  });

  it('ends with what can be done: "Run `devs resume <taskId> --hint …` to go on … or `devs skip <taskId>` to skip this task."', () => {
    const last = presented(aReport()).trimEnd().split('\n').at(-1);
    assert.equal(
      last,
      'Run `devs resume fix-rounding --hint "…"` to go on with your guidance or `devs skip fix-rounding` to skip this task.',
    );
  });

  it('shows every turn with number, time, exit code, verification, first lines, hashes and duration', () => {
    const text = presented(
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
      presented(aReport({ reason })).split('\n')[1];
    assert.match(secondLine('MAX_TURNS') ?? '', /used up its turns/);
    assert.match(secondLine('MAX_MINUTES') ?? '', /used up its time/);
    assert.equal(secondLine('MAX_PIVOTS_EXCEEDED'), '');
  });

  it('says "(none)" where nothing was tried or printed', () => {
    const text = presented(aReport({ failureCount: 0, failedStrategies: [], lastError: '' }));
    assert.match(text, /Failures +0 failed strategies/);
    assert.match(text, /Failed strategies\n +\(none\)/);
    assert.match(text, /Last error\n +\(none\)/);
  });

  it('makes terminal commands in strategies, errors and replies harmless', () => {
    const evil = '\u001b[2J\u001b]0;x\u0007\u0008\rgone\u202e';
    const text = presented(
      aReport({
        taskId: `t${evil}`,
        failedStrategies: [evil],
        lastError: evil,
        turns: [
          aTurn(1, { firstLines: evil, reason: evil, agentEnd: { kind: 'signal', signal: evil } }),
        ],
      }),
    );
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('keeps the end of a long error and says how much is missing', () => {
    const lastError = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n');
    const text = presented(aReport({ lastError }));
    assert.match(text, /Last error\n +… 30 before .*\n +\| line 30\n/);
    assert.match(text, /\| line 49\n/);
    assert.doesNotMatch(text, /line 29/);
  });
});
