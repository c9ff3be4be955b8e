import assert from 'node:assert/strict';
import {
  configOf,
  FAILED,
  limitsOf,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

/** A turn after which these tests fail, of ten. */
function failingTests(call: number, names: readonly string[], output: string): ScriptedTurn {
  return {
    reply: `STRATEGY: attempt ${call}`,
    edits: { 'src/code.js': `attempt ${call}` },
    verify: {
      end: FAILED,
      output,
      measurement: { passed: 10 - names.length, failed: names.length, skipped: 0 },
      failingTests: names,
    },
  };
}

async function paused(turns: readonly ScriptedTurn[]): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(
    (call) => turns[Math.min(call, turns.length) - 1]!,
    configOf({ limits: limitsOf({ maxPivots: 0 }) }),
  );
  await run.run();
  return run;
}

describe('the pause report', () => {
  it('names the failure and the turns that share it', async () => {
    const same = (call: number): ScriptedTurn =>
      failingTests(call, ['rounds'], `AssertionError: 2 !== 3 (${call * 7}ms)`);
    const run = await paused([same(1), same(2), same(3)]);

    const { failure } = run.reports[0]!;
    assert.deepEqual(failure?.turns, [1, 2, 3]);
    assert.equal(failure.exact, true);
    assert.match(failure.signature.exactMessage, /2 !== 3/);
    assert.deepEqual(failure.signature.failingTests, ['rounds']);
    assert.match(run.reports[0]!.advice.join('\n'), /the same failure: a hint/);
  });

  it('shows no secret that an agent or a program printed', async () => {
    const key = 'sk-live-0123456789abcdefghij';
    const leaking: ScriptedTurn = {
      reply: `STRATEGY: call it with api_key=${key}`,
      edits: { 'src/code.js': 'same' },
      verify: { end: FAILED, output: `Error: refused, api_key=${key}` },
    };
    const run = await paused([leaking, leaking, leaking]);
    const [report] = run.reports;
    assert.match(report?.lastError ?? '', /Error: refused, api_key=\*\*\*/);
    assert.doesNotMatch(JSON.stringify(report), /0123456789/);
  });

  it('names the best turn, and what changed between turns', async () => {
    const run = await paused([
      failingTests(1, ['a', 'b', 'c'], 'Error: abc'),
      failingTests(2, ['a'], 'Error: a'),
      failingTests(3, ['a', 'd'], 'Error: ad'),
      failingTests(4, ['d'], 'Error: d'),
      failingTests(5, ['d', 'e'], 'Error: de'),
    ]);

    const [report] = run.reports;
    assert.deepEqual(report?.best, {
      number: 2,
      measurement: { passed: 9, failed: 1, skipped: 0 },
    });
    const changes = report.turns.map(({ newlyFailing, newlyPassing }) => [
      newlyFailing,
      newlyPassing,
    ]);
    assert.deepEqual(changes, [
      [[], []],
      [[], ['b', 'c']],
      [['d'], []],
      [[], ['a']],
      [['e'], []],
    ]);
    assert.deepEqual(report.turns[1]?.changedFiles, ['src/code.js']);
    assert.equal(report.turns[1].measurement?.failed, 1);
  });

  it('names the best turn of all, also when it lies before the last Resume', async () => {
    const counts = [5, 2, 4, 6, 8, 9, 9];
    const names = 'abcdefghij'.split('');
    const run = await ScriptedRun.create(
      (call) => failingTests(call, names.slice(0, counts[call - 1] ?? 9), `Error: ${call}`),
      configOf({ limits: limitsOf({ maxPivots: 0, loopThreshold: 2 }) }),
    );
    await run.run();
    assert.equal(run.reports[0]?.best?.number, 2);
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.equal(run.reports[1]?.best?.number, 2);
    assert.match(run.reports[1].advice[0] ?? '', /Go back to how turn 2 left the files/);
    assert.ok(run.reports[1].turns.every((turn) => turn.number > 4));
  });

  it('knows a test again that a report and the closing lines write differently', async () => {
    const run = await paused([
      failingTests(1, ['cart › sums up'], 'Error: a'),
      failingTests(2, ['cart > sums up'], 'Error: b'),
      failingTests(3, ['cart > sums up', 'cart > is empty'], 'Error: c'),
    ]);
    const turns = run.reports[0]!.turns;
    assert.deepEqual([turns[1]?.newlyFailing, turns[1]?.newlyPassing], [[], []]);
    assert.deepEqual(turns[2]?.newlyFailing, ['cart > is empty']);
  });

  it('advises to go back after two turns in a row that made things worse, whatever the errors', async () => {
    const run = await paused([
      failingTests(1, ['a'], 'Error: a'),
      failingTests(2, ['a', 'b'], 'TypeError: b'),
      failingTests(3, ['a', 'b', 'c'], 'RangeError: c'),
    ]);
    assert.equal(
      run.reports[0]!.advice[0],
      'The results got worse in turns 2 and 3 (1 → 2 → 3 failing): moving away from goal. ' +
        'Go back to how turn 1 left the files, the best so far, before you resume.',
    );
  });

  it('does not after one, or when the tests stand as well as at the best again', async () => {
    const once = await paused([
      failingTests(1, ['a'], 'Error: a'),
      failingTests(2, ['a', 'b'], 'Error: b'),
      failingTests(3, ['a', 'b'], 'Error: b'),
    ]);
    const back = await ScriptedRun.create(
      (call) =>
        [
          failingTests(1, ['a'], 'Error: a'),
          failingTests(2, ['a', 'b'], 'Error: b'),
          failingTests(3, ['a'], 'Error: a'),
        ][call - 1]!,
      configOf({ limits: limitsOf({ maxPivots: 0 }) }),
    );
    await back.run();
    for (const run of [once, back]) {
      assert.doesNotMatch(run.reports[0]!.advice.join('\n'), /Go back/);
    }
  });
});
