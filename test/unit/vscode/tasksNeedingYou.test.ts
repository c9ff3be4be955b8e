import assert from 'node:assert/strict';
import { needsYouBadge } from '../../../src/vscode/notifications/tasksNeedingYou';

describe('the badge of the Devs icon', () => {
  it('counts the tasks that need you', () => {
    assert.deepEqual(needsYouBadge(1), { value: 1, tooltip: 'Devs: 1 needs you' });
    assert.deepEqual(needsYouBadge(3), { value: 3, tooltip: 'Devs: 3 need you' });
  });

  it('is a number without words once nothing needs you, since VS Code 1.104 keeps the last badge where none is given', () => {
    assert.deepEqual(needsYouBadge(0), { value: 0, tooltip: '' });
  });
});
