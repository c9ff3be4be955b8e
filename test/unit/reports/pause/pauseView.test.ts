import assert from 'node:assert/strict';
import {
  SUSPEND_REASONS,
  type FailureAnalysisReport,
} from '../../../../src/model/report/pauseReport';
import { pauseCause, pauseHeadline } from '../../../../src/reports/pause/pauseCause';
import { describePause, describeRepeats } from '../../../../src/reports/pause/pauseView';
import { decided, undecided } from '../../../support/judgedSamples';
import { report } from '../../webview/pausedTask';

function headline(change: Partial<FailureAnalysisReport>): string {
  return pauseHeadline(pauseCause({ ...report, ...change }));
}

describe('what a pause report says, on every surface', () => {
  it('says why a task was paused, in the singular too', () => {
    assert.equal(headline({}), 'Paused: 3 strategies failed');
    assert.equal(headline({ failureCount: 1 }), 'Paused: 1 strategy failed');
    assert.equal(headline({ reason: 'MAX_TURNS' }), 'Paused: the limit of turns is reached');
    assert.equal(
      headline({ reason: 'MAX_MINUTES' }),
      'Paused: the time limit of the run is reached',
    );
    const aborted = { terminalStatus: 'aborted_stuck' } as const;
    const circles = 'the planner is in a loop';
    assert.equal(headline({ reason: 'MAX_LOOP_EDGE' }), `Paused: ${circles}`);
    assert.equal(headline({ ...aborted, reason: 'MAX_LOOP_EDGE' }), `Stopped: ${circles}`);
    assert.equal(headline({ ...aborted, reason: 'GAVE_UP' }), 'Stopped: the planner gave up');
    assert.equal(headline({ reason: 'QUESTION' }), 'The planner needs your answer');
    assert.equal(
      headline({ reason: 'MAX_LOOP_EDGE', question: 'Which?' }),
      'The planner is in a loop and needs your answer',
    );
  });

  it('has a sentence for each reason, and names the setting of a limit', () => {
    for (const reason of SUSPEND_REASONS) {
      const { kind, sentence } = pauseCause({ ...report, reason });
      assert.match(sentence, /^[A-Z].*\.$/, reason);
      assert.equal(kind === 'limit', sentence.includes('in devs.yaml'), reason);
    }
  });

  it('says who asks: at a limit it is Devs', () => {
    const asker = (reason: FailureAnalysisReport['reason']) =>
      describePause({ ...report, reason, question: 'Which?' }).question?.askedBy;
    assert.equal(asker('QUESTION'), 'The planner asks');
    assert.equal(asker('AGENT_QUESTION'), 'The agent asks');
    assert.equal(asker('MAX_LOOP_EDGE'), 'Devs asks');
    assert.equal(describePause(report).question, undefined);
  });

  it('says of an agent that only waits for an answer nothing that failed', () => {
    const waiting = { ...report, reason: 'AGENT_QUESTION', question: 'Which?' } as const;
    assert.equal(describePause({ ...waiting, failureCount: 0 }).failed, undefined);
    assert.equal(
      describePause({ ...waiting, failureCount: 2 }).failed?.count,
      '2 failed strategies',
    );
    const { failed } = describePause({ ...report, failureCount: 0 });
    assert.equal(failed?.count, '0 failed strategies');
  });

  it('names a strategy that was tried several times in a row once', () => {
    const failedStrategies = ['use cents', 'use cents', 'round late', 'use cents'];
    const { failed } = describePause({ ...report, failedStrategies });
    assert.deepEqual(
      failed?.strategies.map(({ text, times }) => `${text}${describeRepeats(times)}`),
      ['use cents (2 times)', 'round late', 'use cents'],
    );
  });

  it('names the subtask of a turn that ran on one, and who decided where the judge was asked', () => {
    const [turn] = report.turns;
    assert.ok(turn !== undefined);
    const plain = { ...turn, outcome: 'no_progress' } as const;
    const of = (...turns: FailureAnalysisReport['turns']) =>
      describePause({ ...report, turns }).turns;
    const [own, other] = of(plain, { ...plain, taskId: 'another' });
    assert.deepEqual([own?.subtask, other?.subtask], [undefined, 'another']);
    assert.equal(own?.decision, undefined);
    const cutOff = { ...plain, outcome: 'interrupted' } as const;
    const told = of({ ...plain, judged: decided() }, plain, cutOff, {
      ...cutOff,
      judged: undecided({ detail: 'the turn was cancelled' }),
    }).map(({ decision }) => decision?.decidedBy.replace(/ \(.*?\)/, ''));
    assert.deepEqual(told, [
      'the judge: no progress',
      'rules',
      undefined,
      'rules, because the judge gave no usable answer: the turn was cancelled',
    ]);
  });

  it('is plain data', () => {
    const pause = describePause(report);
    assert.deepEqual(JSON.parse(JSON.stringify(pause)), pause);
  });
});
