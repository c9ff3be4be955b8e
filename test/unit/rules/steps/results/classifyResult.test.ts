import assert from 'node:assert/strict';
import {
  findExternalCause,
  readResultStatus,
} from '../../../../../src/rules/steps/results/findExternalCause';
import {
  classifyResult,
  hasFailureText,
} from '../../../../../src/rules/steps/results/classifyResult';

describe('the kind of a result', () => {
  const results: readonly (readonly [string, string])[] = [
    ['', 'nothing'],
    ['<returncode>0</returncode>\n<output>\n</output>', 'nothing'],
    ['(Bash completed with no output)', 'nothing'],
    ['The file a.ts has been updated.', 'done'],
    ['ok', 'done'],
    ['a.ts\nb.ts', 'answer'],
    ['class ParseError extends Error {}', 'answer'],
    ['0 failed, 12 passed', 'answer'],
    ['  11 passing\n  1 failing\n\n       1) adds', 'failure'],
    ['<returncode>1</returncode>\n<output>\n</output>', 'failure'],
    ['Process exited with code 0', 'answer'],
    ['Process exited with code 127', 'failure'],
    ['Traceback (most recent call last):\n  File "a.py"', 'failure'],
    ['src/a.ts(3,1): error TS2304: Cannot find name', 'failure'],
    ['  ✔ says that a key was not found\n\n  1 passing (3ms)', 'answer'],
    ['  ✔ says that a key was not found\n  1) adds\n\n  1 passing\n  1 failing', 'failure'],
    ['PASS src/a.test.ts\nTests: 2 passed, 2 total', 'answer'],
    ['Tests: 2 passed, 2 total\nERROR: coverage for lines (50%) does not meet 80%', 'failure'],
    ['test result: ok. 3 passed; 0 failed\nthread 3 was not joined', 'done'],
    ['3 passed\nmake: *** [check] Error 2', 'failure'],
    ['a.c:14:9: warning: %d expected argument of type int, but got long', 'answer'],
    ['a.c:14:9: error: expected ; but got }', 'failure'],
    ["ld: warning: directory not found for option '-L/opt'", 'answer'],
    ['No replacement was performed, old_str did not appear verbatim', 'failure'],
  ];
  for (const [result, kind] of results)
    it(`of ${JSON.stringify(result)} is ${kind}`, () => {
      assert.equal(classifyResult({ result }), kind);
    });

  it('is a failure where the tool says so, whatever it printed', () => {
    assert.equal(classifyResult({ result: 'ok', error: true }), 'failure');
  });

  it('is told by the ends of a long result', () => {
    const middle = 'a line of a file\n'.repeat(10_000);
    assert.equal(classifyResult({ result: `${middle}Error: no\n${middle}` }), 'answer');
    assert.equal(classifyResult({ result: `${middle}Error: no` }), 'failure');
  });
});

describe('a failure', () => {
  it('without a word besides its exit code says not why', () => {
    for (const text of ['', 'Exit code 1', '<returncode>1</returncode>\n<output>\n</output>'])
      assert.equal(hasFailureText(text), false, text);
    assert.equal(hasFailureText('Exit code 1\nno such option'), true);
  });
});

describe('what lies outside of the reach of an agent', () => {
  for (const text of [
    'Error: 429 Too Many Requests',
    "The user doesn't want to proceed with this tool use.",
    'error: could not resolve host: example.org',
    'cp: cannot create regular file: Permission denied',
  ])
    it(`is ${JSON.stringify(text)}`, () => {
      assert.ok(findExternalCause(text, 'failure'));
    });

  it('is neither a failing test nor an answer that only speaks of one', () => {
    assert.equal(
      findExternalCause('AssertionError: expected 200 to equal 201', 'failure'),
      undefined,
    );
    assert.equal(findExternalCause('docs: the rate limit is 10 a second', 'answer'), undefined);
  });
});

describe('what a result says', () => {
  for (const text of [
    '{"status":"running"}',
    'state: QUEUED',
    'web-1  0/1  ContainerCreating',
    'Up 3 seconds (health: starting)',
    'E: Could not get lock /var/lib/dpkg/lock',
  ])
    it(`is that one has to wait: ${JSON.stringify(text)}`, () => {
      assert.equal(readResultStatus(text, 'answer'), 'pending');
    });

  it('is that a check passed', () => {
    assert.equal(readResultStatus('12 passing (30ms)', 'answer'), 'passed');
    assert.equal(readResultStatus('0 passing, 1 failing', 'failure'), '');
  });

  it('is nothing of the kind where tests are running', () => {
    assert.equal(readResultStatus('Running 3 tests\n1 failed', 'failure'), '');
  });
});
