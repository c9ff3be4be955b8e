import assert from 'node:assert/strict';
import type { FailureAnalysisReport } from '../../../../src/model/report/pauseReport';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import { blockTask } from '../../../../src/engine/state/blockTask';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { findReport } from '../../../../src/engine/state/findReport';
import { sameCalls, watched } from '../../../support/agentSteps';
import {
  configOf,
  FAILED,
  ScriptedRun,
  taskOf,
  type Script,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import { play, tasks, works } from '../attempts/attemptRuns';

const NO_LOGIN: ScriptedTurn = {
  end: FAILED,
  errorTail: 'Error: 401 Unauthorized. Please run /login',
};
const SPIN: ScriptedTurn = { reply: 'BLOCKED: critic:design_system unavailable' };
const OTHERS = ['b', 'c', 'd', 'e', 'f'];

async function runOf(script: Script, config = configOf()): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(script, config);
  await run.run();
  return run;
}

function reportOf(run: ScriptedRun, taskId = 'fix'): FailureAnalysisReport {
  const report = run.store.latestReport(taskId);
  assert.ok(report, 'a report is filed');
  assert.equal(run.store.getTask(taskId)?.status, 'blocked');
  return report;
}

async function escalated(): Promise<ScriptedRun> {
  const run = await play('a', () => SPIN, tasks(['a', ...OTHERS]));
  await run.run();
  return run;
}

describe('the report of a blocked task', () => {
  it('says what is missing, the remedy first, and which turns prove it', async () => {
    const run = await runOf((call) => (call === 1 ? { edits: { 'src/code.js': 'x' } } : NO_LOGIN));
    const report = reportOf(run);
    assert.deepEqual([report.reason, report.terminalStatus], ['BLOCKED', 'blocked']);
    assert.equal(report.stopReason, 'not logged in: Error: 401 Unauthorized. Please run /login');
    assert.match(report.advice[0] ?? '', /^Log in: start the agent once by hand/);
    assert.equal(
      run.store.getTask('fix')?.statusReason,
      `${report.stopReason} — ${report.advice[0]}`,
    );
    assert.deepEqual(
      report.turns.map(({ number, outcome }) => [number, outcome]),
      [
        [1, 'no_progress'],
        [2, 'not_agent'],
      ],
    );
    assert.equal(report.failure, undefined, 'the failure of turn 1 is not what blocks it');
  });

  it('has the remedy of a blocker that only a human can remove', async () => {
    const report = reportOf(await runOf(() => ({ reply: 'BLOCKED: missing auth token' })));
    assert.equal(report.stopReason, 'missing auth token (it needs a login or a key)');
    assert.match(report.advice[0] ?? '', /^Log in on this machine, or set the key/);
  });

  it('says how to find out where an agent fails without a known cause', async () => {
    const odd = { end: FAILED, errorTail: 'The moon is in the wrong phase.' };
    const report = reportOf(await runOf(() => odd));
    assert.match(report.stopReason ?? '', /wrong phase/);
    assert.match(report.advice[0] ?? '', /"scripted" with `devs doctor`/);
  });

  it('names a missing agent and what can be done', async () => {
    const run = await runOf(() => ({}), configOf({ tasks: [taskOf({ agent: 'gone' })] }));
    const report = reportOf(run);
    assert.equal(report.stopReason, 'its agent "gone" is no longer in devs.yaml');
    assert.match(report.advice[0] ?? '', /^Add the agent "gone" to devs\.yaml/);
    assert.deepEqual(report.turns, []);
  });

  it('says once how to allow a call that was refused', async () => {
    const refused = {
      args: '{"command":"npm install x"}',
      result: 'This command requires approval',
    };
    const run = await runOf(() => ({ steps: sameCalls(100, refused) }), watched(configOf()));
    const { advice } = reportOf(run);
    const remedies = advice.filter((text) => text.includes('--allowedTools=Bash(npm install *)'));
    assert.equal(remedies.length, 1);
    assert.match(remedies[0] ?? '', /refused `npm install` 3 times/);
  });

  it('lists the attempts that prove an escalated loop: turns, blockers, changes', async () => {
    const run = await escalated();
    const { attemptLoop, advice, reason } = reportOf(run, 'a');
    assert.equal(reason, 'ESCALATED');
    assert.equal(attemptLoop?.loopType, 'blocked_task_spin');
    assert.deepEqual(
      attemptLoop.attempts.map(({ turns, blockers, changed }) => ({ turns, blockers, changed })),
      [1, 2, 3, 4].map((turn) => ({
        turns: { first: turn, last: turn },
        blockers: ['critic:design_system unavailable'],
        changed: [],
      })),
    );
    assert.deepEqual(
      attemptLoop.attempts.map(({ number }) => number),
      attemptLoop.evidence,
    );
    assert.match(advice[0] ?? '', /^Remove the blocker yourself/);
  });

  it('has the lessons of the failure that its attempts ended with', async () => {
    const fails: ScriptedTurn = {
      ...SPIN,
      verify: { end: FAILED, output: 'AssertionError: 2 !== 3\n    at round (src/round.js:1:1)' },
    };
    const run = await play('a', () => fails, tasks(['a', ...OTHERS]));
    await run.run({ taskIds: ['a'] });
    const { failure } = reportOf(run, 'a');
    assert.ok(failure);
    run.store.addLesson({
      ...{ id: 'l1', taskId: 'old', at: '2026-01-01T00:00:00.000Z', agent: 'scripted' },
      ...{ failure: failure.signature, brokenBy: 'hint', text: 'round half up', helped: 2 },
    });
    run.intervene({ type: 'resume', taskId: 'a' });
    await run.run();
    assert.deepEqual(
      reportOf(run, 'a').lessons?.map(({ lesson }) => lesson.text),
      ['round half up'],
    );
  });

  it('of a subtask lists its own turns alone', async () => {
    const parts = ['one', 'two'].map((id) => taskOf({ id, parent: 'all' }));
    const config = configOf({ tasks: [taskOf({ id: 'all' }), ...parts] });
    const run = await runOf((call) => (call === 1 ? works(1) : NO_LOGIN), config);
    assert.deepEqual(
      reportOf(run, 'two').turns.map(({ number, taskId }) => [number, taskId]),
      [[2, 'two']],
    );
    assert.equal(run.store.latestReport('all'), undefined);
  });

  it('shows no secret', async () => {
    const verify = 'curl --fail https://shop.test?api_key=sk-live-0123456789abcdefghij';
    const run = await runOf(
      () => ({ edits: { 'src/code.js': 'x' }, verify: { end: { kind: 'exit', code: 127 } } }),
      configOf({ tasks: [taskOf({ verify })] }),
    );
    const report = reportOf(run);
    assert.match(report.stopReason ?? '', /could not start .*curl.*api_key=\*\*\*/);
    assert.doesNotMatch(JSON.stringify(report), /0123456789/);
  });

  it('is in the overview while the task is blocked, and not after it was resumed', async () => {
    const run = await runOf(() => NO_LOGIN);
    const shown = (): FailureAnalysisReport | undefined => {
      const { config, store } = run;
      const sources = { config: { kind: 'ok', config }, store, holder: undefined } as const;
      return buildOverview(sources).tasks[0]?.report;
    };
    assert.deepEqual(shown(), reportOf(run));
    run.intervene({ type: 'resume', taskId: 'fix' });
    assert.equal(shown(), undefined);
  });

  it('is filed with the block or not at all', async () => {
    const run = await ScriptedRun.create(() => ({}));
    run.store.upsertTask('fix', 'Fix it');
    run.store.updateTask('fix', { status: 'in_progress' });
    const event = { type: 'blocked', reason: 'no login' } as const;
    const block = { taskId: 'fix', countsOn: 'fix', event };
    const broken = {
      ...run.store,
      addReport: () => {
        throw new Error('the disk is full');
      },
    };
    const attempt = (store: typeof run.store): void => {
      const journal = new EventJournal(store, run.clock, (told) => run.events.push(told));
      journal.transaction(() => blockTask({ store, journal, clock: run.clock }, block));
    };
    assert.throws(() => attempt(broken), /disk is full/);
    assert.equal(run.store.getTask('fix')?.status, 'in_progress');
    assert.deepEqual(run.events, []);
    attempt(run.store);
    assert.equal(reportOf(run).stopReason, 'no login');
  });
});

