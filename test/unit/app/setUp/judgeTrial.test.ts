import { deepEqual } from 'node:assert/strict';
import { judgeTrial } from '../../../../src/app/setUp/judgeTrial';
import { ShownOutput } from '../../../../src/app/setUp/shownOutput';
import type { VerifyResult } from '../../../../src/ports/verifier';

const exit = (code: number) => ({ kind: 'exit', code }) as const;
const tests = (passed: number, failed: number) => ({
  ...{ passed, failed, errors: 0, skipped: 0, source: 'JUnit XML', failingTests: [] },
});

const cases: readonly (readonly [string, Partial<VerifyResult>, string, string])[] = [
  ['passing tests', { tests: tests(12, 0) }, 'passes', 'All 12 tests passed in 3.2 s.'],
  ['one test', { tests: tests(1, 0) }, 'passes', 'The only test passed in 3.2 s.'],
  [
    'a pass without tests',
    { tests: tests(0, 0) },
    'passes',
    'The command passed in 3.2 s, but no test ran.',
  ],
  [
    'a pass in spite of failing tests',
    { tests: tests(1, 2) },
    'passes',
    'The command passed in 3.2 s, although 2 of 3 tests failed.',
  ],
  [
    'a pass that names no tests',
    { output: 'fine' },
    'passes',
    'The command passed in 3.2 s. Its output names no tests, so Devs sees only whether the command passes.',
  ],
  [
    'failing tests',
    { end: exit(1), tests: tests(9, 3) },
    'fails',
    '3 of 12 tests fail, which is fine: Devs measures progress by the number of failing tests.',
  ],
  [
    'closing lines',
    { end: exit(1), output: 'TAP version 13\nok 1\nnot ok 2\n1..2\n' },
    'fails',
    '1 of 2 tests fails, which is fine: Devs measures progress by the number of failing tests.',
  ],
  [
    'a failure that names no tests',
    { end: exit(2), output: 'bad' },
    'fails',
    'The command failed (exit code 2), which is fine: a task is done when the command passes. Its output names no tests, so Devs sees only whether the command passes.',
  ],
  [
    'a failure although no test fails',
    { end: exit(1), tests: tests(3, 0) },
    'fails',
    'The command failed (exit code 1), although no test failed: see the output of the command.',
  ],
  [
    'a missing program',
    { end: exit(127), output: 'sh: 1: mocha: not found\n' },
    'cannotRun',
    'The command cannot start: sh: 1: mocha: not found. Correct the command, or install what the command needs.',
  ],
  [
    'a command that never ends',
    { end: { kind: 'timeout', limitMs: 600_000 } },
    'cannotRun',
    'The command did not end within 10 min. Use a command that ends by itself, without a watch mode or questions.',
  ],
  ['a stop', { end: { kind: 'cancelled' } }, 'stopped', 'Stopped after 3.2 s.'],
];

describe('the judgement of a trial', () => {
  for (const [name, change, kind, message] of cases)
    it(`tells ${name}`, () => {
      const result: VerifyResult = {
        ...{ end: exit(0), outputTail: '', output: '', durationMs: 3_200, transcript: '' },
        ...change,
      };
      deepEqual(judgeTrial(result, new Date(0)), { kind, message });
    });

  it('tells a full disk from the project', () => {
    const output =
      'npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write\n';
    const result = { end: exit(1), outputTail: '', output, durationMs: 1, transcript: '' } as const;
    const { kind, message } = judgeTrial(result, new Date(0));
    deepEqual(
      [kind, message.split(':')[0]],
      ['cannotRun', 'The command failed for a reason outside the project'],
    );
  });
});

describe('the output of a trial', () => {
  it('is shown as a terminal shows it, secrets masked, its end in bounded memory', () => {
    const output = new ShownOutput();
    deepEqual(output.add('\u001b[32mok\u001b[0m 1\n10 %\r'), 'ok 1\n10 %');
    deepEqual(output.add('100 %\npassword=hunter22\n'), 'ok 1\n100 %\npassword=***\n');
    for (let piece = 0; piece < 50; piece += 1) output.add('x'.repeat(10_000));
    deepEqual(output.add('the end').length, 4_000);
  });
});
