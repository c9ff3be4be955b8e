import assert from 'node:assert/strict';
import { compareReasons } from '../../../../../src/rules/steps/results/compareReasons';
import { readReasonLine } from '../../../../../src/rules/steps/results/readReasonLine';

describe('the line that says why a call failed', () => {
  const results: readonly (readonly [title: string, result: string, reason: string])[] = [
    ['a single line', 'Error: column qty is required', 'Error: column qty is required'],
    [
      'the message of a JSON answer, not its code',
      '{"ok": false, "error": "E_VALIDATION", "message": "column \\"qty\\" is required"}',
      'column "qty" is required',
    ],
    [
      'a nested message of a JSON answer',
      '{"error": {"code": 422, "message": "unit must be kg or g"}, "requestId": "r-1"}',
      'unit must be kg or g',
    ],
    [
      'the final exception of a traceback',
      'Traceback (most recent call last):\n  File "load.py", line 3, in <module>\n    rows = load("a")\nKeyError: \'a\'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "load.py", line 9, in <module>\nValueError: table a is empty',
      'ValueError: table a is empty',
    ],
    [
      'the assertion of a failed test',
      '=================================== FAILURES ===================================\n____ test_total ____\n\n>       assert total([2]) == 3\nE       assert 2 == 3\n\ntest_cart.py:4: AssertionError\n=========== 1 failed, 8 passed in 0.12s ===========',
      'assert 2 == 3',
    ],
    [
      'the error below the exit code',
      'Exit code 1\nnpm error code E404\nnpm error 404 Not Found - GET packages.example/left-pal',
      'npm error 404 Not Found - GET packages.example/left-pal',
    ],
    [
      'the message below a heading',
      "* What went wrong:\nExecution failed for task ':app:compile'.",
      "Execution failed for task ':app:compile'.",
    ],
    [
      'a refusal without a label',
      '<returncode>2</returncode>\n<output>\nreading sheet Orders\nrow 4: column qty is required\n</output>',
      'row 4: column qty is required',
    ],
    [
      'an error that looks like a count',
      'Exit code 2\ndb: connection to port 5432 failed: role "report" may not log in',
      'db: connection to port 5432 failed: role "report" may not log in',
    ],
    [
      'the expectation below the name of a failed test (rspec)',
      '  1) Tax adds vat\n     Failure/Error: expect(tax(100)).to eq(121)\n\n       expected: 121\n            got: 100\n\n1 example, 1 failure',
      'expected: 121',
    ],
    [
      'the message below the name of a failed test (Go)',
      '--- FAIL: TestTax (0.00s)\n    tax_test.go:12: Tax(100) = 100; want 121\nFAIL\nexit status 1',
      'tax_test.go:12: Tax(100) = 100; want 121',
    ],
    [
      'the assertion, not the build that failed for it (Maven)',
      '[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0\n[ERROR] TaxTest.adds:9 expected: <121> but was: <100>\n[ERROR] Failed to execute goal surefire:test',
      'TaxTest.adds:9 expected: <121> but was: <100>',
    ],
    [
      'the name of a failed test that says no more, whole',
      '--- FAIL: TestTax (0.00s)\nFAIL',
      '--- FAIL: TestTax (0.00s)',
    ],
    [
      'an error above a count of failures that nothing follows',
      'Error: no element matches #pay\n1 failing\n',
      'Error: no element matches #pay',
    ],
    ['the only line with words', '<output>\nhost-a is down\n</output>', 'host-a is down'],
    ['nothing for a result without words', '<returncode>1</returncode>\n<output>\n</output>', ''],
  ];
  for (const [title, result, reason] of results)
    it(`is ${title}`, () => {
      assert.equal(readReasonLine(result), reason);
    });

  it('is no echo of the arguments', () => {
    const args = '{"command": "deploy --region north || echo failed"}';
    const result = '$ deploy --region north || echo failed\nregion is not enabled for this account';
    assert.equal(readReasonLine(result, args), 'region is not enabled for this account');
  });

  it('is read in time linear in the length of the result', () => {
    assert.ok(readReasonLine(`{"error": "${'\\'.repeat(1_000_000)}`).length <= 400);
    assert.ok(readReasonLine('failed: '.repeat(200_000)).length <= 400);
  });
});

describe('two reasons', () => {
  const compare = (a: string, b: string, args: readonly [string, string] = ['', '']): string =>
    compareReasons({ line: a, args: args[0] }, { line: b, args: args[1] });

  it('are in the same words apart from times and ids', () => {
    assert.equal(compare('column qty is required', 'column qty is required'), 'same words');
    assert.equal(
      compare('request_id: a81f refused after 12ms', 'request_id: 77c0 refused after 31ms'),
      'same words',
    );
  });

  it('are about their own input if each repeats its arguments', () => {
    const args = ['lint --opt line_len', 'lint --opt max_line'] as const;
    assert.equal(compare('unknown option line_len', 'unknown option max_line', args), 'own input');
    assert.equal(
      compare("row 'Blue mug' has no price", "row 'Red mug' has no price", [
        'set Blue mug',
        'set Red mug',
      ]),
      'own input',
    );
  });

  it('differ if they name something that no call contains', () => {
    const args = ['{"row": 1}', '{"row": 1, "qty": 2}'] as const;
    assert.equal(compare('column qty is required', 'column price is required', args), '');
    assert.equal(compare('expected 3 fields, got 5', 'expected 3 fields, got 4'), '');
    assert.equal(compare('', ''), '');
  });

  it('are no common reason if they only repeat the arguments', () => {
    assert.equal(compare('a.csv', 'b.csv', ['head a.csv', 'head b.csv']), '');
  });
});
