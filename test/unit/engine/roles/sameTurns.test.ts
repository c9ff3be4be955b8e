import assert from 'node:assert/strict';
import { hasEnded } from '../../../../src/model/turn/turn';
import { decide, playRoles, roleConfig } from '../../../support/roleScripts';
import { failing, FAILED, ScriptedRun } from '../../../support/scriptedRun';

describe('turns with roles that are the same', () => {
  it('have the same reply, however long their verification took: the first worked example holds', async () => {
    const steps = ['coder', 'verifier', 'done'] as const;
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => decide(steps[(n - 1) % steps.length] ?? 'done'),
        coder: () => ({ edits: { 'src/code.js': 'wrong' } }),
      }),
      roleConfig(),
    );
    run.verification = (n) => ({
      end: FAILED,
      output: `1 failing (${n * 17}ms)\nAssertionError: expected 1\n`,
      measurement: failing(1),
    });

    await run.run();

    const turns = run.store.listTurns('fix').filter(hasEnded);
    assert.equal(new Set(turns.map(({ replyHash }) => replyHash)).size, 1);
    assert.deepEqual(
      turns.map(({ consequence }) => consequence),
      ['none', 'none', 'pivot', 'pivot', 'pause'],
    );
  });
});
