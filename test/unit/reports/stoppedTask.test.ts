import assert from 'node:assert/strict';
import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import { resumeStep } from '../../../src/reports/task/nextStep';
import { taskReason } from '../../../src/reports/task/taskReason';

describe('a task that needs the human', () => {
  const command = (stopped: Partial<Parameters<typeof resumeStep>[0]>): string =>
    resumeStep({ id: 'fix', status: 'blocked', ...stopped }).command;

  it('goes on with a hint only where the agent failed or asks', () => {
    assert.equal(command({ lastOutcome: 'not_agent' }), 'devs resume fix');
    assert.equal(command({ lastOutcome: 'no_progress' }), 'devs resume fix --hint "…"');
    assert.equal(command({ status: 'PAUSED_FOR_INTERVENTION' }), 'devs resume fix --hint "…"');
    assert.equal(command({ question: 'Which?' }), 'devs resume fix --hint "<your answer>"');
  });

  it('stands where it does for the loop inside its turn, where that was the proof', () => {
    const report = {
      reason: 'MAX_PIVOTS_EXCEEDED',
      inTurnLoop: { message: 'The same call gave the same result 3 times in a row: Bash npm test' },
    } as FailureAnalysisReport;
    const paused = {
      status: 'PAUSED_FOR_INTERVENTION',
      statusReason: 'every strategy failed',
    } as const;
    assert.equal(
      taskReason({ ...paused, report }),
      'The same call gave the same result 3 times in a row: Bash npm test. It needs your decision.',
    );
    assert.equal(taskReason({ ...paused, report: undefined }), 'every strategy failed');
    assert.equal(taskReason({ ...paused, status: 'blocked', report }), 'every strategy failed');
  });
});
