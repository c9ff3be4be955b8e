import assert from 'node:assert/strict';
import type { TaskRoles } from '../../../../src/model/hops/roles';
import { hasEnded } from '../../../../src/model/turn/turn';
import { FAILED, limitsOf, PASSED, taskOf } from '../../../support/scriptedRun';
import { agentOf, askingConfig, askingRun, hopsOf, type Plays } from './askingRun';

const ROLES: TaskRoles = {
  planner: { agent: 'planner', instructions: '' },
  coder: { instructions: '' },
  onStuck: 'snitch',
};
const PLANNER = agentOf('planner');
const rolesConfig = (change: Parameters<typeof askingConfig>[0] = {}) =>
  askingConfig({ tasks: [taskOf({ agent: 'backend', roles: ROLES })], ...change }, [
    PLANNER,
    agentOf('security', { about: 'finds holes' }),
  ]);
const decides = (next: string, reason = 'as planned') => ({
  reply: JSON.stringify({ next, reason, plan: ['write it'] }),
});
const PLANS: Plays = { planner: (call) => decides(call === 1 ? 'coder' : 'done') };

describe('roles that ask other agents', () => {
  it('get the answer inside their hop, which is one among the steps of the turn', async () => {
    const run = await askingRun(
      {
        ...PLANS,
        backend: (call) =>
          call === 1
            ? { reply: 'ASK security: Is the login safe?' }
            : { reply: 'It is written.', edits: { 'src/code.js': 'fixed' } },
        security: () => ({ reply: 'Yes.' }),
      },
      rolesConfig(),
    );
    run.verification = () => ({ end: PASSED });
    assert.equal((await run.run()).kind, 'allDone');
    assert.deepEqual(hopsOf(run), ['planner→coder answered', 'backend→security answered']);
    assert.deepEqual(
      run.requests.map(({ call, role }) => [call, role]),
      [
        ['01-planner', 'planner'],
        ['02-coder', 'coder'],
        ['03-security', undefined],
        ['04-coder', 'coder'],
        ['05-planner', 'planner'],
      ],
    );
    assert.match(run.requests[1]?.prompt ?? '', /ASK <agent>[^]*- security: finds holes/);
    assert.match(run.requests[4]?.prompt ?? '', /It is written\./);
  });

  it('end the turn by a loop of requests as a task of one agent does', async () => {
    const run = await askingRun(
      {
        planner: () => decides('coder'),
        backend: () => ({ reply: 'ASK security: Can you review this authentication code?' }),
        security: () => ({ reply: 'It is fine.' }),
      },
      rolesConfig({ limits: limitsOf({ maxPivots: 0 }) }),
    );
    run.verification = () => ({ end: FAILED });
    await run.run();
    const [turn] = run.store.listTurns('fix').filter(hasEnded);
    assert.equal(turn?.inTurnLoop?.detector, 'collaboration loop');
    assert.equal(turn.consequence, 'pause');
    assert.deepEqual(run.entropies(), [3]);
    assert.ok(hopsOf(run).every((hop) => !hop.endsWith('running')));
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });
});
