import { deepEqual, equal, match } from 'node:assert/strict';
import { fileRunReport } from '../../../../src/reports/run/fileRunReport';
import { readRun } from '../../../../src/reports/run/runFacts';
import { MAX_RUN_REPORTS } from '../../../../src/ports/runReports';
import type { RunObserver } from '../../../../src/ports/runObserver';
import { StateError } from '../../../../src/ports/workspaceState';
import { MemoryReports } from '../../../support/memoryReports';
import { appOver, ownState } from '../../../support/scriptedApp';
import { PASSED, ScriptedRun } from '../../../support/scriptedRun';
import { requireReport } from './scene';
import { eventOf } from '../../../support/sampleEvents';

const SOLVED = { edits: { 'src/code.js': 'right' }, verify: { end: PASSED, output: 'all pass' } };

describe('a run report is filed', () => {
  let reports: MemoryReports;
  let warnings: string[];
  beforeEach(() => {
    reports = new MemoryReports();
    warnings = [];
  });

  const observer: RunObserver = {
    onEvent: () => undefined,
    onPhase: () => undefined,
    present: () => undefined,
    onWarning: (message) => void warnings.push(message),
  };
  const request = () => ({ observer, signal: new AbortController().signal });
  const newest = () => [...reports.reports.values()].at(-1)?.report;

  it('when a run ends, with who ran it, and old ones go', async () => {
    const run = await ScriptedRun.create(() => SOLVED);
    const app = appOver(run, { runReports: reports });
    equal((await app.run(request())).ok, true);
    equal(newest()?.terminalStatus, 'done');
    equal(newest()?.by?.who, 'window');
    deepEqual(reports.prunedTo, [MAX_RUN_REPORTS]);
    equal(await app.newestRunReport(), newest()?.id);
    deepEqual(warnings, []);
  });

  it('when a run fails, with its error, which goes on to the caller', async () => {
    const run = await ScriptedRun.create(() => ({
      during: () => {
        throw new StateError('the disk is full');
      },
    }));
    const answer = await appOver(run, { runReports: reports }).run(request());
    deepEqual(answer, { ok: false, message: 'the disk is full' });
    equal(newest()?.terminalStatus, 'crashed');
    match(
      newest()?.stopReason ?? '',
      /^The run failed: the disk is full\. This interrupted turn 1 of fix/,
    );
  });

  it('by whoever has the lease next, where a killed run left none', async () => {
    const run = await ScriptedRun.create(() => ({
      during: () => {
        throw new Error('stands for a kill');
      },
    }));
    await run.run().catch(() => undefined);
    const app = appOver(run, { runReports: reports });
    equal((await app.skip('fix')).ok, true);
    equal(newest()?.terminalStatus, 'crashed');
    deepEqual(
      newest()?.tasks.map(({ id, status }) => [id, status]),
      [['fix', 'pending']],
    );
    const before = newest();
    await app.retry('fix');
    equal(newest(), before);
    equal(reports.reports.size, 1);
  });

  it('a disk that refuses it is a warning of the run and no error', async () => {
    reports.refuse = new StateError('the disk is full; free some space');
    const run = await ScriptedRun.create(() => SOLVED);
    const answer = await appOver(run, { runReports: reports }).run(request());
    equal(answer.ok, true);
    deepEqual(warnings, [
      'Devs could not write the report of the run: the disk is full; free some space',
    ]);
  });

  it('also where its checkpoints are gone: without diffs', async () => {
    const run = await ScriptedRun.create(() => SOLVED);
    await run.run();
    const problems = await fileRunReport(
      {
        store: run.store,
        clock: run.clock,
        reports,
        files: { listTranscripts: () => Promise.resolve([]) },
        checkpoints: {
          read: () => Promise.reject(new StateError('gone')),
          content: () => Promise.reject(new StateError('gone')),
        },
      },
      { config: undefined },
    );
    deepEqual(problems, []);
    deepEqual(
      newest()?.turns.map(({ diff }) => diff),
      [undefined],
    );
  });

  it('of a run whose old turns are forgotten, with those that are kept', async () => {
    const run = await ScriptedRun.create((call) => ({
      edits: { 'src/code.js': `${call}` },
      verify: {},
    }));
    await run.run();
    const [first, second] = run.store.listTurns('fix');
    run.store.forgetTurns([first?.id ?? '', second?.id ?? '']);
    const { report } = await requireReport(run, reports);
    equal(report.turns[0]?.number, 3);
    equal(report.terminalStatus, 'PAUSED_FOR_INTERVENTION');
  });

  it('through thousands of events since its start', async () => {
    const run = await ScriptedRun.create(() => SOLVED);
    await run.run();
    const at = '2026-01-02T00:00:00.000Z';
    const events = Array.from({ length: 5_000 }, (_, index) =>
      eventOf('intervention', { index }, { taskId: 'fix', at }),
    );
    run.store.transaction(() => {
      run.store.addEvent(eventOf('run_started', {}, { at }));
      for (const event of events) run.store.addEvent(event);
    });
    const found = readRun(run.store);
    equal(found?.startedAt, '2026-01-02T00:00:00.000Z');
    equal(found.events.length, 5_001);
    equal(found.turns.length, 0);
  });

  it('of an earlier run too, without what came after it', async () => {
    const run = await ScriptedRun.create(() => ({ verify: {} }));
    await run.run();
    const [first] = run.store.listEventsNamed(['run_started']);
    const count = run.store.countTurns('fix');
    run.intervene({ type: 'resume', taskId: 'fix' });
    run.script = () => SOLVED;
    await run.run();
    const found = readRun(run.store, first?.at);
    equal(found?.turns.length, count);
    equal(found.events.at(-1)?.event, 'run_ended');
    equal(readRun(run.store, 'never'), undefined);
  });

  it('tells nothing where the state knows of no run', async () => {
    const run = await ScriptedRun.create(() => SOLVED);
    await appOver(run, { runReports: reports, state: ownState(run) }).skip('fix');
    equal(reports.reports.size, 0);
  });
});
