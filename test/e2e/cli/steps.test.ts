import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTrace, watchSteps } from '../../support/stepTraces';
import type { TaskOverview } from '../../../src/model/overview/overview';
import { itAtFullScale } from '../../support/scale';
import { isAlive, until } from './devsProcess';
import { TestWorkspace, type Step } from './testWorkspace';

/** Goes round in circles and would never end by itself. */
const CIRCLING: Step = { sameCalls: 20, hang: true, child: true, write: { 'answer.txt': '41' } };
/** What a prompt says of the loop that ended the last turn. */
const FACT =
  /repeated itself.*\n----- BEGIN REPEATED STEPS -----\nFound: .*\nCall: Bash npm test\nRepeated: 3 times\nAnswered each time: 1 failing: adds\n/;

describe('an agent whose steps are read', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  it('is ended with all it started when it goes round in circles, and its steps are shown', async () => {
    const tries = [41, 40, 39, 38, 37, 36].map((answer): Step => {
      return { ...CIRCLING, write: { 'answer.txt': `${answer}` } };
    });
    workspace.configureWatched(tries);
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    const turns = await workspace.query('SELECT outcome, consequence FROM turns ORDER BY number');
    assert.deepEqual(
      turns.map(({ outcome, consequence }) => [outcome, consequence]),
      [
        ['no_progress', 'none'],
        ['no_progress', 'pivot'],
        ['no_progress', 'none'],
        ['no_progress', 'pivot'],
        ['no_progress', 'none'],
        ['no_progress', 'pause'],
      ],
    );
    const processes = [...workspace.calls().map(({ pid }) => pid), ...workspace.children()];
    assert.equal(processes.length, 12);
    for (const pid of processes) assert.equal(isAlive(pid), false);
    for (const [turn, stage] of [
      [1, '1 of 2): .* The next prompt tells the agent'],
      [2, '2 of 2): .* The strategy has failed'],
    ] as const)
      assert.match(
        stdout,
        new RegExp(`turn ${turn} .*Stopped for a loop \\(${stage.replace(')', '\\)')}`),
      );
    assert.match(stdout, /⚠ ENTROPY PAUSE/);
    assert.match(stdout, /\nFull report: `devs report fix-answer`\n/);
    const { stdout: report } = await workspace.devs('report', 'fix-answer');
    assert.match(report, /Found by {2}the same call with the same result: steps 1, 2 and 3\n/);
    assert.match(report, /Steps of the loop\n {4}1 {2}Bash .*npm test.* {2}1 failing: adds\n/);
    assert.match(report, /agent: ended by Devs: it was in a loop \(repeated call\) /);
    const { stdout: run } = await workspace.devs('report');
    assert.match(
      run,
      /Turn 6 was ended because of a loop: the same call with the same result: steps 1, 2 and 3\n/,
    );
  });

  it('is told of its first loop in the next prompt, and of none in a pivot turn', async () => {
    workspace.configureWatched([
      CIRCLING,
      { ...CIRCLING, write: { 'answer.txt': '40' } },
      { answer: 'DONE: it is 42.', write: { 'answer.txt': '42' } },
    ]);
    assert.equal((await workspace.devs('run')).code, 0);
    const [first, second, pivot] = workspace.calls().map(({ prompt }) => prompt);
    assert.doesNotMatch(first ?? '', FACT);
    assert.match(second ?? '', FACT);
    assert.match(pivot ?? '', /SYSTEM OVERRIDE/);
    assert.doesNotMatch(pivot ?? '', FACT);
  });

  itAtFullScale('is told after a kill as well, and the loop after that is the second', async () => {
    workspace.configureWatched([
      CIRCLING,
      { hang: true, write: { 'answer.txt': '40' } },
      { ...CIRCLING, write: { 'answer.txt': '39' } },
      { answer: 'DONE: it is 42.', write: { 'answer.txt': '42' } },
    ]);
    const killed = workspace.start(['run']);
    await until('the second turn', () => Promise.resolve(workspace.calls()[1]));
    killed.kill('SIGKILL');
    await killed.ended;
    const { stdout } = await workspace.devs('status', 'fix-answer');
    assert.match(
      stdout,
      /\nTurn 1: Stopped for a loop \(1 of 2\): `npm test` failed in the same way 3 times .*\. The next prompt tells the agent\.\n/,
    );
    assert.equal((await workspace.devs('run')).code, 0);
    const turns = await workspace.query('SELECT outcome, consequence FROM turns ORDER BY number');
    assert.deepEqual(
      turns.map(({ outcome, consequence }) => [outcome, consequence]),
      [
        ['no_progress', 'none'],
        ['interrupted', 'none'],
        ['no_progress', 'pivot'],
        ['success', 'done'],
      ],
    );
    assert.deepEqual(
      workspace.calls().map(({ prompt }) => FACT.test(prompt)),
      [false, true, true, false],
    );
  });

  it('is done by its final text, of which alone the response is', async () => {
    const answer = 'DONE: it is 42.';
    workspace.configureWatched([{ sameCalls: 2, answer, write: { 'answer.txt': '42' } }]);
    assert.equal((await workspace.devs('run')).code, 0);
    const { stdout } = await workspace.devs('report', '--json');
    assert.doesNotMatch(stdout, /tool_use_id/);
    const [turn] = await workspace.query('SELECT reply_hash FROM turns');
    workspace.play([{ reply: answer, write: { 'answer.txt': '42' } }]);
    await workspace.devs('retry', 'fix-answer');
    await workspace.devs('run');
    const [, plain] = await workspace.query('SELECT reply_hash FROM turns ORDER BY number');
    assert.equal(plain?.['reply_hash'], turn?.['reply_hash']);
  });

  it('is seen at work by others, what looks like a loop too; a kill leaves nothing of it', async () => {
    workspace.configureWatched([
      { sameCalls: 2, hang: true },
      { answer: 'DONE: it is 42.', write: { 'answer.txt': '42' } },
    ]);
    const run = workspace.start(['run']);
    const steps = async (): Promise<TaskOverview['steps'] | null> => {
      const { stdout } = await workspace.devs('status', 'fix-answer', '--json');
      const told = JSON.parse(stdout) as {
        readonly task: { readonly steps: TaskOverview['steps'] };
      };
      return told.task.steps;
    };
    const seen = await until('the second step', async () => {
      const shown = await steps();
      return shown?.count === 2 ? shown : undefined;
    });
    assert.deepEqual([seen.turn, seen.agent, seen.current], [1, 'scripted', undefined]);
    const { detector, level, count, limit } = seen.suspicion ?? {};
    assert.deepEqual([detector, level, count, limit], ['repeated call', 'suspect', 2, 3]);
    run.kill('SIGKILL');
    await run.ended;
    assert.equal(await steps(), null);
    assert.equal((await workspace.devs('run')).code, 0);
    assert.equal((await workspace.query('SELECT * FROM running_steps')).length, 0);
  });

  describe('that a human calls no loop', () => {
    const SAME: Step = { sameCalls: 20, answer: 'DONE: it is 42.', write: { 'answer.txt': '42' } };

    it('is not ended for it again, and its steps become a trace for a test', async () => {
      workspace.configureWatched([CIRCLING]);
      await workspace.devs('run');
      const trace = join(workspace.root, 'false-alarm.trace');
      const { code, stdout } = await workspace.devs(
        ...['not-a-loop', 'fix-answer', '--export', trace],
      );
      assert.equal(code, 0);
      assert.match(stdout, /^Recorded that fix-answer was not in a loop: the task continues/);
      const { agent, expect, isAttended, steps } = parseTrace(readFileSync(trace, 'utf8'), trace);
      assert.deepEqual([agent, expect, isAttended], ['scripted', 'none', false]);
      const stuck = watchSteps(steps, false).find(({ level }) => level === 'stuck');
      assert.deepEqual([stuck?.detector, stuck?.step], ['repeated call', 3]);

      workspace.play([SAME]);
      assert.equal((await workspace.devs('run')).code, 0);
      const { stdout: shown } = await workspace.devs('status', 'fix-answer');
      assert.match(shown, /marked by you as not a loop/);

      const again = await workspace.devs('not-a-loop', 'fix-answer', '1', '--export', trace);
      assert.equal(again.code, 1);
      assert.match(again.stderr, /false-alarm\.trace exists already; name another file\./);
      const unknown = await workspace.devs('not-a-loop', 'fix-answer', '9', '--json');
      assert.equal(unknown.code, 1);
      assert.match(
        unknown.stdout + unknown.stderr,
        /Turn 9 of fix-answer was not ended because of a loop\. Turns that were: 1 \(repeated call\)/,
      );
      const { stdout: same } = await workspace.devs('not-a-loop', 'fix-answer', '1', '--json');
      assert.match(same, /already marked as not a loop; nothing changed/);
    });

    itAtFullScale(
      'is dismissed by another terminal while a run goes on, and stays so after a kill',
      async () => {
        workspace.configureWatched([CIRCLING, { sameCalls: 1, hang: true }, SAME]);
        const run = workspace.start(['run']);
        await until('the second turn', () =>
          Promise.resolve(workspace.calls().length === 2 ? true : undefined),
        );
        const { code, stdout } = await workspace.devs('not-a-loop', 'fix-answer');
        assert.equal(code, 0);
        assert.match(
          stdout,
          /^Recorded that the repeated call in turn 1 of fix-answer was not a loop\./,
        );
        run.kill('SIGKILL');
        await run.ended;
        assert.equal((await workspace.devs('run')).code, 0);
        const loops = await workspace.query('SELECT turn, detector FROM dismissed_findings');
        assert.deepEqual(loops, [{ turn: 1, detector: 'repeated call' }]);
        const [task] = await workspace.query('SELECT status FROM tasks');
        assert.equal(task?.['status'], 'done');
      },
    );
  });
});
