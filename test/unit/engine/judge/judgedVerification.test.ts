import assert from 'node:assert/strict';
import { honest, judgedRun, turnsOf } from '../../../support/judgedRun';
import { configOf, FAILED, limitsOf, PASSED, type ScriptedRun } from '../../../support/scriptedRun';

const RATES = 'TimeoutError: rates service unavailable today';
const POST = 'TimeoutError: post office unavailable today';
const OFFLINE = 'curl: (6) Could not resolve host: rates.example.com';

/** A run whose agent edits once for each call, and whose verification `n` fails so, or passes for `undefined`. */
async function runWith(
  outputs: readonly (string | undefined)[],
  change: Parameters<typeof judgedRun>[2] = {},
): Promise<{ readonly run: ScriptedRun; readonly judge: ReturnType<typeof honest> }> {
  const judge = honest();
  const run = await judgedRun(
    (call) => ({ reply: `STRATEGY: way ${call}`, edits: { 'src/code.js': `way ${call}` } }),
    judge,
    change,
  );
  run.verification = (n) => {
    const output = outputs[Math.min(n, outputs.length) - 1];
    return output === undefined ? { end: PASSED, output: '' } : { end: FAILED, output };
  };
  return { run, judge };
}

/** Names of the task's events in the journal, from the first time that the judge was asked. */
function journalled(run: ScriptedRun): readonly string[] {
  const names = run.store
    .listEventsNamed(['judge_asked', 'retry_scheduled', 'turn_ended', 'task_status_changed'])
    .map(({ event }) => event);
  return names.slice(names.indexOf('judge_asked'));
}

describe('A verification whose failure the judge considers external', () => {
  it('is repeated alone: the agent’s work is complete', async () => {
    const { run } = await runWith([RATES, undefined]);
    await run.run();

    assert.equal(run.requests.length, 1);
    assert.equal(run.verifications, 2);
    assert.deepEqual(run.waits, [30_000]);
    const [turn, ...others] = turnsOf(run);
    assert.deepEqual(others, []);
    assert.equal(turn?.outcome, 'success');
    assert.equal(turn.entropyAfter, 0);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('is shown as waiting, with the judge’s name, while it waits', async () => {
    const { run } = await runWith([RATES, undefined]);
    const shown: unknown[] = [];
    run.onWait = () => {
      const { status, statusReason, waitingUntil } = run.store.getTask('fix')!;
      shown.push(status, statusReason, waitingUntil !== undefined);
    };
    await run.run();

    assert.deepEqual(shown, [
      'in_progress',
      `service down: ${RATES} (according to the judge, scripted judge) (retry 1 of 6)`,
      true,
    ]);
    assert.equal(run.store.getTask('fix')?.waitingUntil, undefined);
  });

  it('is journalled in the order judge_asked, turn_ended, task_status_changed', async () => {
    const passed = await runWith([RATES, undefined]);
    await passed.run.run();
    assert.deepEqual(journalled(passed.run), [
      'judge_asked',
      'retry_scheduled',
      'turn_ended',
      'task_status_changed',
    ]);

    const lasting = await runWith([RATES], { limits: limitsOf({ maxRetries: 0 }) });
    await lasting.run.run();
    assert.deepEqual(journalled(lasting.run), ['judge_asked', 'turn_ended', 'task_status_changed']);

    const forHuman = await runWith(['PermissionError: vault timeout']);
    await forHuman.run.run();
    assert.deepEqual(journalled(forHuman.run), [
      'judge_asked',
      'turn_ended',
      'task_status_changed',
    ]);
  });

  it('is asked about once while the same failure goes on, then blocks the task', async () => {
    const limits = { ...configOf().limits, maxRetries: 3 };
    const { run, judge } = await runWith([RATES], { limits });
    await run.run();

    assert.equal(run.requests.length, 1);
    assert.equal(run.verifications, 4);
    assert.deepEqual(run.waits, [30_000, 60_000, 120_000]);
    assert.equal(judge.asked.length, 2);
    const [turn, ...others] = turnsOf(run);
    assert.deepEqual(others, []);
    assert.equal(turn?.outcome, 'not_agent');
    assert.equal(turn.judged?.cost.calls, 2);
    const { status, statusReason } = run.store.getTask('fix')!;
    assert.equal(status, 'blocked');
    assert.match(statusReason, /, 4 times in a row — Resume the task when/);
  });

  it('is asked about again for another failure, at the cost of both', async () => {
    const { run, judge } = await runWith([RATES, POST, undefined]);
    await run.run();

    assert.equal(run.requests.length, 1);
    assert.equal(judge.asked.length, 4);
    const [turn] = turnsOf(run);
    assert.equal(turn?.outcome, 'success');
    assert.equal(turn.judged?.cost.calls, 4);
    const asked = run.store.listEventsNamed(['judge_asked']);
    assert.deepEqual(
      asked.map(({ data }) => data.calls),
      [2, 2],
    );
  });

  it('never makes more calls in a turn than the judge may', async () => {
    const { run, judge } = await runWith(
      [RATES, POST, 'TimeoutError: port authority unavailable'],
      {
        judge: {
          model: { type: 'endpoint', url: 'http://a/v1', model: 'b' },
          timeoutMs: 1,
          maxCalls: 4,
        },
        limits: limitsOf({ maxPivots: 0 }),
      },
    );
    await run.run();

    assert.equal(judge.asked.length, 4);
    assert.equal(turnsOf(run)[0]?.outcome, 'no_progress');
  });

  it('counts when what the repetition finds is the agent’s', async () => {
    const { run } = await runWith([RATES, 'AssertionError: expected 2 to equal 3'], {
      limits: limitsOf({ maxPivots: 0 }),
    });
    await run.run();

    assert.deepEqual(run.entropies(), [1, 2, 3]);
    assert.match(turnsOf(run)[0]?.failure?.exactMessage ?? '', /expected 2 to equal 3/);
  });

  it('waits on where rules find the next failure external', async () => {
    const { run } = await runWith([RATES, OFFLINE, undefined]);
    await run.run();

    assert.equal(run.requests.length, 1);
    assert.deepEqual(run.waits, [30_000, 60_000]);
    assert.equal(turnsOf(run)[0]?.outcome, 'success');
  });

  it('keeps what the judge cost when the wait is cut short', async () => {
    const { run } = await runWith([RATES, undefined]);
    run.onWait = () => run.loop?.pause(false);
    await run.run();

    const [turn, ...others] = turnsOf(run);
    assert.deepEqual(others, []);
    assert.equal(turn?.outcome, 'interrupted');
    assert.equal(turn.judged?.cost.calls, 2);
    assert.equal(run.store.getTask('fix')?.status, 'pending');
  });

  it('waits no longer than the run may last', async () => {
    const { run } = await runWith([RATES], {
      limits: limitsOf({ maxMinutes: 5, retrySeconds: 3600 }),
    });
    await run.run();

    assert.equal(run.requests.length, 1);
    assert.ok(run.waits[0]! <= 300_000);
    assert.equal(run.reports[0]?.reason, 'MAX_MINUTES');
  });
});
