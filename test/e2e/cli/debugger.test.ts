import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isAlive, until } from './devsProcess';
import { LOOPING, SOLVING, TestWorkspace, type Step } from './testWorkspace';
import { itAtFullScale } from '../../support/scale';

const DIAGNOSIS: Step = {
  reply: 'DIAGNOSIS:\nThe answer is read from answer.txt and must be 42.\n',
};
const FIVE = [LOOPING, LOOPING, LOOPING, LOOPING, LOOPING];
const DEBUGGED = { debugger: 'scripted' };

describe('a debugger before the pause, as a command', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  it('gives a diagnosis with which the worker solves the task', async () => {
    workspace.configure([...FIVE, DIAGNOSIS, SOLVING], DEBUGGED);
    const { code, stdout, stderr } = await workspace.devs('run');
    assert.equal(code, 0);
    assert.equal(stderr, '');
    assert.match(
      stdout,
      /⚕ fix-answer {2}after turn 5 {2}the debugger agent scripted gave a diagnosis/,
    );
    assert.match(stdout, / {2}\| The answer is read from answer\.txt and must be 42\./);
    assert.match(stdout, /✓ fix-answer {2}turn 6 {2}done/);
    const [, , , , , asked, worker] = workspace.calls();
    assert.match(asked?.prompt ?? '', /You are the debugger of a task/);
    assert.match(asked?.prompt ?? '', /AssertionError: expected 42, got 41/);
    assert.match(worker?.prompt ?? '', /^DIAGNOSIS BY ANOTHER AGENT:/);

    const metrics = await workspace.devs('metrics', '--json');
    const { all } = JSON.parse(metrics.stdout) as { all: { debugger: object } };
    assert.deepEqual(
      { ...all.debugger, durationMs: 0 },
      { calls: 1, diagnoses: 1, helped: 1, durationMs: 0 },
    );
    assert.match((await workspace.devs('lessons')).stdout, /a diagnosis, helped once/);
    assert.match((await workspace.devs('report', '--run')).stdout, /Diagnosis: After turn 5/);
  });

  it('has its changes to files undone, said, and given back by redo', async () => {
    const meddling = { ...DIAGNOSIS, write: { 'answer.txt': '42', 'verify.js': '' } };
    workspace.configure([...FIVE, meddling, LOOPING], DEBUGGED);
    workspace.write('notes.md', 'mine');
    const { code, stdout, stderr } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.match(
      stderr,
      /The debugger agent scripted changed files; Devs undid this \(`devs redo` restores the changes\): answer\.txt, verify\.js\./,
    );
    assert.match(
      stdout,
      /\n {2}Diagnosis\n {4}After turn 5, Devs asked the debugger agent scripted/,
    );
    const { stdout: report } = await workspace.devs('report', 'fix-answer');
    assert.match(
      report,
      /The debugger agent scripted changed files; Devs undid this .*: answer\.txt, verify\.js\./,
    );
    assert.match(report, /The agent acted on the diagnosis in turns 6, 7 and 8 without progress\./);
    assert.equal(workspace.read('answer.txt'), '41');
    assert.match(workspace.read('verify.js'), /AssertionError/);
    assert.equal(workspace.read('notes.md'), 'mine');
    assert.equal(workspace.calls().length, 9);
    const status = await workspace.devs('status', 'fix-answer');
    assert.match(status.stdout, /The debugger agent scripted gave a diagnosis after turn 5/);
    assert.equal((await workspace.devs('redo', 'fix-answer')).code, 0);
    assert.equal(workspace.read('answer.txt'), '42');
  });

  itAtFullScale('leads to the pause as without one when it fails', async () => {
    workspace.configure([...FIVE, { stderr: 'not logged in', exit: 1 }], DEBUGGED);
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.equal(workspace.calls().length, 6);
    assert.match(stdout, /⚠ ENTROPY PAUSE/);
    assert.match(
      (await workspace.devs('report', 'fix-answer')).stdout,
      /gave no diagnosis: the agent ended with exit code 1: not logged in/,
    );
  });

  it('is called again after kill -9 in the middle, and nothing of it goes on', async () => {
    const hanging: Step = { ...DIAGNOSIS, hang: true, child: true };
    workspace.configure([...FIVE, hanging, DIAGNOSIS, SOLVING], DEBUGGED);
    const run = workspace.start(['run']);
    const agent = await until('the debugger', () => workspace.calls()[5]?.pid);
    const child = await until('its child', () =>
      existsSync(path.join(workspace.root, 'scenario.json.children'))
        ? workspace.children()[0]
        : undefined,
    );
    run.kill('SIGKILL');
    await run.ended;
    const status = await workspace.devs('status', 'fix-answer');
    assert.match(
      status.stdout,
      /Next, after turn 5, Devs asks the debugger agent why the task fails/,
    );
    assert.equal((await workspace.devs('run')).code, 0);
    assert.equal(isAlive(agent), false);
    assert.equal(isAlive(child), false);
    assert.equal(workspace.calls().length, 8);
    const outcomes = await workspace.query('SELECT outcome FROM turns ORDER BY number');
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      [...FIVE.map(() => 'no_progress'), 'success'],
    );
  });

  itAtFullScale(
    'is ended by the next command where it outlived both its runner and its supervisor',
    async () => {
      workspace.configure([...FIVE, { ...DIAGNOSIS, hang: true }, DIAGNOSIS, SOLVING], DEBUGGED);
      const run = workspace.start(['run']);
      const agent = await until('the debugger', () => workspace.calls()[5]?.pid);
      const supervisor = Number(
        execFileSync('ps', ['-o', 'ppid=', '-p', String(agent)], { encoding: 'utf8' }),
      );
      // Stopped first: otherwise the one would end the agent as soon as the other is killed.
      run.kill('SIGSTOP');
      process.kill(supervisor, 'SIGKILL');
      run.kill('SIGKILL');
      await run.ended;
      assert.equal(isAlive(agent), true);
      assert.equal((await workspace.devs('run')).code, 0);
      assert.equal(isAlive(agent), false);
    },
  );

  itAtFullScale('is ended by SIGINT, and asked again by the next run', async () => {
    workspace.configure([...FIVE, { ...DIAGNOSIS, hang: true }, DIAGNOSIS, SOLVING], DEBUGGED);
    const run = workspace.start(['run']);
    const agent = await until('the debugger', () => workspace.calls()[5]?.pid);
    run.kill('SIGINT');
    assert.equal((await run.ended).code, 130);
    assert.equal(isAlive(agent), false);
    assert.equal((await workspace.devs('run')).code, 0);
    assert.equal(workspace.calls().length, 8);
  });

  itAtFullScale('is ended at its time limit', async () => {
    workspace.configure([...FIVE, { ...DIAGNOSIS, hang: true }], DEBUGGED);
    const config = JSON.parse(workspace.read('devs.yaml')) as { agents: { scripted: object } };
    const scripted = { ...config.agents.scripted, timeout: '2s' };
    workspace.write('devs.yaml', JSON.stringify({ ...config, agents: { scripted } }));
    assert.equal((await workspace.devs('run')).code, 2);
    assert.match(
      (await workspace.devs('report', 'fix-answer')).stdout,
      /gave no diagnosis: the agent ended with time limit of 2 s reached/,
    );
  });

  it('must be one of the agents', async () => {
    workspace.configure([LOOPING], { debugger: 'codez' });
    const { code, stderr } = await workspace.devs('run');
    assert.equal(code, 1);
    assert.match(stderr, /devs\.yaml:\d+:.*"codez"/);
  });
});
