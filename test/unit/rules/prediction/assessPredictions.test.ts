import assert from 'node:assert/strict';
import { listCourses } from '../../../../src/rules/history/listCourses';
import { assessPredictions } from '../../../../src/rules/prediction/assessPredictions';
import { describePredictions } from '../../../../src/reports/metrics/describePredictions';
import { RecordedWorkspace } from '../../../support/recordedHistory';

const assessed = (told: RecordedWorkspace, since?: string): ReturnType<typeof assessPredictions> =>
  assessPredictions(listCourses(told).values(), since);

/** Tasks that are done at once and tasks that pause, in turn; the looks of both differ from the first turn on. */
function regular(count: number): RecordedWorkspace {
  const told = new RecordedWorkspace();
  for (let number = 0; number < count; number += 1) {
    if (number % 3 === 0) told.pausedAfter(`task-${number}`, 5);
    else told.turn(`task-${number}`, 'PS');
  }
  return told;
}

describe('how good predictions were', () => {
  it('is unknown before 30 tasks have finished', () => {
    assert.deepEqual(assessed(regular(30)), {
      finishedTasks: 30,
      predictedTasks: 0,
      predictions: 0,
    });
    assert.deepEqual(describePredictions({ ...NO_METRICS, prediction: assessed(regular(30)) }), []);
  });

  it('counts each prediction from what was known before it', () => {
    const { predictedTasks, predictions } = assessed(regular(32));

    assert.deepEqual({ predictedTasks, predictions }, { predictedTasks: 2, predictions: 5 });
  });

  it('is better than the average where tasks differ in what was recorded', () => {
    const { brier = 1, baseBrier = 0, calibrationError = 1 } = assessed(regular(120));

    assert.ok(brier < 0.05, `${brier}`);
    assert.ok(baseBrier > 0.2, `${baseBrier}`);
    assert.ok(calibrationError < 0.2, `${calibrationError}`);
  });

  it('is no better where they do not', () => {
    const told = new RecordedWorkspace();
    for (let number = 0; number < 200; number += 1) {
      told.turn(`task-${number}`, 'F');
      if ((number * 7) % 10 < 5) told.pausedAfter(`task-${number}`, 1);
      else told.turn(`task-${number}`, 'S');
    }
    const { brier = 0, baseBrier = 1 } = assessed(told);

    assert.ok(Math.abs(brier - baseBrier) < 0.01, `${brier} ${baseBrier}`);
  });

  it('covers the asked days alone', () => {
    assert.equal(assessed(regular(60), '2026-01-02').predictions, 0);
    assert.notEqual(assessed(regular(60), '2026-01-01').predictions, 0);
  });

  it('is told in plain words', () => {
    const prediction = {
      ...{ finishedTasks: 40, predictedTasks: 10, predictions: 31 },
      ...{ brier: 0.123, baseBrier: 0.25, calibrationError: 0.061 },
    };

    assert.deepEqual(describePredictions({ ...NO_METRICS, prediction }), [
      '31 predictions for 10 finished tasks, each made only from what Devs knew at that time.',
      'Brier score, the mean squared error (0 is perfect): 0.12, better than 0.25 for always predicting the average.',
      'Calibration error: on average, the predicted probability of a pause differs by 6 percentage points from how often tasks paused.',
    ]);
  });
});

const NO_METRICS = {
  forgottenTurns: 0,
  agents: [],
  days: [],
  all: {
    ...{ tasks: 0, turns: 0, loopingTasks: 0, loops: 0, gates: 0, forced: 0, falseAlarms: 0 },
    ...{ resolvedGates: 0, turnsAfterProof: 0, msAfterProof: 0, savedTurns: 0, savedMs: 0 },
    ...{ flakyTurns: 0, flakyTests: {}, patterns: {}, noLoops: {} },
  },
};