describe('the report of a task that an earlier version blocked', () => {
  const of = (run: ScriptedRun, taskId: string): FailureAnalysisReport | undefined =>
    findReport({ ...run.store, latestReport: () => undefined }, { taskId, countsOn: taskId });

  it('is built from what is stored, with the time of the block', async () => {
    const run = await runOf(() => NO_LOGIN);
    const built = of(run, 'fix');
    const filed = reportOf(run);
    assert.deepEqual(
      [built?.reason, built?.terminalStatus, built?.turns],
      ['BLOCKED', 'blocked', filed.turns],
    );
    assert.equal(built?.stopReason, run.store.getTask('fix')?.statusReason);
    const [change] = run.store
      .listTaskEvents('fix', 'task_status_changed', 9)
      .filter(({ data }) => data.to === 'blocked');
    assert.equal(built?.createdAt, change?.at);
  });

  it('has the attempts of the loop for which it was escalated', async () => {
    const run = await escalated();
    const { attemptLoop, advice } = reportOf(run, 'a');
    const built = of(run, 'a');
    assert.deepEqual([built?.attemptLoop, built?.advice], [attemptLoop, advice]);
  });

  it('is not the report of an earlier pause', async () => {
    const run = await runOf(() => NO_LOGIN);
    const terminalStatus = 'PAUSED_FOR_INTERVENTION';
    const old = { ...reportOf(run), reason: 'QUESTION', terminalStatus } as const;
    const store = { ...run.store, latestReport: () => old };
    assert.equal(findReport(store, { taskId: 'fix', countsOn: 'fix' })?.reason, 'BLOCKED');
  });

  it('is none for a task that never needed a human', async () => {
    const run = await ScriptedRun.create(() => ({}));
    run.store.upsertTask('fix', 'Fix it');
    assert.equal(of(run, 'fix'), undefined);
  });
});
