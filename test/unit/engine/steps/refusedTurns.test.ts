import assert from 'node:assert/strict';
import { hasEnded, type TurnEnd } from '../../../../src/model/turn/turn';
import { sameCalls, watched } from '../../../support/agentSteps';
import { configOf, limitsOf, ScriptedRun, type ScriptedTurn } from '../../../support/scriptedRun';
import { named } from '../../../support/sampleEvents';

const REFUSED = {
  args: '{"command":"npm install left-pad","description":"Install the package"}',
  result: 'This command requires approval',
};

function endedTurns(run: ScriptedRun): readonly TurnEnd[] {
  return run.store.listTurns('fix').filter(hasEnded);
}

async function runOf(
  script: (call: number) => ScriptedTurn,
  limits: Parameters<typeof limitsOf>[0] = {},
): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(script, watched(configOf({ limits: limitsOf(limits) })));
  await run.run();
  return run;
}

describe('an agent whose call is refused again and again', () => {
  it('is ended at the third refusal, and its task is blocked with the flag that allows it', async () => {
    const run = await runOf(() => ({ steps: sameCalls(100, REFUSED) }));

    const [turn, ...more] = endedTurns(run);
    assert.deepEqual(more, []);
    assert.deepEqual(turn?.agentEnd, {
      kind: 'stopped',
      reason: '`npm install` was refused repeatedly',
    });
    assert.deepEqual(
      [turn.outcome, turn.consequence, turn.external],
      ['not_agent', 'blocked', 'permission'],
    );
    const task = run.store.getTask('fix');
    assert.equal(task?.status, 'blocked');
    assert.equal(
      task.statusReason,
      'permission denied: `npm install` was refused 3 times: This command requires approval — ' +
        'Add `--allowedTools=Bash(npm install *)` to the command of the agent scripted in devs.yaml, ' +
        'or tell it in a hint how to work without it; then resume the task.',
    );
    assert.equal(run.verifications, 0, 'nothing to verify');
  });

  it('counts nothing: no entropy, no strategy, no pivot', async () => {
    const run = await runOf(() => ({ steps: sameCalls(100, REFUSED) }));

    const task = run.store.getTask('fix');
    assert.deepEqual([task?.entropyCount, task?.pivotCount], [0, 0]);
    assert.equal(run.store.getFailures('fix'), undefined);
  });

  it('is proved by the steps that were refused, in the turn and in its event', async () => {
    const run = await runOf(() => ({ steps: sameCalls(100, REFUSED) }));

    const [turn] = endedTurns(run);
    assert.equal(turn?.inTurnLoop?.detector, 'refused call');
    assert.deepEqual(
      turn.inTurnLoop.steps?.map(({ number, result }) => [number, result]),
      [1, 2, 3].map((number) => [number, 'This command requires approval']),
    );
    assert.deepEqual(
      turn.refused?.map(({ refusal, count }) => [refusal.action, count]),
      [['npm install', 3]],
    );
    const ended = named(run.events, 'turn_ended')[0];
    assert.equal(ended?.data.inTurnLoop, 'refused call');
  });

  it('keeps of a name that its events give to the tool one short line without secrets', async () => {
    const tool = `mcp sk-ant-${'0a1b2c3d'.repeat(8)}\u001b[2J${'x'.repeat(100_000)}`;
    const run = await runOf(() => ({
      steps: sameCalls(100, { ...REFUSED, tool }),
      denied: [{ tool, args: '{}' }],
    }));

    const [refused] = endedTurns(run)[0]?.refused ?? [];
    const kept = JSON.stringify([refused, run.store.getTask('fix')?.statusReason]);
    assert.doesNotMatch(kept, /0a1b|\\u001b/);
    assert.ok(kept.length < 2_000, `${kept.length}`);
  });

  const refusedCommands = (commands: readonly string[], from: number) =>
    commands.map((command, at) => ({
      ...{ number: from + at, tool: 'Bash', args: JSON.stringify({ command }) },
      ...{ result: REFUSED.result, thought: '', error: true },
    }));

  it('is blocked for what was refused last, however much was refused before', async () => {
    const before = Array.from({ length: 30 }, (_, at) => [
      ...refusedCommands([`program${at} start`], 2 * at + 1),
      {
        ...{ number: 2 * at + 2, tool: 'Write', args: `{"file_path":"/f${at}","content":"${at}"}` },
        ...{ result: 'File created successfully.', thought: '', error: false },
      },
    ]).flat();
    const last = refusedCommands(Array<string>(3).fill('npm install'), 61);
    const run = await runOf(() => ({ steps: [...before, ...last] }));

    assert.match(run.store.getTask('fix')?.statusReason ?? '', /`npm install` was refused 3 times/);
  });

  it('is blocked for who refused it last, where two did', async () => {
    const denied = 'npm error code EACCES\nnpm error Permission denied: /usr/lib/node_modules';
    const edit = {
      ...{ tool: 'Write', args: '{"file_path":"/a.js","content":"1"}', thought: '' },
      ...{ result: 'File created successfully.', error: false },
    };
    const byMachine = sameCalls(2, { ...REFUSED, result: denied });
    const byRule = refusedCommands(Array<string>(3).fill('npm install left-pad'), 0);
    const steps = [...byMachine, edit, ...byMachine, ...byRule];
    const run = await runOf(() => ({
      steps: steps.map((step, at) => ({ ...step, number: at + 1 })),
    }));

    assert.match(run.store.getTask('fix')?.statusReason ?? '', /refused 3 times.*--allowedTools=/);
  });

  it('works on after a human allowed it and resumed the task', async () => {
    const run = await runOf((call) =>
      call === 1
        ? { steps: sameCalls(100, REFUSED) }
        : {
            reply: 'Installed.',
            edits: { 'src/code.js': 'done' },
            verify: { end: { kind: 'exit', code: 0 } },
          },
    );
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('is not ended while it changes something new between the refusals', async () => {
    const steps = [0, 1, 2, 3].flatMap((at) => [
      {
        ...{
          number: 2 * at + 1,
          tool: 'Edit',
          result: 'The file /a.js has been updated.',
          thought: '',
        },
        args: `{"file_path":"/a.js","old_string":"x${at}","new_string":"x${at + 1}"}`,
      },
      { number: 2 * at + 2, tool: 'Bash', thought: '', error: true, ...REFUSED },
    ]);
    const run = await runOf(() => ({
      steps,
      edits: { 'a.js': 'x4' },
      verify: { end: { kind: 'exit', code: 0 } },
    }));

    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('is tried again after a pause where the host of a registry has no address, then blocked', async () => {
    const result =
      'npm error code ENOTFOUND\nnpm error network request to https://packages.example.org/left-pad failed, reason: getaddrinfo ENOTFOUND packages.example.org';
    const run = await runOf(() => ({ steps: sameCalls(100, { ...REFUSED, result }) }), {
      maxRetries: 2,
    });

    const turns = endedTurns(run);
    assert.deepEqual(
      turns.map(({ outcome, external, consequence }) => [outcome, external, consequence]),
      [
        ['not_agent', 'network', 'none'],
        ['not_agent', 'network', 'none'],
        ['not_agent', 'network', 'blocked'],
      ],
    );
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /packages\.example\.org/);
  });

  const environment: readonly (readonly [string, string, string, RegExp])[] = [
    [
      'a script that may not be run',
      './run.sh',
      'bash: ./run.sh: Permission denied',
      /chmod \+x \.\/run\.sh/,
    ],
    [
      'a port that may not be used',
      'node server.js',
      'Error: listen EACCES: permission denied 0.0.0.0:80',
      /above 1023/,
    ],
    [
      'a service without a login',
      'curl -s https://api.example.org/items',
      '{"error":"unauthorized"}',
      /Log in to/,
    ],
  ];
  for (const [what, command, result, remedy] of environment)
    it(`blocks the task at the third refusal of ${what}, with what to do`, async () => {
      const args = JSON.stringify({ command });
      const run = await runOf(() => ({ steps: sameCalls(100, { args, result }) }));

      assert.equal(endedTurns(run).length, 1);
      assert.equal(endedTurns(run)[0]?.inTurnLoop?.steps?.length, 3);
      assert.equal(run.store.getTask('fix')?.status, 'blocked');
      assert.match(run.store.getTask('fix')?.statusReason ?? '', remedy);
    });

  it('goes round in circles where the task itself wrote what is refused', async () => {
    const args = '{"command":"./run.sh"}';
    const result = 'bash: ./run.sh: Permission denied';
    const run = await runOf((call) => ({
      edits: { 'run.sh': `echo ${call}` },
      steps: sameCalls(100, { args, result }),
    }));

    assert.equal(endedTurns(run)[0]?.outcome, 'no_progress');
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });
});

describe('an agent that gives up because its own rules refused a call', () => {
  it('has its task blocked with the remedy after one turn', async () => {
    const run = await runOf(() => ({
      reply: 'I need your permission to run npm install.',
      steps: sameCalls(1, REFUSED),
    }));

    assert.equal(endedTurns(run).length, 1);
    assert.match(
      run.store.getTask('fix')?.statusReason ?? '',
      /^permission denied: `npm install` was refused once: .*--allowedTools=Bash\(npm install \*\)/,
    );
  });

  it('has it also where only the sum at its end tells', async () => {
    const run = await runOf(() => ({
      reply: 'I could not get approval for it.',
      denied: [{ tool: 'Bash', args: '{"command":"docker compose up"}' }],
    }));

    assert.match(
      run.store.getTask('fix')?.statusReason ?? '',
      /`docker compose up` was refused once/,
    );
  });

  it('has it with the reason and the rule of Devs where Devs refused it, once, also where its steps show it', async () => {
    const { args } = REFUSED;
    const call = { tool: 'Bash', args, reason: 'denied by a human', remedy: 'Add a rule' };
    const other = { ...call, args: '{"command":"rm x"}', reason: 'nobody answered in time' };
    const run = await runOf(() => ({
      reply: 'I need your permission to run npm install.',
      ...{ steps: sameCalls(1, REFUSED), denied: [call, other, other] },
    }));

    const [turn] = endedTurns(run);
    assert.deepEqual(
      turn?.refused?.map(({ refusal, count, remedy }) => [
        ...[refusal.action, count, refusal.words],
        remedy.slice(0, 'Add a rule, or'.length),
      ]),
      [
        ['npm install', 1, 'denied by a human', 'Add a rule, or'],
        ['rm x', 2, 'nobody answered in time', 'Add a rule, or'],
      ],
    );
  });

  it('has it without a word of it where nobody was there to be asked', async () => {
    const run = await runOf(() => ({
      reply: 'I install it.',
      steps: sameCalls(1, {
        ...REFUSED,
        result: 'The user rejected permission to use this specific tool call.',
      }),
    }));

    assert.equal(endedTurns(run).length, 1);
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /`npm install` was refused once/);
  });

  it('is verified where an earlier turn has done the work', async () => {
    const passes = { end: { kind: 'exit', code: 0 } } as const;
    const run = await runOf((call) =>
      call === 1
        ? { reply: 'First part.', edits: { 'src/code.js': 'login' } }
        : {
            reply: 'I was not allowed to run tsc. The login is in place.',
            steps: sameCalls(1, REFUSED),
            verify: passes,
          },
    );

    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('is done all the same where it did without and the verification passes', async () => {
    const run = await runOf(() => ({
      reply: 'I was not allowed to install it and wrote it by hand.',
      edits: { 'src/code.js': 'by hand' },
      steps: sameCalls(1, REFUSED),
      verify: { end: { kind: 'exit', code: 0 } },
    }));

    assert.equal(run.store.getTask('fix')?.status, 'done');
  });
});

describe('the advice of a report', () => {
  it('names what was refused and how often, with the remedy, and no hint about the failure', async () => {
    const run = await runOf((call) => ({
      reply: `Try ${call}.`,
      edits: { 'src/code.js': `try ${call}` },
      steps: sameCalls(1, REFUSED),
    }));

    const { advice } = run.reports[0] ?? assert.fail('no report');
    assert.match(
      advice.join('\n'),
      /^The agent was refused `npm install` 9 times \(This command requires approval\)\. Add `--allowedTools=/m,
    );
    assert.doesNotMatch(advice.join('\n'), /a hint about what causes it/);
  });

  it('says that no file was changed where none was', async () => {
    const run = await runOf((call) => ({ reply: `I looked at it, ${call}.` }));

    const { advice } = run.reports[0] ?? assert.fail('no report');
    assert.match(
      advice.join('\n'),
      /^The agent left the workspace unchanged in 9 turns\. Check that its command/m,
    );
    assert.doesNotMatch(advice.join('\n'), /a hint about what causes it/);
  });
});
