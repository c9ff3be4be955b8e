import assert from 'node:assert/strict';
import { NO_EVENTS, READ } from '../../../support/streamReadings';
import { findProgramName } from '../../../../src/rules/programs/findProgramName';
import type { AgentDefinition, DevsConfig } from '../../../../src/model/config/config';
import type { Check } from '../../../../src/model/workspace/setupReport';
import type { AgentResult } from '../../../../src/ports/agent';
import { taskOf } from '../../../support/scriptedRun';
import { agentOf, checkOf, diagnose, valid, type Patient } from './diagnosing';

async function agentCheck(change: Partial<AgentDefinition>, patient: Patient = {}): Promise<Check> {
  const agents = { scripted: agentOf({ ...change, name: 'scripted' }) };
  return await checkOf('agent:scripted', { ...patient, config: valid({ agents }) });
}

describe('the check of an agent', () => {
  it('shows where its program is, and starts none that it does not know', async () => {
    const version = () => Promise.reject(new Error('must not be started'));
    const check = await agentCheck({ command: ['my-agent', '-x'] }, { trials: { version } });
    assert.deepEqual([check.level, check.found], ['ok', '/usr/bin/my-agent']);
  });

  it('asks a known one for its version', async () => {
    const asked: string[] = [];
    const version = ({ file }: { file: string }) => {
      asked.push(file);
      return Promise.resolve({
        end: { kind: 'exit', code: 0 } as const,
        output: '2.0.31 (Code)\n',
      });
    };
    const check = await agentCheck({ command: ['claude', '-p'] }, { trials: { version } });
    assert.deepEqual(asked, ['/usr/bin/claude']);
    assert.equal(check.found, '2.0.31 (Code) at /usr/bin/claude');
  });

  it('tells one that is not there, or that nobody may start', async () => {
    const missing = await agentCheck(
      {},
      { machine: { locate: () => Promise.resolve({ kind: 'missing' }) } },
    );
    assert.equal(missing.level, 'problem');
    assert.equal(missing.found, '`agent` was not found on PATH');
    const folder = await agentCheck(
      { command: ['/opt/agents'] },
      { machine: { locate: () => Promise.resolve({ kind: 'missing' }) } },
    );
    assert.equal(folder.found, '`/opt/agents` is not an executable file');
    const own = { env: { PATH: '/nowhere' } };
    const elsewhere = await agentCheck(own, {
      machine: { locate: () => Promise.resolve({ kind: 'missing' }) },
    });
    assert.match(elsewhere.found, /on PATH, which its `env` sets$/);
    const file = '/home/dev/shop/agent.sh';
    const locate = () => Promise.resolve({ kind: 'notExecutable', file } as const);
    const closed = await agentCheck({ command: ['./agent.sh'] }, { machine: { locate } });
    assert.equal(closed.level, 'problem');
    assert.match(closed.remedy ?? '', /chmod \+x/);
  });

  it('looks it up with the environment that it will have', async () => {
    const env = { PATH: '/opt/agents' };
    let seen: object = {};
    const locate = (_program: string, given: object) => {
      seen = given;
      return Promise.resolve({ kind: 'missing' } as const);
    };
    await agentCheck({ env }, { machine: { locate } });
    assert.deepEqual(seen, env);
  });

  it('tells one that does not start, with its last words, and one that says nothing in time', async () => {
    const said = 'Error: Node 14 is too old\n';
    const failing = () =>
      Promise.resolve({ end: { kind: 'exit', code: 1 } as const, output: said });
    const broken = await agentCheck({ command: ['codex'] }, { trials: { version: failing } });
    assert.equal(broken.level, 'problem');
    assert.match(broken.found, /does not start: Error: Node 14 is too old \(exit code 1\)/);
    const end = { kind: 'timeout', limitMs: 30_000 } as const;
    const silent = () => Promise.resolve({ end, output: '' });
    const late = await agentCheck({ command: ['codex'] }, { trials: { version: silent } });
    assert.equal(late.level, 'warning');
  });

  it('says when only the shell can tell what is started', async () => {
    const check = await agentCheck({ command: 'cd /x && claude -p' });
    assert.deepEqual(
      [check.level, check.found],
      ['ok', '`cd /x && claude -p` is started by the shell; its program is not checked'],
    );
    assert.equal(findProgramName('A=1 claude -p | tee log'), 'claude');
    assert.equal(findProgramName('"$AGENT" -p'), undefined);
    assert.equal(findProgramName('CI=1 PATH=node_modules/.bin jest --ci'), undefined);
    assert.equal(findProgramName('[[ -f done ]] && npm test'), undefined);
    assert.equal(findProgramName(['my agent', 'x']), 'my agent');
  });

  it('leaves out those that no task can come to', async () => {
    const agents: DevsConfig['agents'] = {
      planner: agentOf({ name: 'planner' }),
      coder: agentOf({ name: 'coder', asks: ['expert'], fallback: ['other'] }),
      other: agentOf({ name: 'other' }),
      expert: agentOf({ name: 'expert' }),
      known: agentOf({ name: 'known', about: 'reviews' }),
      spare: agentOf({ name: 'spare' }),
    };
    const roles = {
      planner: { agent: 'planner', instructions: '' },
      coder: { instructions: '' },
      onStuck: 'snitch',
    } as const;
    const tasks = [taskOf({ agent: 'coder', roles })];
    const skippedOf = async (change: Partial<DevsConfig>): Promise<string[]> => {
      const { checks } = await diagnose({ config: valid({ agents, ...change }) });
      const skipped = checks.filter(
        ({ level, group }) => level === 'skipped' && group === 'Agents',
      );
      return skipped.map(({ title }) => title);
    };
    assert.deepEqual(await skippedOf({ tasks }), ['spare']);
    assert.deepEqual(await skippedOf({ tasks: [] }), []);
  });
});

