import assert from 'node:assert/strict';
import type { TaskOverview } from '../../../src/model/overview/overview';
import { describeLens } from '../../../src/vscode/configFile/describeLens';
import { askedQuestion, askedToRun } from '../../support/askedSamples';
import { askingTask, questionTask } from './asking';
import { freshTask } from '../../support/overviewSamples';

const HOLDER = {
  pid: 1,
  host: 'here',
  who: 'terminal',
  since: '2026-11-21T21:30:00.000Z',
} as const;

function titles(
  task: Partial<TaskOverview>,
  others: readonly TaskOverview[] = [],
  isHeld = false,
): readonly string[] {
  const tasks = [{ ...freshTask('a'), ...task }, ...others];
  const holder = isHeld ? HOLDER : undefined;
  return describeLens({ tasks, holder }, 'a').map(({ title }) => title);
}

describe('the line above a task in devs.yaml', () => {
  it('runs a task that can run while nothing runs', () => {
    assert.deepEqual(titles({}), ['$(play) Run']);
    assert.deepEqual(titles({ runnable: false }), []);
    assert.deepEqual(titles({}, [], true), []);
  });

  it('ends the wait of a task for a time', () => {
    assert.deepEqual(
      titles({ runnable: false, interventions: ['skip', 'resume', 'stopWaiting'] }),
      ['Stop waiting', 'Resume…'],
    );
  });

  it('names what a task waits for, three at most, without what is done', () => {
    const done = { ...freshTask('d'), status: 'done' } as const;
    const dependsOn = ['d', 'b', 'c', 'e', 'f'];
    assert.deepEqual(titles({ dependsOn, runnable: false }, [done]), [
      'waits for b, c, e and 1 more',
    ]);
    assert.deepEqual(titles({ dependsOn: ['d'], runnable: false }, [done]), []);
  });

  it('says that its agent asks for a permission or an answer', () => {
    for (const task of [askingTask('a', askedToRun()), questionTask('a', askedQuestion())])
      assert.deepEqual(titles({ ...task, interventions: [] }), ['asks you']);
  });

  it('counts turns that failed in a row', () => {
    assert.deepEqual(titles({ entropy: 2 }), ['$(play) Run', '2 failed in a row']);
  });

  it('offers what a task that needs you can be answered with', () => {
    assert.deepEqual(
      titles({
        status: 'PAUSED_FOR_INTERVENTION',
        runnable: false,
        interventions: ['accept', 'resume', 'skip'],
        entropy: 3,
      }),
      ['Accept', 'Resume…', 'Report', 'waits for you · 3 failed in a row'],
    );
  });

  it('has nothing for a task that is not known yet', () => {
    assert.deepEqual(describeLens({ tasks: [], holder: undefined }, 'a'), []);
  });
});
