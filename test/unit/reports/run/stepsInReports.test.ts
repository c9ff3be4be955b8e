import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { toRunReport } from '../../../../src/platform/reportFiles/reportSchema';
import { sameCalls, watched } from '../../../support/agentSteps';
import { configOf, limitsOf, ScriptedRun } from '../../../support/scriptedRun';
import { aRunReport, aTurn } from '../../platform/reportFiles/samples';
import { requireReport } from './scene';

const TOKEN = 'ghp_0123456789abcdefghij';

describe('the report of a run in which an agent goes round in circles', () => {
  it('names the detector and the steps that prove it, as a list and as JSON, without secrets', async () => {
    const args = `{"command":"curl -u me:${TOKEN} | tail"}`;
    const run = await ScriptedRun.create(
      () => ({ reply: 'again', steps: sameCalls(9, { args, result: 'a | b\n<b>' }) }),
      watched(configOf({ limits: limitsOf({ maxPivots: 0 }) })),
    );
    await run.run();
    const { report, markdown } = await requireReport(run);
    const [turn] = report.turns;
    const { detector, steps = [] } = turn?.inTurnLoop ?? {};
    equal(detector, 'repeated call');
    deepEqual(
      steps.map(({ number }) => number),
      [1, 2, 3],
    );
    deepEqual(toRunReport(JSON.stringify(report)), report);
    match(
      markdown,
      /\n### Loop in turn 1\n\n\*\*Loop:\*\* Stopped for a loop \(1 of 2\): \\`curl .* failed in the same way 3 times in a row: .*\. The next prompt tells the agent\n\nFound by the same call with the same result: steps 1, 2 and 3\.\n\n\| Step \| Call \| Result \|\n/,
    );
    match(
      markdown,
      /\n\*\*Loop:\*\* Stopped for a loop \(2 of 2\): .*\. The strategy has failed\n/,
    );
    match(markdown, /\n\| 3 \| Bash .*tail.* \| a &#124; b \\<b\\> \|\n/);
    for (const text of [markdown, JSON.stringify(report)]) doesNotMatch(text, /ghp_0123/);
    ok(report.tasks[0]?.loops.some((loop) => loop.includes('3 times in a row')));
  });

  it('is read without steps as well, and not with steps that are none', () => {
    const loop = { detector: 'edge cycle', message: 'round', hops: [1] } as const;
    const older = aRunReport({ turns: [aTurn({ inTurnLoop: loop })] });
    deepEqual(toRunReport(JSON.stringify(older)), older);
    const steps = [{ number: 1 }] as never;
    const broken = aRunReport({ turns: [aTurn({ inTurnLoop: { ...loop, steps } })] });
    equal(toRunReport(JSON.stringify(broken)), undefined);
  });
});
