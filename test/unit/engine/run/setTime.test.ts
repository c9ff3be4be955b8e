import assert from 'node:assert/strict';
import {
  configOf,
  limitsOf,
  PASSED,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import { describeDuration } from '../../../../src/text/describeDuration';

const HOUR = 3_600_000;
const GOOD: ScriptedTurn = { edits: { 'src/code.js': 'good' }, verify: { end: PASSED } };
const LIMIT: ScriptedTurn = {
  reply: '[API Error: 429 Rate limit]',
  errorTail: '[API Error: 429 Rate limit]',
  failure: '[API Error: 429 Rate limit]',
};

for (const [how, by] of [
  ['forward', 5 * HOUR],
  ['back', -5 * HOUR],
] as const) {
  describe(`somebody who sets the time ${how} by hours during a turn`, () => {
    it('makes the turn no longer and no shorter, and uses up no minutes of the run', async () => {
      const run = await ScriptedRun.create(
        (call) => {
          run.clock.set(by);
          return call === 1 ? { edits: { 'src/code.js': 'bad' } } : GOOD;
        },
        configOf({ limits: limitsOf({ maxMinutes: 60 }) }),
      );
      await run.run();
      assert.equal(run.store.getTask('fix')?.status, 'done');
      const turns = run.store.listTurns('fix');
      assert.deepEqual(
        turns.map(({ number }) => number),
        [1, 2],
      );
      for (const turn of turns) {
        assert.ok(turn.outcome !== 'running');
        assert.ok(
          turn.durationMs > 0 && turn.durationMs < 60_000,
          describeDuration(turn.durationMs),
        );
      }
    });

    it('makes the run wait no longer for an agent at its limit', async () => {
      const run = await ScriptedRun.create((call) => (call === 1 ? LIMIT : GOOD));
      run.onWait = () => {
        if (run.waits.length === 1) run.clock.set(by);
      };
      await run.run();
      assert.equal(run.store.getTask('fix')?.status, 'done');
      assert.deepEqual(
        run.waits.filter((ms) => ms > HOUR),
        [],
      );
    });
  });
}

describe('minutes of a run', () => {
  it('are up when they have passed, though somebody set the time back', async () => {
    const run = await ScriptedRun.create(
      (call) => {
        if (call > 3) assert.fail('the run goes on');
        run.clock.set(-HOUR);
        run.clock.advance(HOUR / 2);
        return { edits: { 'src/code.js': `bad ${call}` } };
      },
      configOf({ limits: limitsOf({ maxMinutes: 60 }) }),
    );
    await run.run();
    assert.equal(run.reports[0]?.reason, 'MAX_MINUTES');
  });
});
