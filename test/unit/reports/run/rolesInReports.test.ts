import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { decide, playRoles, roleConfig } from '../../../support/roleScripts';
import { ScriptedRun } from '../../../support/scriptedRun';
import { IN_STATE } from '../../../../src/reports/run/reportPlace';
import { runReportMarkdown } from '../../../../src/reports/run/runReportMarkdown';
import { aHop, aRunReport, aTurn } from '../../platform/reportFiles/samples';
import { requireReport } from './scene';

describe('the report of a run in which a planner goes round in circles', () => {
  const assessing = () =>
    playRoles({
      planner: () => decide('researcher', { reason: 'need to assess', plan: ['assess the code'] }),
      researcher: () => ({ reply: 'already done' }),
    });

  it('names the edge with its count and limit, and shows every hop', async () => {
    const run = await ScriptedRun.create(assessing(), roleConfig());
    await run.run();
    const { report, markdown } = await requireReport(run);
    equal(report.terminalStatus, 'aborted_stuck');
    equal(
      report.stopReason,
      'fix: Planner detected loop planner→researcher without progress after 6 hops. ' +
        'Calls planner → researcher without progress: 6, limit 5.',
    );
    equal(report.hopCount, 7);
    const [turn] = report.turns;
    equal(turn?.hops.length, 7);
    deepEqual(turn.exit?.kind, 'snitch');
    ok(report.tasks[0]?.loops.some((loop) => /planner→researcher/.test(loop)));
    match(markdown, /\n\| 7 \| planner → researcher 6\/5 \| refused[^|]*\|/);
    match(
      markdown,
      /\n\*\*Loop:\*\* Planner detected loop planner→researcher without progress after 6 hops\.\n/,
    );
  });

  it('shows the hop in which a run was killed as cut off', () => {
    const hop = aHop({ outcome: 'running', answer: '' });
    const turns = [aTurn({ outcome: 'interrupted', hops: [hop] })];
    const text = runReportMarkdown(aRunReport({ turns }), IN_STATE);
    match(text, /\| planner → coder 3\/5 \| interrupted \|/);
  });

  it('holds the question of a planner that asks the human', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () =>
          decide('ask_human', { reason: 'unclear', question: 'Half up or half even?' }),
      }),
      roleConfig(),
    );
    await run.run();
    const { report, markdown } = await requireReport(run);
    equal(report.terminalStatus, 'PAUSED_FOR_INTERVENTION');
    equal(report.tasks[0]?.question, 'Half up or half even?');
    match(markdown, /### Question for you\n\n```text\nHalf up or half even\?\n```/);
  });
});
