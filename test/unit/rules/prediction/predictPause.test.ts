import assert from 'node:assert/strict';
import type { PausePrediction } from '../../../../src/model/report/pausePrediction';
import { describePrediction } from '../../../../src/reports/task/describePrediction';
import { listCourses } from '../../../../src/rules/history/listCourses';
import { calibratePauses } from '../../../../src/rules/prediction/calibratePauses';
import { countPauses, predictPause } from '../../../../src/rules/prediction/predictPause';
import { scorePause } from '../../../../src/rules/prediction/scorePause';
import { RecordedWorkspace } from '../../../support/recordedHistory';

function predicted(told: RecordedWorkspace, task = 'now'): PausePrediction | undefined {
  const courses = listCourses(told);
  const shares = calibratePauses(countPauses(courses.values()));
  return predictPause(shares, courses.get(task)?.at(-1));
}

function termsOf(told: RecordedWorkspace): readonly string[] {
  const [course] = listCourses(told).get('now') ?? [];
  const { reasons } = scorePause(course?.turns ?? []);
  return reasons.map(({ text, points }) => `${text}: ${points}`);
}

/** So many tasks that were done at their second turn, and so many that paused after five failed ones. */
function workspace(done: number, paused: number): RecordedWorkspace {
  const told = new RecordedWorkspace();
  for (let number = 0; number < done; number += 1) told.solvedAfter(`done-${number}`, 1);
  for (let number = 0; number < paused; number += 1) told.pausedAfter(`paused-${number}`, 5);
  return told;
}

describe('the score of a running task', () => {
  it('adds points for what was recorded, each with its words', () => {
    const same = { failureHash: 'a' };
    assert.deepEqual(termsOf(new RecordedWorkspace().turn('now', 'F', same)), [
      '1 turn failed in a row: 1',
    ]);
    assert.deepEqual(termsOf(new RecordedWorkspace().turn('now', 'FF', same)), [
      '2 turns failed in a row: 2',
      'same failure 2 times: 1',
    ]);
    assert.deepEqual(termsOf(new RecordedWorkspace().turn('now', 'FFF', same)), [
      '3 turns failed in a row: 3',
      'same failure 3 times: 2',
      'no new best for 3 turns: 1',
    ]);
    const pivoted = new RecordedWorkspace()
      .turn('now', 'FF')
      .turn('now', 'F', { consequence: 'pivot', loopInside: true });
    assert.deepEqual(termsOf(pivoted), [
      'no new best for 3 turns: 1',
      '1 fresh start: 1',
      'a loop inside the last turn: 1',
    ]);
  });

  it('is 0 after progress', () => {
    assert.deepEqual(termsOf(new RecordedWorkspace().turn('now', 'FFFP')), []);
  });
});

describe('the prediction of a pause', () => {
  it('names what such tasks did, and why this one is such a task', () => {
    const told = workspace(25, 7).turn('now', 'FFFF', { failureHash: 'a' });
    const prediction = predicted(told);

    assert.deepEqual(
      { tasks: prediction?.tasks, paused: prediction?.paused },
      { tasks: 7, paused: 7 },
    );
    assert.equal(
      prediction && describePrediction(prediction),
      'likely to pause: 7 of 7 similar tasks did; ' +
        '4 turns failed in a row, same failure 4 times, no new best for 4 turns',
    );
  });

  it('is absent before 30 tasks have finished', () => {
    assert.equal(predicted(workspace(22, 7).turn('now', 'FFF')), undefined);
    assert.notEqual(predicted(workspace(23, 7).turn('now', 'FFF')), undefined);
  });

  it('is absent before a counted turn and once the task has ended', () => {
    const told = workspace(25, 7);

    assert.equal(predicted(told), undefined);
    assert.equal(predicted(told.turn('now', 'I')), undefined);
    assert.equal(predicted(told.turn('now', 'FS')), undefined);
  });

  it('leaves out tasks whose end a human decided', () => {
    const told = workspace(23, 7).turn('skipped', 'FFFF').human('skipped', 'skip');
    const rewound = told.turn('rewound', 'FF').human('rewound', 'rewind').turn('rewound', 'S');

    assert.equal(countPauses(listCourses(rewound).values()).finished, 30);
  });

  it('counts a task once, by its first end', () => {
    const told = workspace(23, 7);
    for (let number = 0; number < 7; number += 1)
      told.human(`paused-${number}`, 'resume').turn(`paused-${number}`, 'S');

    assert.equal(countPauses(listCourses(told).values()).finished, 30);
    assert.equal(predicted(told.turn('now', 'FFFF'))?.paused, 7);
  });

  it('speaks of chances as they are', () => {
    const at = (paused: number): string =>
      describePrediction({
        ...{ tasks: 10, paused, probability: (paused + 1) / 12, score: 0, reasons: [] },
      });

    assert.equal(at(0), 'unlikely to pause: none of 10 similar tasks did');
    assert.equal(at(5), 'may pause: 5 of 10 similar tasks did');
    assert.equal(at(8), 'likely to pause: 8 of 10 similar tasks did');
  });
});
