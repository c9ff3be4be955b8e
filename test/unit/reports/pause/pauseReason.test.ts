import assert from 'node:assert/strict';
import type { FailureAnalysisReport } from '../../../../src/model/report/pauseReport';
import { namePlace, pauseReason } from '../../../../src/reports/pause/pauseReason';
import { report } from '../../webview/pausedTask';

const failure = report.failure!;

function reasonFor(
  exactMessage: string,
  failingTests: readonly string[],
  turns: readonly number[] = failure.turns,
): string {
  const signature = { ...failure.signature, exactMessage, failingTests };
  return pauseReason({ ...report, failure: { ...failure, signature, turns } }).sentence;
}

function placeOf(file: string): string | undefined {
  const signature = { ...failure.signature, location: { file, line: 22 } };
  const { place } = pauseReason({ ...report, failure: { ...failure, signature } });
  return place && namePlace(place);
}

describe('why a task needs you, in one sentence', () => {
  it('says what failed, how often, and what was compared', () => {
    assert.equal(
      reasonFor('Expected values to be strictly equal:\n\n9.72 !== 9.73', ['cart rounds']),
      'Same test failed 5 times: 9.72 ≠ 9.73',
    );
    assert.equal(reasonFor('ENOENT: cart.json', ['a', 'b'], [4]), 'It failed: ENOENT: cart.json');
    assert.equal(
      reasonFor('SyntaxError: Unexpected token', []),
      'Same failure came 5 times: SyntaxError: Unexpected token',
    );
  });

  it('names the test where nothing else was said about it', () => {
    assert.equal(
      reasonFor('not ok <n> - cart rounds', ['cart rounds']),
      'Same test failed 5 times: cart rounds',
    );
    assert.equal(
      reasonFor('not ok <n> - a\nnot ok <n> - b', ['a', 'b']),
      'Same 2 tests failed 5 times',
    );
    assert.equal(
      reasonFor('not ok <n> - a\nNo cart.', ['a']),
      'Same test failed 5 times: No cart.',
    );
  });

  it('is one line of bounded length, whatever a program printed', () => {
    const sentence = reasonFor(`${'x\u0007 '.repeat(100_000)}\n2 !== 3`.repeat(2), ['a']);
    assert.ok(sentence.length < 200);
    assert.doesNotMatch(sentence, /\n/);
  });

  it('names the place only if it is a file of the workspace', () => {
    assert.equal(placeOf('test/cart.test.js'), 'cart.test.js:22');
    const outside = [
      '/usr/lib/x.py',
      '~/x.js',
      '<tmp>/x.js',
      'C:\\x.js',
      'node:fs',
      '../x.js',
      'a/../../x',
    ];
    for (const file of outside) assert.equal(placeOf(file), undefined, file);
  });

  it('is the limit, the question or the loop where no failure repeats', () => {
    const without = { ...report };
    delete without.failure;
    const sentence = (change: Partial<FailureAnalysisReport>): string =>
      pauseReason({ ...without, ...change }).sentence;
    assert.equal(
      sentence({ reason: 'MAX_TURNS' }),
      'The task has reached its maximum number of turns (limits.maxTurns in devs.yaml)',
    );
    assert.equal(
      sentence({ reason: 'GAVE_UP', stopReason: 'the planner gave up' }),
      'the planner gave up',
    );
    assert.equal(sentence({ lastError: '\n  exit 1\nmore' }), 'exit 1');
    assert.equal(
      sentence({ lastError: '' }),
      'The agent has tried as many approaches as it may, and each has failed',
    );
  });
});
