import assert from 'node:assert/strict';
import type { Check } from '../../../../src/model/workspace/setupReport';
import type { TaskStatus } from '../../../../src/model/task/task';
import { StateError } from '../../../../src/ports/workspaceState';
import type { VerifyRequest, VerifyResult } from '../../../../src/ports/verifier';
import { createMemoryStore } from '../../../support/memoryStore';
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

  it('is made without any task: of the command for all tasks, or to say that there is none', async () => {
    const asked: VerifyRequest[] = [];
    const verify = (request: VerifyRequest): Promise<VerifyResult> => {
      asked.push(request);
      return Promise.resolve(RESULT);
    };
    const found = await checkOf('verify', {
      config: valid({ tasks: [], verify: 'make check' }),
      trials: { verify },
    });
    assert.deepEqual([found.group, found.title, found.level], ['Verification', 'verify', 'ok']);
    assert.match(found.found, /^`make check`: exit code 0 in 3\.2 s/);
    assert.deepEqual(
      asked.map(({ command }) => command),
      ['make check'],
    );
    const none = await checkOf('verify', { config: valid({ tasks: [] }), trials: { verify } });
    assert.deepEqual(
      [none.level, none.found],
      ['skipped', 'no task yet, and no `verify` for all tasks: nothing to verify'],
    );
    assert.equal(asked.length, 1);
  });

  describe('whose tasks are done', () => {
    const failing = {
      verify: () => Promise.resolve({ ...RESULT, end: { kind: 'exit', code: 1 } as const }),
    };
    const config = valid({ tasks: ['cart-total', 'login', 'open'].map((id) => taskOf({ id })) });
    const stateWith = (statuses: Readonly<Record<string, TaskStatus>>) => ({
      read: async () => {
        const store = await createMemoryStore();
        for (const [id, status] of Object.entries(statuses)) {
          store.upsertTask(id, id);
          store.updateTask(id, { status });
        }
        return store;
      },
    });

    it('is a warning when it fails now: which tasks, which command, what to do', async () => {
      const state = stateWith({ 'cart-total': 'done', login: 'done', gone: 'done' });
      const found = await checkOf('verify:cart-total', { config, state, trials: failing });
      assert.equal(found.level, 'warning');
      assert.equal(
        found.found,
        'cart-total and login are done, but the verification fails: `npm test`: exit code 1 in 3.2 s; no test results were recognised',
      );
      assert.match(found.remedy ?? '', /`devs retry cart-total`/);
      const place = { kind: 'editor', trusted: true } as const;
      const inEditor = { config, state, trials: failing, options: { place } };
      const { remedy = '' } = await checkOf('verify:cart-total', inEditor);
      assert.match(remedy, /"Devs: Retry Task…"/);
      assert.doesNotMatch(remedy, /devs retry/);
    });

    it('is in order when it passes, or when none of its tasks is done', async () => {
      const done = stateWith({ login: 'done' });
      assert.equal((await checkOf('verify:cart-total', { config, state: done })).level, 'ok');
      const partial = stateWith({ login: 'done_partial', open: 'pending' });
      const open = { config, state: partial, trials: failing };
      assert.equal((await checkOf('verify:cart-total', open)).level, 'ok');
    });

    it('is in order where the state cannot be read: another check says so', async () => {
      const state = { read: () => Promise.reject(new StateError('It is damaged.')) };
      const { checks } = await diagnose({ config, state, trials: failing });
      const levels = new Map(checks.map(({ id, level }) => [id, level]));
      assert.equal(levels.get('verify:cart-total'), 'ok');
      assert.equal(levels.get('state'), 'problem');
    });
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
