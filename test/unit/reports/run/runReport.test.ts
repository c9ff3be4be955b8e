import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { MemoryReports } from '../../../support/memoryReports';
import {
  configOf,
  FAILED,
  failing,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
} from '../../../support/scriptedRun';
import { reportOf, requireReport } from './scene';

const passes = { end: PASSED, output: 'all pass', measurement: failing(0) };

describe('the report of a run', () => {
  it('tells of a run whose tasks are done, turn by turn', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `STRATEGY: try ${call}`,
      edits: { 'src/code.js': `version ${call}\n` },
      verify: call < 2 ? { measurement: failing(3) } : passes,
    }));
    await run.run();
    const { report } = await requireReport(run);
    equal(report.terminalStatus, 'done');
    equal(report.stopReason, 'Every task is done or skipped.');
    equal(report.id, report.startedAt.slice(0, 23).replace(/[:.]/g, '-'));
    deepEqual(
      report.turns.map(({ number, outcome }) => [number, outcome]),
      [
        [1, 'no_progress'],
        [2, 'success'],
      ],
    );
    deepEqual(
      report.tasks.map(({ id, status, pivots }) => [id, status, pivots]),
      [['fix', 'done', 0]],
    );
    ok(report.turns.every(({ transcripts }) => transcripts.length === 2));
  });

  it('names the loop that paused a task, and the pivots before it', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'the same again', verify: {} }));
    await run.run();
    const { report, markdown } = await requireReport(run);
    equal(report.terminalStatus, 'PAUSED_FOR_INTERVENTION');
    match(report.stopReason, /^fix: /);
    const [task] = report.tasks;
    ok((task?.loops.length ?? 0) > 0);
    equal(task?.pivots, run.store.listPivots('fix').length);
    ok(report.stopReason.includes(task.loops.at(-1) ?? '?'), report.stopReason);
    match(markdown, /^# Run of 2026-01-01 00:00:0\d UTC: paused, it needs you\n/);
  });

  it('names the tasks that are left waiting for a time', async () => {
    const limit = { end: FAILED, errorTail: 'Error: 429 Too Many Requests\nretry-after: 5400' };
    const tasks = [taskOf({ id: 'one' }), taskOf({ id: 'two', agent: 'other' })];
    const run = await ScriptedRun.create(
      (call) => (call === 1 ? limit : { reply: 'the same again', verify: {} }),
      configOf({ tasks, limits: limitsOf({ maxPivots: 0, loopThreshold: 1 }) }),
    );
    await run.run();
    const { report } = await requireReport(run);
    equal(report.terminalStatus, 'PAUSED_FOR_INTERVENTION');
    match(
      report.stopReason,
      /^two: .* one waits until 2026-01-0\d \d\d:\d\d \(scripted has reached a limit: .*\)\.$/,
    );
  });

  it('says of a run that was ended while it slept that no turn was running', async () => {
    const run = await ScriptedRun.create(() => ({
      end: FAILED,
      errorTail: 'Error: 429 Too Many Requests\nretry-after: 5400',
    }));
    const wait = (): Promise<void> => Promise.resolve(run.loop?.pause(true));
    Object.assign(run.clock, { wait });
    await run.run();
    const { report } = await requireReport(run);
    equal(report.terminalStatus, 'cancelled');
    match(report.stopReason, /^The run was cancelled; no turn was running\. fix waits until /);
  });

  it('says how many more tasks need a human besides the first', async () => {
    const tasks = ['a', 'b', 'c'].map((id) => taskOf({ id, title: id }));
    const run = await ScriptedRun.create(
      () => ({ reply: 'the same again', verify: {} }),
      configOf({ tasks, onPause: 'continue', limits: limitsOf({ maxPivots: 1 }) }),
    );
    await run.run();
    const { report } = await requireReport(run);
    match(report.stopReason, /^a: .* 2 more tasks need you\.$/);
  });

  it('says of a killed run that it crashed, where, and when that was found', async () => {
    const run = await ScriptedRun.create(() => ({
      during: () => {
        throw new Error('stands for a kill');
      },
    }));
    run.store.transaction(() => undefined);
    await run.run().catch(() => undefined);
    const { report } = await requireReport(run);
    equal(report.terminalStatus, 'crashed');
    equal(
      report.stopReason,
      'Devs was killed during the run, or the computer shut down. This interrupted turn 1 of fix, which is not counted.',
    );
    ok(report.endedAt > report.startedAt);
    deepEqual(
      report.turns.map(({ outcome }) => outcome),
      ['interrupted'],
    );
  });

  it('gives the error of a run that failed, without secrets', async () => {
    const run = await ScriptedRun.create(() => ({
      during: () => {
        throw new Error('broken');
      },
    }));
    await run.run().catch(() => undefined);
    const { report } = await requireReport(run, undefined, 'no access with api_key=abcdef123456');
    equal(report.terminalStatus, 'crashed');
    match(
      report.stopReason,
      /^The run failed: no access with api_key=\*\*\*\. This interrupted turn 1 of fix/,
    );
  });

  it('is not written when nothing was done and nobody is needed', async () => {
    const run = await ScriptedRun.create(() => ({}), configOf({ tasks: [] }));
    await run.run();
    equal(await reportOf(run), undefined);
  });

  it('is written once', async () => {
    const reports = new MemoryReports();
    const run = await ScriptedRun.create(() => ({ verify: passes }));
    await run.run();
    await requireReport(run, reports, 'the first');
    const before = reports.reports.get((await reports.ids())[0] ?? '');
    await requireReport(run, reports, 'the second');
    equal(reports.reports.size, 1);
    equal(reports.reports.get((await reports.ids())[0] ?? ''), before);
  });

  it('leaves out the turns of runs before it', async () => {
    const abort = new AbortController();
    const run = await ScriptedRun.create(() => ({ during: () => abort.abort() }));
    await run.run({ signal: abort.signal });
    run.script = () => ({ edits: { 'src/code.js': 'right' }, verify: passes });
    await run.run();
    const { report } = await requireReport(run);
    deepEqual(
      report.turns.map(({ number }) => number),
      [2],
    );
  });

  it('tells what humans did meanwhile', async () => {
    const run = await ScriptedRun.create(
      () => ({
        during: () => void run.intervene({ type: 'skip', taskId: 'other' }, true),
        verify: passes,
      }),
      configOf({ tasks: [taskOf(), taskOf({ id: 'other', title: 'Other' })] }),
    );
    await run.run();
    const { report, markdown } = await requireReport(run);
    const other = report.tasks.find(({ id }) => id === 'other');
    deepEqual(
      other?.interventions.map(({ what, to }) => [what, to]),
      [['skip', 'skipped']],
    );
    match(
      markdown,
      /### What was done\n\n- 2026-[^\n]* skip, you in a terminal, Pending → Skipped/,
    );
  });

  it('shows what each turn changed as a unified diff', async () => {
    const reports = new MemoryReports();
    const run = await ScriptedRun.create((call) => ({
      edits: {
        'src/code.js': `line\nversion ${call}\n`,
        ...(call === 2 ? { 'new.txt': 'new\n' } : {}),
      },
      verify: call < 2 ? { measurement: failing(3) } : passes,
    }));
    await run.run();
    const { report, markdown } = await requireReport(run, reports);
    const diff = reports.diffs.get(report.turns[1]?.diff ?? '');
    equal(
      diff,
      [
        '--- /dev/null',
        '+++ b/new.txt',
        '@@ -0,0 +1,1 @@',
        '+new',
        '--- a/src/code.js',
        '+++ b/src/code.js',
        '@@ -1,2 +1,2 @@',
        ' line',
        '-version 1',
        '+version 2',
        '',
      ].join('\n'),
    );
    ok(markdown.includes(`[diff](../runs/${report.id}/fix-turn-2.diff)`), markdown);
  });
});
