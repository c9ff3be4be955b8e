import assert from 'node:assert/strict';
import { isRunActive, runActivity } from '../../../../src/model/overview/runActivity';
import type { TaskStatus } from '../../../../src/model/task/task';
import { ACTIVITY_WORDS } from '../../../../src/reports/run/activityWords';
import { freshTask, restingOverview } from '../../../support/overviewSamples';

describe('what a workspace does while nothing runs', () => {
  const told: readonly (readonly [readonly TaskStatus[], string])[] = [
    [[], 'Stopped'],
    [['done', 'pending'], 'Stopped'],
    [['done', 'in_progress'], 'Stopped'],
    [['done', 'blocked'], 'Waiting for you'],
    [['done', 'done'], 'All tasks done'],
    [['done', 'skipped'], 'Finished'],
    [['done_partial'], 'Finished'],
  ];
  for (const [statuses, words] of told) {
    it(`is "${words}" with ${statuses.length === 0 ? 'no task' : statuses.join(', ')}`, () => {
      const tasks = statuses.map((status, at) => ({ ...freshTask(`t${at}`), status }));
      const activity = runActivity({ ...restingOverview(), tasks });
      assert.equal(ACTIVITY_WORDS[activity], words);
      assert.equal(isRunActive(activity), false);
    });
  }
});
