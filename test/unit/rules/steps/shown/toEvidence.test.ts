import { equal } from 'node:assert/strict';
import { toEvidence } from '../../../../../src/rules/steps/shown/toEvidence';
import type { Step } from '../../../../../src/model/steps/step';

const TAP = `Exit code 1

> test
> node --test

TAP version 13
# Subtest: adds up to cents
not ok 1 - adds up to cents
  ---
  duration_ms: 704.664106
  location: '/shop/cart.test.js:6:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly equal:
    + actual - expected

    + 0.30000000000000004
    - 0.3
         ^
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: 0.3
  actual: 0.30000000000000004
  operator: 'strictEqual'
  ...
1..1
# tests 1
# suites 0
# pass 0
# fail 1
# cancelled 0
# skipped 0
# todo 0
# duration_ms 800.1
`;

function evidence(change: Partial<Step>): { call: string; result: string } {
  const step: Step = {
    ...{ number: 1, tool: 'Bash', args: '{"command":"npm test"}', result: '', thought: '' },
    ...change,
  };
  const { call, result, subject = call, outcome = result } = toEvidence(step);
  return { call: subject, result: outcome };
}

describe('a step as evidence', () => {
  it('names the failing test and what it found, not what is printed before', () => {
    const { call, result } = evidence({ result: TAP });
    equal(call, 'npm test');
    equal(result, 'adds up to cents: expected: 0.3 actual: 0.30000000000000004');
  });

  it('counts the failing tests after the first', () => {
    const mocha =
      '  1 passing (4ms)\n  2 failing\n\n  1) cart\n       adds:\n     AssertionError: 1 != 2\n\n  2) cart\n       rounds:\n     AssertionError: 3 != 4\n';
    equal(evidence({ result: mocha }).result, 'cart adds and 1 more: AssertionError: 1 != 2');
  });

  it('says why another command failed', () => {
    const result =
      'Exit code 127\nstarting the checks of the whole project\n/bin/sh: line 1: jest: command not found';
    equal(evidence({ result }).result, '/bin/sh: line 1: jest: command not found');
  });

  it('shows a short result whole, but its exit code', () => {
    const result = 'Exit code 1\n1 failing\n  Error: expected 1 to equal 2';
    equal(evidence({ result }).result, '1 failing Error: expected 1 to equal 2');
    equal(evidence({ result: 'Exit code 1' }).result, 'Exit code 1');
  });

  it('leaves out what npm prints before a script', () => {
    const result =
      '\n> shop@1.0.0 build\n> tsc -p . --pretty false\n\nsrc/cart.ts and its types are up to date';
    equal(evidence({ result }).result, 'src/cart.ts and its types are up to date');
  });

  it('shows the file of an edit, its lines and the text that it puts there', () => {
    const { call, result } = evidence({
      tool: 'Edit',
      args: JSON.stringify({
        file_path: 'src/cart.js',
        old_string: '  return sum;',
        new_string: '  return Math.round(sum * 100) / 100;',
      }),
      result:
        'The file src/cart.js has been updated successfully. (file state is current in your context)',
    });
    equal(call, 'src/cart.js +1 −1: `return Math.round(sum * 100) / 100;`');
    equal(result, 'The file src/cart.js has been updated successfully.');
  });

  it('names another call by what it is about, a text by its words', () => {
    const args = JSON.stringify({ file_path: 'src/cart.js', offset: 3, limit: 4 });
    equal(evidence({ tool: 'Read', args }).call, 'src/cart.js lines 3–6');
    equal(evidence({ tool: '', args: '', thought: 'I try again.' }).result, 'I try again.');
  });

  it('masks secrets', () => {
    const result = 'Error: expected token=abcdefgh12345 to be refused';
    equal(evidence({ result, error: true }).result.includes('abcdefgh12345'), false);
  });
});
