import assert from 'node:assert/strict';
import type { AgentDefinition } from '../../../../src/model/config/config';
import { openCommand } from '../../../../src/engine/sessions/openCommand';
import {
  configOf,
  FAILED,
  failing,
  limitsOf,
  PASSED,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const AGENT: AgentDefinition = {
  ...{ name: 'scripted', type: 'command', command: ['claude'], timeoutMs: 60_000, env: {} },
  ...{ steps: 'claude', session: 'continue' },
};

/** Continues what it is asked to, else begins a session that is named by the call. */
async function openRun(agent = AGENT, play: (call: number) => ScriptedTurn = () => ({})) {
  const other = { ...AGENT, name: 'other' };
  const config = configOf({
    agents: { scripted: agent, other },
    limits: limitsOf({ maxTurns: 4, loopThreshold: 3 }),
  });
  const run = await ScriptedRun.create((call, { session }) => {
    const id = session ?? `s${call}`;
    return {
      verify: { end: FAILED, measurement: failing(5) },
      reply: 'STRATEGY: again',
      edits: { 'src/code.js': `edit ${call}` },
      session: { id, isContinued: session !== undefined },
      ...play(call),
    };
  }, config);
  return { run, sessions: () => run.requests.map(({ session }) => session) };
}

describe('the session of an agent', () => {
  it('goes on from turn to turn, until a pivot begins a new one', async () => {
    const { run, sessions } = await openRun();
    await run.run();
    // The third turn without progress leads to a pivot.
    assert.deepEqual(sessions(), [undefined, 's1', 's1', undefined]);
    assert.deepEqual(
      run.store.listTurns('fix').map((turn) => 'session' in turn && turn.session),
      [
        { id: 's1', isContinued: false, open: 'claude --resume s1' },
        ...[1, 2].map(() => ({ id: 's1', isContinued: true, open: 'claude --resume s1' })),
        { id: 's4', isContinued: false, open: 'claude --resume s4' },
      ],
    );
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.deepEqual(sessions().slice(4, 6), ['s4', 's4']);
  });

  it('is a new one each turn by default', async () => {
    const fresh: AgentDefinition = { ...AGENT, session: 'fresh' };
    const { run, sessions } = await openRun(fresh);
    await run.run();
    assert.deepEqual(new Set(sessions()), new Set([undefined]));
  });

  it('is a new one for another agent, also when the first works again', async () => {
    const { run, sessions } = await openRun();
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix', agent: 'other' });
    await run.run();
    assert.deepEqual(sessions().slice(4, 6), [undefined, 's5']);
  });

  it('is a new one after a retry', async () => {
    const { run, sessions } = await openRun(AGENT, (call) =>
      call === 2 ? { verify: { end: PASSED, measurement: failing(0) } } : {},
    );
    await run.run();
    assert.deepEqual(sessions(), [undefined, 's1']);
    run.intervene({ type: 'retry', taskId: 'fix' });
    await run.run();
    assert.equal(sessions()[2], undefined);
  });

  it('that is lost is said', async () => {
    const { run } = await openRun(AGENT, (call) =>
      call === 2 ? { session: { id: 's2', isContinued: false, lost: 'not found' } } : {},
    );
    await run.run();
    assert.deepEqual(
      run.warnings.filter((warning) => warning.includes('session')),
      ['The agent scripted could not continue its session and began a new one: not found'],
    );
  });
});

describe('the command that opens a session', () => {
  it('is that of the program in the command', () => {
    for (const [command, expected] of [
      [['claude', '-p'], 'claude --resume s1'],
      [['node', '/x/claude-agent-acp/dist/index.js'], 'claude --resume s1'],
      ['codex exec --json -', 'codex resume s1'],
      [['my-agent'], undefined],
    ] as const)
      assert.equal(openCommand({ command }, 's1'), expected);
  });
});