describe('an agent that is really asked', () => {
  const trial = async (
    answer: Partial<AgentResult>,
    definition: Partial<AgentDefinition> = {},
  ): Promise<Check> => {
    const end = { kind: 'exit', code: 0 } as const;
    const result: AgentResult = { end, reply: '', errorTail: '', transcript: '', ...answer };
    const agent = () => Promise.resolve(result);
    return await agentCheck(definition, { trials: { agent }, options: { askAgents: true } });
  };

  it('is in order when it answers', async () => {
    const { level, found } = await trial({ reply: 'ready\n' });
    assert.equal(level, 'ok');
    assert.match(found, /^\/usr\/bin\/agent; answered "ready" in /);
  });

  it('is told of while that lasts, with its own limit or three minutes, and not before', async () => {
    for (const [timeoutMs, limit] of [
      [20_000, '20 s'],
      [3_600_000, '3 min'],
    ] as const) {
      const told: (string | undefined)[] = [];
      await diagnose({
        config: valid({ agents: { scripted: agentOf({ timeoutMs }) } }),
        options: { askAgents: true },
        observer: {
          onRunning: (checks) => {
            const check = checks.find(({ id }) => id === 'agent:scripted');
            if (check !== undefined) told.push(check.doing);
          },
        },
      });
      assert.equal(told[0], undefined);
      assert.equal(told.at(-1), `asking it for a one-word reply, ${limit} at most`);
    }
  });

  it('is a problem when it is not logged in, even where it ends well', async () => {
    for (const code of [0, 1]) {
      const words = { [code === 0 ? 'reply' : 'errorTail']: 'Invalid API key · Please run /login' };
      const { level, found, remedy } = await trial({ end: { kind: 'exit', code }, ...words });
      assert.equal(level, 'problem');
      assert.match(found, /it failed: Invalid API key/);
      assert.doesNotMatch(remedy ?? '', /resume the task/i);
    }
  });

  it('is a problem when it fails in another way, with its last words', async () => {
    const { level, found } = await trial({
      end: { kind: 'exit', code: 3 },
      errorTail: 'The moon is in the wrong phase.\n',
    });
    assert.equal(level, 'problem');
    assert.match(found, /it failed with exit code 3: The moon is in the wrong phase\./);
  });

  it('is a problem when its events report a failure, though it ends well', async () => {
    const failure = '[API Error: 418 No more requests]';
    const { level, found } = await trial({ reply: failure, errorTail: failure, failure });
    assert.equal(level, 'problem');
    assert.match(found, /it failed with exit code 0: \[API Error: 418 No more requests\]/);
  });

  it('is a warning when it says nothing, or prints no event', async () => {
    assert.equal((await trial({ reply: ' \n' })).level, 'warning');
    const mute = await trial({ reply: 'ready', stream: NO_EVENTS });
    assert.equal(mute.level, 'warning');
    assert.match(mute.found, /none of its output is an event/);
  });

  it('has steps that can be read, or names what of them was not understood', async () => {
    const definition = { steps: 'claude' } as const;
    const well = await trial({ reply: 'ready', stream: READ }, definition);
    assert.equal(well.level, 'ok');
    assert.match(well.found, /answered "ready" in .*; its steps can be read$/);

    const unknownKinds = [{ name: 'action', count: 3 }];
    const changed = { ...READ, lines: 5, unknown: 3, unknownKinds, steps: 0, version: '9.0.1' };
    const { level, found, remedy } = await trial({ reply: 'ready', stream: changed }, definition);
    assert.equal(level, 'warning');
    assert.match(
      found,
      /it answered \(version 9\.0\.1\), but its steps cannot all be read: none of its 5 events shows a step \(unknown: action ×3\)$/,
    );
    assert.match(remedy ?? '', /^Update Devs, .*`steps: text`/);
  });

  it('says that what it prints is watched, where it prints no events', async () => {
    const { level, found } = await trial({ reply: 'ready' }, { steps: 'text' });
    assert.equal(level, 'ok');
    assert.match(found, /; its output is watched for repetition$/);
  });

  it('is not asked unless that was wished for', async () => {
    const agent = () => Promise.reject(new Error('must not be asked'));
    assert.equal((await agentCheck({}, { trials: { agent } })).level, 'ok');
  });
});
