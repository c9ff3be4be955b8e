import assert from 'node:assert/strict';
import type { Check } from '../../../../src/model/workspace/setupReport';
import type { VerifyRequest, VerifyResult } from '../../../../src/ports/verifier';
import { taskOf } from '../../../support/scriptedRun';
import { checkOf, diagnose, valid } from './diagnosing';

const RESULT: VerifyResult = {
  ...{ end: { kind: 'exit', code: 0 }, outputTail: '', output: '' },
  ...{ durationMs: 3_200, transcript: '' },
};
const TESTS = { source: 'JUnit XML', errors: 0, skipped: 1, failingTests: [] };

async function verified(change: Partial<VerifyResult>): Promise<Check> {
  const verify = () => Promise.resolve({ ...RESULT, ...change });
  return await checkOf('verify:fix', { trials: { verify } });
}

describe('the check of a verify command', () => {
  it('is in order when it ran, whatever it says of the project', async () => {
    const passed = await verified({ tests: { ...TESTS, passed: 12, failed: 0 }, coverage: 81.26 });
    assert.equal(passed.level, 'ok');
    assert.equal(
      passed.found,
      '`npm test`: exit code 0 in 3.2 s; 12 passed, 1 skipped (JUnit XML), coverage 81.3 %',
    );
    const failed = await verified({
      end: { kind: 'exit', code: 1 },
      tests: { ...TESTS, passed: 10, failed: 2 },
    });
    assert.equal(failed.level, 'ok');
    assert.match(failed.found, /exit code 1 in 3\.2 s; 10 passed, 2 failed/);
  });

  it('reads the closing lines of a test program where there is no report', async () => {
    const { found } = await verified({ output: 'TAP version 13\nok 1\nok 2\nok 3\n1..3\n' });
    assert.match(found, /; 3 passed \(/);
  });

  it('says when nothing was measured, with its last words where it failed', async () => {
    assert.match(
      (await verified({ output: 'fine\n' })).found,
      /; no test results were recognised$/,
    );
    const failed = await verified({ end: { kind: 'exit', code: 2 }, output: 'src/a.ts: bad\n' });
    assert.equal(failed.level, 'ok');
    assert.match(failed.found, /recognised; last output: src\/a\.ts: bad$/);
  });

  it('warns of a report that was named and not written', async () => {
    const reportProblems = ['The report "junit.xml" was not written.'];
    const { level, found } = await verified({ reportProblems });
    assert.equal(level, 'warning');
    assert.match(found, /\. The report "junit\.xml" was not written$/);
  });

  it('is a problem when it could not start', async () => {
    const output = '/bin/sh: 1: npm: not found\n';
    const missing = await verified({ end: { kind: 'exit', code: 127 }, output });
    assert.equal(missing.level, 'problem');
    assert.match(missing.found, /could not run: \/bin\/sh: 1: npm: not found \(exit code 127\)/);
    const end = { kind: 'couldNotStart', message: 'program "npm" was not found on PATH' } as const;
    assert.match((await verified({ end })).found, /program "npm" was not found on PATH/);
  });

  it('is a problem when it did not end in time', async () => {
    const { level, found } = await verified({ end: { kind: 'timeout', limitMs: 60_000 } });
    assert.equal(level, 'problem');
    assert.equal(found, '`npm test` did not finish within 1 min');
  });

  it('is a problem when something outside the project made it fail', async () => {
    const output = 'Error: connect ECONNREFUSED db.example.com:5432\n';
    const { level, found, remedy } = await verified({ end: { kind: 'exit', code: 1 }, output });
    assert.equal(level, 'problem');
    assert.match(found, /failed for a reason outside the project: .*db\.example\.com/);
    assert.doesNotMatch(remedy ?? 'resume the task', /resume the task/i);
  });

  it('runs each different command once, with its limit and reports', async () => {
    const asked: VerifyRequest[] = [];
    const verify = (request: VerifyRequest) => {
      asked.push(request);
      return Promise.resolve(RESULT);
    };
    const tasks = [
      taskOf({ id: 'a' }),
      taskOf({ id: 'b' }),
      taskOf({ id: 'c', verify: ['npm', 'test'] }),
    ];
    const config = valid({ tasks, verifyTimeoutMs: 7_000, reports: ['junit.xml'] });
    const { checks } = await diagnose({ config, trials: { verify } });
    assert.deepEqual(
      asked.map(({ command, taskId, timeoutMs, reports }) => [command, taskId, timeoutMs, reports]),
      [
        ['npm test', 'a', 7_000, ['junit.xml']],
        [['npm', 'test'], 'c', 7_000, ['junit.xml']],
      ],
    );
    const shown = checks.filter(({ group }) => group === 'Verification');
    assert.deepEqual(
      shown.map(({ title }) => title),
      ['a +1', 'c'],
    );
  });

  it('warns of tasks without one', async () => {
    const without = { ...taskOf({ id: 'bare' }) };
    delete (without as Partial<typeof without>).verify;
    const config = valid({ tasks: [taskOf(), without] });
    const { level, found } = await checkOf('verify', { config });
    assert.equal(level, 'warning');
    assert.match(found, /^1 task without a verify command \(bare\)/);
  });
});
