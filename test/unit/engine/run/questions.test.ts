import assert from 'node:assert/strict';
import { hasEnded } from '../../../../src/model/turn/turn';
import {
  configOf,
  failing,
  PASSED,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

async function runOf(script: (call: number) => ScriptedTurn): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(script, configOf());
  await run.run();
  return run;
}

describe('an agent that asks instead of working', () => {
  const asks = { reply: 'STRATEGY: ask first\n\nShall I make this change? (y/n)' };

  it('has its task wait for the answer after one turn, with its own words', async () => {
    const run = await runOf(() => asks);

    const [report, ...more] = run.reports;
    assert.deepEqual(more, []);
    assert.equal(report?.reason, 'AGENT_QUESTION');
    assert.equal(report.question, asks.reply.replace('\n\n', '\n'));
    assert.equal(run.requests.length, 1);
    assert.equal(run.verifications, 0, 'nothing has changed');
    const task = run.store.getTask('fix');
    assert.deepEqual(
      [task?.status, task?.statusReason],
      ['PAUSED_FOR_INTERVENTION', 'the agent scripted has a question for you'],
    );
  });

  it('is told the question with the answer when the task is resumed, and goes on', async () => {
    const run = await runOf((call) =>
      call === 1
        ? asks
        : { reply: 'Done so.', edits: { 'src/code.js': 'changed' }, verify: { end: PASSED } },
    );
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'yes' });
    await run.run();

    assert.match(run.requests[1]?.systemPrompt ?? '', /Shall I make this change[^]*Answer: yes/);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('is taken at its work where it changed something', async () => {
    const run = await runOf(() => ({
      reply: 'I changed it. Shall I go on?',
      edits: { 'src/code.js': 'changed' },
      verify: { end: PASSED },
    }));

    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('is not waited for where the work of earlier turns passes', async () => {
    const run = await runOf((call) =>
      call === 1
        ? { reply: 'Changed it.', edits: { 'src/code.js': 'changed' } }
        : { reply: 'Nothing is left. Shall I commit it?', verify: { end: PASSED } },
    );

    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.reports, []);
  });

  it('is answered by a human where the work of earlier turns does not pass', async () => {
    const run = await runOf((call) =>
      call === 1 ? { reply: 'Changed it.', edits: { 'src/code.js': 'changed' } } : asks,
    );

    assert.equal(run.requests.length, 2);
    assert.equal(run.reports[0]?.reason, 'AGENT_QUESTION');
  });

  it('is no question where the agent ended badly', async () => {
    const run = await runOf(() => ({ ...asks, end: { kind: 'exit', code: 1 } }));

    assert.notEqual(run.reports[0]?.reason, 'AGENT_QUESTION');
  });
});

describe('an agent that used up a limit of its own', () => {
  const limited: ScriptedTurn = {
    end: { kind: 'exit', code: 1 },
    ownLimit: { kind: 'budget', words: 'Reached maximum budget ($0.50)' },
  };

  it('is not paid a second time: its task pauses with the reason and the remedy', async () => {
    const run = await runOf(() => limited);

    assert.equal(run.requests.length, 1);
    const [report] = run.reports;
    assert.equal(report?.reason, 'AGENT_LIMIT');
    assert.equal(
      report.stopReason,
      'The agent scripted used up its own budget: Reached maximum budget ($0.50). ' +
        'Raise or remove that limit in the settings of the agent scripted itself, or in its command in devs.yaml; then resume the task.',
    );
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('keeps no secret and no control character of its words', async () => {
    const words = `budget of sk-ant-${'0a1b2c3d'.repeat(8)}\u001b[31m is\u0007 used up.`;
    const run = await runOf(() => ({ ...limited, ownLimit: { kind: 'budget', words } }));

    const [turn] = run.store.listTurns('fix').filter(hasEnded);
    assert.match(turn?.reason ?? '', /: budget of sk-\*\*\* is used up\. Raise/);
  });

  it('counts nothing, also where it changed files before', async () => {
    const run = await runOf(() => ({ ...limited, edits: { 'src/code.js': 'half' } }));

    const [turn] = run.store.listTurns('fix').filter(hasEnded);
    assert.deepEqual(
      [turn?.outcome, turn?.consequence, turn?.entropyAfter],
      ['not_agent', 'pause', 0],
    );
    assert.equal(run.requests.length, 1);
  });

  it('is verified and goes on where only its turns were limited and it changed files', async () => {
    const pieces: ScriptedTurn = {
      end: { kind: 'exit', code: 1 },
      ownLimit: { kind: 'turns', words: 'Reached maximum number of turns (30)' },
      edits: { 'src/code.js': 'half' },
      verify: { measurement: failing(5) },
    };
    const run = await runOf((call) =>
      call === 1
        ? pieces
        : {
            ...{ reply: 'Done.', edits: { 'src/code.js': 'x' } },
            verify: { end: PASSED, measurement: failing(0) },
          },
    );

    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('goes on when it is resumed', async () => {
    const run = await runOf((call) =>
      call === 1
        ? limited
        : { reply: 'Done.', edits: { 'src/code.js': 'x' }, verify: { end: PASSED } },
    );
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'done');
  });
});
