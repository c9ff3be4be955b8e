import assert from 'node:assert/strict';
import { aBlockReport, aTaskLoop } from '../../support/blockSamples';
import { pauseReportText } from '../../../src/cli/render/pauseReportText';
import { taskText } from '../../../src/cli/render/taskText';
import { PLAIN } from '../../../src/cli/terminal/style';
import { anOverview, aTask } from './fakeApp';

describe('the report of a blocked task, in a terminal', () => {
  it('says what is missing and what to do before anything else', () => {
    const text = pauseReportText(aBlockReport());
    assert.deepEqual(text.split('\n').slice(0, 7), [
      '⚠ BLOCKED — it cannot go on without you',
      '  not logged in: Invalid API key',
      '',
      '  What to do',
      '    - Log in; then resume the task.',
      '',
      '  Task      fix-rounding',
    ]);
    assert.match(text, /\nRun `devs resume fix-rounding` to resume after fixing the cause\.\n/);
    assert.doesNotMatch(text, /ENTROPY|Failed strategies|Advice|undefined/);
  });

  it('lists the attempts that prove a loop: when, which turns, blockers, changes', () => {
    const text = pauseReportText(
      aBlockReport({ reason: 'ESCALATED', attemptLoop: aTaskLoop(), advice: ['Remove it.'] }),
    );
    assert.match(text, /^⚠ BLOCKED — its attempts repeat without progress\n/);
    const [, listed = ''] = text.split('  Attempts of the loop\n');
    assert.deepEqual(listed.split('\n').slice(0, 4), [
      '    … 1 older',
      '    ATTEMPT  ENDED                    TURNS       RESULT',
      '    5        2026-11-21 21:00:00 UTC  turn 7      blocked by no critic; no file changed',
      '    8        2026-11-21 22:00:00 UTC  turns 9–11  blocked by no critic; reported as done: a stub; changed src/a.js, src/b.js',
    ]);
    assert.match(text, /devs resume fix-rounding --hint "…"` to resume with a hint/);
  });

  it('names the task of each attempt where tasks take turns', () => {
    const loop = aTaskLoop({ loopType: 'cross_task_cycle', tasks: ['fix-rounding', 'add-users'] });
    const text = pauseReportText(aBlockReport({ reason: 'ESCALATED', attemptLoop: loop }));
    assert.match(text, / ATTEMPT {2}TASK +ENDED/);
    assert.match(text, / 5 +fix-rounding +2026/);
  });

  it('makes words of agents harmless', () => {
    const [first] = aTaskLoop().attempts;
    const attempts = [{ ...first!, blockers: ['\u001b[2Jno\ncritic'] }];
    const text = pauseReportText(aBlockReport({ attemptLoop: aTaskLoop({ attempts }) }));
    assert.ok(!text.includes('\u001b'));
    assert.match(text, /blocked by .*no.*critic; no file changed\n/);
  });
});

describe('the attempts behind a loop, in devs status', () => {
  const options = { style: PLAIN, now: new Date('2026-11-21T23:00:00.000Z') };
  const textOf = (loop = aTaskLoop()): string => {
    const task = aTask('fix-rounding', { status: 'blocked', loop, report: aBlockReport() });
    return taskText(task, anOverview({ tasks: [task] }), options);
  };

  it('are listed below the loop', () => {
    assert.match(
      textOf(),
      /\nLoop: stopped 3 times\n\nAttempts of the loop\n {2}… 1 older\n {2}ATTEMPT +ENDED +TURNS +RESULT\n {2}5 +2026/,
    );
  });

  it('only suggest a loop that is suspected, and are left out where none is known', () => {
    assert.match(textOf(aTaskLoop({ level: 'suspect' })), /\nAttempts that may be a loop\n/);
    assert.doesNotMatch(textOf(aTaskLoop({ attempts: [] })), /Attempts that/);
  });

  it('come with the command that opens the report, also for a block of an earlier version', () => {
    assert.match(textOf(), /devs report fix-rounding +see what it lacks/);
    const old = aTask('fix-rounding', { status: 'blocked' });
    const text = taskText(old, anOverview({ tasks: [old] }), options);
    assert.match(text, /devs report fix-rounding +see what it lacks/);
  });
});
