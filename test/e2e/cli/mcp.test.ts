import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { McpClient } from '../../support/mcpClient';
import { DEVS, until } from './devsProcess';
import { HAS_TERMINAL, TerminalRun } from './terminal';
import { LOOPING, TestWorkspace } from './testWorkspace';

describe('devs mcp', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  const clients: McpClient[] = [];

  beforeEach(() => {
    workspace = new TestWorkspace();
    workspace.configure([LOOPING]);
  });
  afterEach(async () => {
    for (const { child } of clients.splice(0)) child.kill('SIGKILL');
    await workspace.dispose();
  });

  async function start(
    env: NodeJS.ProcessEnv = {},
    ...args: readonly string[]
  ): Promise<McpClient> {
    const client = new McpClient([process.execPath, DEVS, 'mcp', ...args], {
      cwd: workspace.folder,
      env: workspace.environment(env),
    });
    clients.push(client);
    return await client.open();
  }

  it('tells the agent its task as the prompt does: the goal, what failed, strategies given up, hints', async () => {
    await workspace.devs('run');
    await workspace.devs('resume', 'fix-answer', '--hint', 'Six times seven.');
    const client = await start({ DEVS_TASK_ID: 'fix-answer' });
    const { text, isError } = await client.call('task');
    assert.equal(isError, false);
    for (const part of [/The answer is 42\./, /- Six times seven\./, /expected 42, got 41/])
      assert.match(text, part);
    const named = await start({}, '--task', 'fix-answer');
    assert.equal((await named.call('task')).text, text);
  });

  it('tells it the goal before anything ran', async () => {
    const client = await start({ DEVS_TASK_ID: 'fix-answer' });
    assert.deepEqual(await client.call('task'), { text: 'The answer is 42.', isError: false });
  });

  it('answers lessons, and that there is none', async () => {
    const client = await start();
    assert.deepEqual(await client.call('lessons', { query: 'expected 42' }), {
      text: 'There is no lesson for that.',
      isError: false,
    });
  });

  it('shows the progress that the running agent reports, and counts a blocker as a line of its reply', async () => {
    const waitFor = path.join(workspace.root, 'go');
    workspace.configureWatched([{ waitFor, answer: 'STRATEGY: guess\nI give up.' }], {
      limits: { maxTurns: 1 },
    });
    const run = workspace.start(['run']);
    await until('the agent runs', () => workspace.calls().length > 0);
    const client = await start({ DEVS_TASK_ID: 'fix-answer' });
    const progress = await client.call('report_progress', { text: 'Half is done.' });
    assert.deepEqual(progress, { text: 'Shown to the user.', isError: false });
    await until('it is shown', async () => {
      const [running] = await workspace.query('SELECT steps FROM running_steps');
      return /"said":"Half is done\."/.test(String(running?.['steps']));
    });
    const stale = await start({ DEVS_TASK_ID: 'fix-answer', DEVS_TURN: 'outer/earlier-turn' });
    assert.equal((await stale.call('report_blocked', { what: 'no login' })).isError, true);
    assert.equal((await client.call('report_blocked', { what: 'no login' })).isError, false);
    writeFileSync(waitFor, '');
    await run.ended;
    const [attempt] = await workspace.query('SELECT blockers FROM attempts');
    assert.equal(attempt?.['blockers'], '["no login"]');
    assert.match(
      (await client.call('report_progress', { text: 'more' })).text,
      /Nothing is running/,
    );
  });

  async function startInTurn(): Promise<McpClient> {
    await until('the agent runs', () => workspace.calls().length > 0);
    const [turn] = await workspace.query('SELECT id FROM turns ORDER BY number DESC');
    const DEVS_TURN = `outer/${String(turn?.['id'])}`;
    return await start({ DEVS_TASK_ID: 'fix-answer', DEVS_TURN });
  }

  const isAsked = (question: string) => async (): Promise<boolean> => {
    const [running] = await workspace.query('SELECT steps FROM running_steps');
    return String(running?.['steps']).includes(JSON.stringify(question));
  };

  if (HAS_TERMINAL) {
    it('asks the human at the terminal: two questions at once, a lost connection, a killed server, an answer after the task was skipped', async () => {
      const waitFor = path.join(workspace.root, 'go');
      workspace.configureWatched([{ waitFor, answer: 'STRATEGY: ask' }]);
      const run = new TerminalRun(workspace, 'run');
      const answer = (...words: readonly string[]) =>
        workspace.devs('answer', 'fix-answer', ...words);
      try {
        const client = await startInTurn();
        const first = client.call('ask_human', { question: '6 or 7?' });
        await until('the first is shown', isAsked('6 or 7?'));
        const second = client.call('ask_human', { question: '42 or 43?' });
        await until('both are shown', isAsked('42 or 43?'));
        assert.match(
          (await answer('six')).stderr,
          /2 questions of fix-answer wait for an answer; name one/,
        );
        assert.match(run.text, /scripted asks you: 6 or 7\?/);
        const { stdout } = await answer('--question', '2', 'It', 'is 42.');
        assert.equal(stdout, 'scripted has your answer.\n');
        assert.deepEqual(await second, { text: 'It is 42.', isError: false });
        const long = await answer('6'.repeat(25_000));
        assert.equal(
          long.stderr,
          'The answer is longer than 8,000 characters; write a shorter one.\n',
        );
        await answer('six');
        assert.deepEqual(await first, { text: 'six', isError: false });

        const lost = await startInTurn();
        void lost.call('ask_human', { question: 'Is anybody there?' });
        await until('it is shown', isAsked('Is anybody there?'));
        assert.equal(await lost.close(), 0);
        assert.match((await answer('yes')).stderr, /No question of fix-answer waits/);

        const killed = await startInTurn();
        void killed.call('ask_human', { question: 'Who is there?' });
        await until('it is shown', isAsked('Who is there?'));
        killed.child.kill('SIGKILL');
        await until('it is withdrawn', async () => {
          const [running] = await workspace.query('SELECT steps FROM running_steps');
          return /"Who is there\?"[^{}]*"withdrawn"/.test(String(running?.['steps']));
        });

        void client.call('ask_human', { question: 'What now?' });
        // It carries the mark of the turn, whose processes end with it.
        const ended = once(client.child, 'close');
        await until('it is shown', isAsked('What now?'));
        await workspace.devs('skip', 'fix-answer');
        assert.match((await answer('go on')).stderr, /fix-answer is not running/);
        await ended;
      } finally {
        writeFileSync(waitFor, '');
        run.child.kill();
        await run.ended;
      }
    });
  }

  it('pauses the task with the question when the turn ends, where nobody can answer', async () => {
    const waitFor = path.join(workspace.root, 'go');
    const write = { 'answer.txt': '41' };
    workspace.configureWatched([{ waitFor, write, answer: 'STRATEGY: guess\nI took 41.' }]);
    const run = workspace.start(['run']);
    const client = await startInTurn();
    const { text, isError } = await client.call('ask_human', { question: '41 or 42?' });
    assert.equal(isError, true);
    assert.match(text, /pauses with your question/);
    writeFileSync(waitFor, '');
    const { code, stdout } = await run.ended;
    assert.equal(code, 2);
    assert.match(stdout, /41 or 42\?/);
    const [task] = await workspace.query('SELECT status FROM tasks');
    assert.equal(task?.['status'], 'PAUSED_FOR_INTERVENTION');
  });

  it('refuses what it cannot answer and goes on: no task, another task, wrong arguments, no JSON', async () => {
    const client = await start();
    const refused = await client.call('task');
    assert.equal(refused.isError, true);
    assert.match(refused.text, /does not run you on a task/);
    const other = await start({ DEVS_TASK_ID: 'no-such' });
    assert.match((await other.call('task')).text, /no task "no-such"/);
    const unknown = await (
      await start({ DEVS_TASK_ID: 'fix-answer' })
    ).call('ask_human', {
      question: 'Which?',
    });
    assert.match(unknown.text, /which turn you work in: DEVS_TURN is not set/);
    client.write('{"half');
    client.write('[]');
    const hostile = [{ query: 5 }, { query: 'x'.repeat(10_000) }, { unknown: true }];
    for (const args of hostile)
      assert.equal(
        (await client.call('lessons', args)).isError,
        true,
        JSON.stringify(args).slice(0, 40),
      );
    assert.equal((await client.call('no_such_tool')).isError, true);
    assert.deepEqual(client.noise, []);
    const tools = await client.tools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['task', 'lessons', 'report_progress', 'report_blocked', 'ask_human'],
    );
    for (const { inputSchema } of tools)
      assert.deepEqual(
        Object.keys(inputSchema).filter((key) => key.startsWith('$')),
        [],
        'a dialect that a client may not know',
      );
  });

  it('ends with the agent, and when a message is too large to read', async () => {
    const client = await start();
    assert.equal(await client.close(), 0);
    const flooded = await start();
    const ended = once(flooded.child, 'close');
    flooded.write(`"${'x'.repeat(3 * 1024 * 1024)}`);
    assert.deepEqual(await ended, [0, null]);
  });
});
