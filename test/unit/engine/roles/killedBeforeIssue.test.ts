import { deepEqual, equal, ok } from 'node:assert/strict';
import { MemoryReports } from '../../../support/memoryReports';
import { decide, playRoles, roleConfig } from '../../../support/roleScripts';
import { appOver } from '../../../support/scriptedApp';
import { ScriptedRun } from '../../../support/scriptedRun';

describe('a process that is killed between giving a task up and writing the issue', () => {
  let run: ScriptedRun;
  let reports: MemoryReports;

  beforeEach(async () => {
    const planner = () => decide('researcher', { reason: 'need to assess' });
    run = await ScriptedRun.create(playRoles({ planner }), roleConfig());
    reports = new MemoryReports();
    await run.run();
    equal(run.store.getTask('fix')?.status, 'aborted_stuck');
  });

  it('leaves it to whoever has the lease next', async () => {
    run.store.setRunStatus('RUNNING');
    await appOver(run, { runReports: reports }).recover();
    deepEqual([...reports.issues.keys()], ['fix-turn-1']);
    equal(reports.issues.get('fix-turn-1'), run.issues.get('fix-turn-1'));
  });

  it('costs nobody the issue that is there', async () => {
    run.store.setRunStatus('RUNNING');
    reports.issues.set('fix-turn-1', 'as it was written');
    await appOver(run, { runReports: reports }).recover();
    ok(reports.issues.get('fix-turn-1') === 'as it was written');
  });
});
