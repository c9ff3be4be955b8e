import assert from 'node:assert/strict';
import type { Measurement } from '../../../../src/model/verification/measurement';
import {
  configOf,
  FAILED,
  PASSED,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

type Verification = NonNullable<ScriptedTurn['verify']>;

/** The result of ten tests of which these fail. */
function failingTests(...names: readonly string[]): Verification {
  const measurement: Measurement = { passed: 10 - names.length, failed: names.length, skipped: 0 };
  const end = names.length === 0 ? PASSED : FAILED;
  return { end, measurement, failingTests: names, output: names.join('\n') };
}

/** The baseline's result, then those of the later verifications in this order. */
async function runOf(results: readonly Verification[], turns?: readonly ScriptedTurn[]) {
  const script = (call: number): ScriptedTurn =>
    turns?.[call - 1] ?? { edits: { 'src/code.js': `${call}` } };
  const run = await ScriptedRun.create(script, configOf({ baseline: true }));
  const calls: (string | undefined)[] = [];
  run.verification = (n, { call }) => {
    calls.push(call);
    return results[n - 1] ?? results.at(-1);
  };
  await run.run();
  return { run, calls };
}

const lastTurn = (run: ScriptedRun) => {
  const turn = run.store.listTurns('fix').at(-1);
  assert.ok(turn !== undefined && turn.outcome !== 'running');
  return turn;
};

describe('a flaky verification', () => {
  it('is none where files returned at a pivot explain the test that fails now', async () => {
    const turns = [1, 2, 3].map((call) => ({
      reply: `attempt ${call}`,
      edits: { 'src/cart.js': `${call}` },
    }));
    const { calls } = await runOf(
      [failingTests('cart adds'), ...turns.map(() => failingTests('cart shows'))].concat(
        failingTests('cart adds'),
      ),
      [...turns, { reply: 'anew', edits: { 'src/other.js': 'anew' } }, { end: FAILED }],
    );
    assert.deepEqual(calls.slice(0, 5), ['baseline', undefined, undefined, undefined, undefined]);
  });

  it('runs once more when a test fails that no change is about, and passes', async () => {
    const { run, calls } = await runOf([
      failingTests('sums'),
      failingTests('random'),
      failingTests(),
    ]);
    assert.deepEqual(calls, ['baseline', undefined, 'again']);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.equal(run.requests.length, 1);
    assert.deepEqual(lastTurn(run).flaky, { tests: ['random'] });
    assert.match(lastTurn(run).reason, /^verification passed; flaky: random$/);
    const told = run.events.findLast(({ event }) => event === 'turn_ended');
    assert.deepEqual((told?.data as { flaky_tests?: unknown } | undefined)?.flaky_tests, [
      'random',
    ]);
  });

  it('passes when each test passes in one of the two runs', async () => {
    const { run, calls } = await runOf([
      failingTests('sums'),
      failingTests('random a'),
      failingTests('random b'),
    ]);
    assert.equal(calls.length, 3);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(lastTurn(run).flaky, { tests: ['random a', 'random b'] });
    assert.deepEqual(lastTurn(run).verification?.measurement, {
      ...{ passed: 10, failed: 0, skipped: 0 },
    });
  });

  it('names the flaky test beside the one that fails both times, which counts', async () => {
    const { run } = await runOf([
      failingTests('sums'),
      failingTests('sums', 'random'),
      failingTests('sums'),
      failingTests(),
    ]);
    const [first] = run.store.listTurns('fix');
    assert.ok(first !== undefined && first.outcome !== 'running');
    assert.equal(first.outcome, 'no_progress');
    assert.deepEqual(first.flaky, { tests: ['random'] });
    assert.deepEqual(first.verification?.measurement?.failed, 1);
    assert.match(first.reason, /; flaky: random$/);
  });

  it('never runs more than twice, and counts what fails in the same way both times', async () => {
    const { run, calls } = await runOf([
      failingTests('sums'),
      failingTests('broken'),
      failingTests('broken'),
      failingTests(),
    ]);
    assert.deepEqual(calls, ['baseline', undefined, 'again', undefined]);
    assert.deepEqual(run.entropies(), [1, 0]);
    assert.equal(
      run.store.listTurns('fix').some((turn) => 'flaky' in turn),
      false,
    );
  });

  it('does not run again for a test that a change is about', async () => {
    const edits = { 'src/cart.js': 'new' };
    const { calls } = await runOf(
      [failingTests('sums'), failingTests('cart › discount'), failingTests()],
      [{ edits }],
    );
    assert.deepEqual(calls, ['baseline', undefined, undefined]);
  });

  it('does not run again for a test that failed before, and for one that is new', async () => {
    const { calls } = await runOf([failingTests('sums'), failingTests('sums'), failingTests()]);
    assert.deepEqual(calls, ['baseline', undefined, undefined]);
    const eleven = { ...failingTests('new'), measurement: { passed: 10, failed: 1, skipped: 0 } };
    const added = await runOf([failingTests('sums'), eleven, failingTests()]);
    assert.equal(added.calls.includes('again'), false);
  });

  it('runs again where it was green on the same files, with an exit code alone', async () => {
    const green: Verification = { end: PASSED, output: '' };
    const red: Verification = { end: FAILED, output: 'oops' };
    // Nothing to show at first, so a pass does not end the task.
    const turns: readonly ScriptedTurn[] = [{}, {}, { edits: { 'src/code.js': 'x' } }];
    const { run, calls } = await runOf([green, red, green, green, green], turns);
    assert.deepEqual(calls.slice(0, 3), ['baseline', undefined, 'again']);
    assert.deepEqual(run.store.getTask('fix')?.status, 'done');
    const [first] = run.store.listTurns('fix');
    assert.match(
      first !== undefined && 'reason' in first ? first.reason : '',
      /the verification is flaky: it failed, then passed on the same files$/,
    );
  });
});
