import assert from 'node:assert/strict';
import { decide, playRoles, roleConfig } from '../../../support/roleScripts';
import { ScriptedRun } from '../../../support/scriptedRun';

describe('a turn with roles', () => {
  it('planner repeatedly asks for research without changing plan → early termination with aborted_stuck', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () => decide('researcher', { reason: 'need to assess', plan: ['assess'] }),
        researcher: () => ({ reply: 'already done' }),
      }),
      roleConfig(),
    );

    const end = await run.run();

    assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] });
    const task = run.store.getTask('fix');
    assert.equal(task?.status, 'aborted_stuck');
    assert.equal(
      task.statusReason,
      'Planner detected loop planner→researcher without progress after 6 hops.',
    );
  });
});
