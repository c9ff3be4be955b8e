import assert from 'node:assert/strict';
import { askedQuestion, askedToRun } from '../../support/askedSamples';
import { askingTask, questionTask } from './asking';
import { overview, task } from './overviews';
import {
  needsYouBadge,
  pausedTasks,
  tasksNeedingYou,
} from '../../../src/vscode/notifications/tasksNeedingYou';

describe('the badge of the Devs icon', () => {
  it('counts the tasks that need you', () => {
    assert.deepEqual(needsYouBadge(1), { value: 1, tooltip: 'Devs: 1 needs you' });
    assert.deepEqual(needsYouBadge(3), { value: 3, tooltip: 'Devs: 3 need you' });
  });

  it('is a number without words once nothing needs you, since VS Code 1.104 keeps the last badge where none is given', () => {
    assert.deepEqual(needsYouBadge(0), { value: 0, tooltip: '' });
  });
});

describe('the tasks that need you', () => {
  it('are those that stopped, and those whose agents ask for a permission or an answer', () => {
    const paused = task('a', { status: 'PAUSED_FOR_INTERVENTION' });
    const answered = questionTask('d', askedQuestion({ outcome: 'answered', answer: 'yes' }));
    const asking = [askingTask('c', askedToRun()), answered, questionTask('e', askedQuestion())];
    const all = overview({ tasks: [paused, askingTask('b'), ...asking] });
    assert.deepEqual(
      tasksNeedingYou(all).map(({ id }) => id),
      ['a', 'c', 'e'],
    );
    assert.deepEqual(
      pausedTasks(all).map(({ id }) => id),
      ['a'],
    );
  });
});
