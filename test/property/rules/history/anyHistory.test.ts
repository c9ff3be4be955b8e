import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Course } from '../../../../src/rules/history/course';
import type { HistoryTurn, RecordedHistory } from '../../../../src/rules/history/historyTurn';
import { listCourses } from '../../../../src/rules/history/listCourses';
import { assessPredictions } from '../../../../src/rules/prediction/assessPredictions';
import {
  calibratePauses,
  findShare,
  PauseCounts,
} from '../../../../src/rules/prediction/calibratePauses';
import { countPauses, predictPause } from '../../../../src/rules/prediction/predictPause';
import { MAX_SCORE } from '../../../../src/rules/prediction/scorePause';
import { chooseThreshold, ENOUGH_TASKS } from '../../../../src/rules/threshold/chooseThreshold';
import { listObservations, type Observation } from '../../../../src/rules/threshold/observations';
import type { TaskSize } from '../../../../src/rules/history/taskSize';
import { eventOf } from '../../../support/sampleEvents';

const AGENTS = ['claude', 'codex', ''] as const;
const SIZES: readonly TaskSize[] = ['unmeasured', 'small', 'large'];
const OUTCOMES = [
  'no_progress',
  'progress',
  'success',
  'interrupted',
  'not_agent',
  'running',
] as const;
const time = fc
  .integer({ min: 0, max: 50 })
  .map((minute) => new Date(minute * 60_000).toISOString());

/** Turns as no honest state has them: any numbers, any order of times, any facts missing. */
const turn: fc.Arbitrary<HistoryTurn> = fc.record(
  {
    taskId: fc.constantFrom('a', 'b', 'c', 'part'),
    countsOn: fc.constantFrom('a', 'b', 'c'),
    number: fc.integer({ min: -2, max: 12 }),
    startedAt: fc.oneof(time, fc.constant('no time')),
    pivotDirective: fc.nat(3),
    outcome: fc.constantFrom(...OUTCOMES),
    durationMs: fc.oneof(fc.nat(600_000), fc.constant(Infinity), fc.constant(-1e300)),
    agent: fc.constantFrom(...AGENTS),
    failureHash: fc.constantFrom('x', 'y'),
    entropyAfter: fc.oneof(fc.nat(8), fc.constant(-3), fc.constant(1e9)),
    consequence: fc.constantFrom('none', 'pivot', 'pause', 'done'),
    threshold: fc.record({ value: fc.nat(6) }),
    loopInside: fc.constant(true),
    filesKept: fc.constant(true),
  },
  { requiredKeys: ['taskId', 'countsOn', 'number', 'startedAt', 'pivotDirective', 'outcome'] },
);

const event = fc.tuple(time, fc.constantFrom('a', 'b', 'c', 'part', 'gone')).chain(([at, taskId]) =>
  fc.oneof(
    fc
      .constantFrom('MAX_PIVOTS_EXCEEDED', 'MAX_TURNS', 'QUESTION', 'BLOCKED')
      .map((reason) => eventOf('gate_triggered', { reason }, { at, taskId })),
    fc
      .constantFrom('resume', 'retry', 'skip', 'rewind', 'redo', 'pause', 'notALoop', 'accept')
      .map((what) => eventOf('intervention', { what, detail: '' }, { at, taskId })),
    fc
      .nat(20)
      .map((failed) =>
        eventOf(
          'baseline_measured',
          { measurement: { passed: 0, failed, skipped: 0 } },
          { at, taskId },
        ),
      ),
  ),
);
const history: fc.Arbitrary<RecordedHistory> = fc.record({
  turns: fc.array(turn, { maxLength: 60 }),
  events: fc.array(event, { maxLength: 20 }),
});

const observation: fc.Arbitrary<Observation> = fc.record({
  task: fc.nat(40).map((number) => `task-${number}`),
  level: fc.integer({ min: 1, max: 8 }),
  agent: fc.constantFrom(...AGENTS),
  size: fc.constantFrom(...SIZES),
  by: fc.constantFrom('nextTurn', 'strategy'),
  solved: fc.boolean(),
  known: fc.record({ index: fc.nat(100), at: time }),
});
/** One task has one observation of a kind, so that its order says nothing. */
const observations = fc.uniqueArray(observation, {
  maxLength: 120,
  selector: ({ task, level, by }) => `${task} ${level} ${by}`,
});
const subject = fc.record({
  configured: fc.integer({ min: 1, max: 9 }),
  agent: fc.constantFrom(...AGENTS),
  size: fc.constantFrom(...SIZES),
});

function observed(courses: ReadonlyMap<string, readonly Course[]>): readonly Observation[] {
  return [...courses.values()].flatMap(listObservations);
}

describe('any history, however hostile', () => {
  it('gives a threshold within its bounds, with a reason exactly where it moved', () => {
    fc.assert(
      fc.property(history, subject, (told, about) => {
        const { value, configured, reason } = chooseThreshold(observed(listCourses(told)), about);

        assert.equal(configured, about.configured);
        assert.equal(reason === undefined, value === about.configured);
        if (about.configured < 2 || about.configured > 6) assert.equal(value, about.configured);
        else assert.ok(value >= 2 && value <= 6);
      }),
    );
  });

  it('gives the same courses whatever the order in which tasks are told', () => {
    fc.assert(
      fc.property(history, (told) => {
        const byTask = ['c', 'a', 'b'].flatMap((task) =>
          told.turns.filter(({ countsOn }) => countsOn === task),
        );
        // A part that counts on several tasks would belong to the last one told.
        fc.pre(told.turns.every(({ taskId, countsOn }) => taskId === countsOn));
        const ends = (turns: readonly HistoryTurn[]): unknown =>
          [...listCourses({ ...told, turns })]
            .map(([task, courses]) => [
              task,
              courses.map(({ end, turns: own }) => [end.kind, own.length]),
            ])
            .toSorted();

        assert.deepEqual(ends(byTask), ends(told.turns));
      }),
      { numRuns: 200 },
    );
  });

  it('makes predictions between 0 and 1, and metrics as well', () => {
    fc.assert(
      fc.property(fc.array(history, { minLength: 1, maxLength: 3 }), (told) => {
        const all = told.flatMap((each) => [...listCourses(each).values()]);
        const shares = calibratePauses(countPauses(all));
        for (const courses of all) {
          const prediction = predictPause(shares, courses.at(-1));
          if (prediction === undefined) continue;
          assert.ok(prediction.probability > 0 && prediction.probability < 1);
          assert.ok(prediction.score >= 0 && prediction.score <= MAX_SCORE);
        }
        const { brier = 0, baseBrier = 0, calibrationError = 0 } = assessPredictions(all);
        for (const each of [brier, baseBrier, calibrationError]) assert.ok(each >= 0 && each <= 1);
      }),
    );
  });
});

describe('any observations', () => {
  it('give the same threshold in any order', () => {
    fc.assert(
      fc.property(observations, subject, fc.infiniteStream(fc.nat()), (all, about, keys) => {
        const shuffled = all
          .map((each) => ({ each, key: Number(keys.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each);

        assert.deepEqual(chooseThreshold(shuffled, about), chooseThreshold(all, about));
      }),
    );
  });

  it('never lower the threshold when one more task was solved', () => {
    fc.assert(
      fc.property(observations, subject, fc.nat(), (all, about, pick) => {
        fc.pre(all.length > 0);
        const better = all.map((each, at) =>
          at === pick % all.length ? { ...each, solved: true } : each,
        );

        assert.ok(chooseThreshold(better, about).value >= chooseThreshold(all, about).value);
      }),
    );
  });

  it('move nothing while there are too few tasks at every entropy', () => {
    const few = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(ENOUGH_TASKS - 2), observation), {
        maxLength: 200,
      })
      .map((all) => all.map(([level, task, each]) => ({ ...each, level, task: `task-${task}` })));
    fc.assert(
      fc.property(few, subject, (all, about) => {
        assert.equal(chooseThreshold(all, about).value, about.configured);
      }),
    );
  });

  it('give the same threshold with and without what became known later', () => {
    fc.assert(
      fc.property(observations, subject, fc.nat(100), time, (all, about, index, at) => {
        const began = { index, at };
        const before = all.filter(({ known }) => known.index < index && known.at <= at);

        assert.deepEqual(chooseThreshold(all, { ...about, began }), chooseThreshold(before, about));
      }),
    );
  });
});

describe('any finished tasks', () => {
  const one = fc.record({
    scores: fc.array(fc.integer({ min: 0, max: MAX_SCORE }), { maxLength: 8 }),
    paused: fc.boolean(),
  });
  const finished = fc.oneof(
    fc.array(one, { maxLength: 40 }),
    fc.array(one, { minLength: 30, maxLength: 150, size: 'max' }),
  );

  function sharesOf(tasks: readonly { scores: readonly number[]; paused: boolean }[]) {
    const counts = new PauseCounts();
    for (const task of tasks) counts.add(task);
    return calibratePauses(counts);
  }

  it('give a probability that rises with the score, in any order, and none before 30', () => {
    fc.assert(
      fc.property(finished, (tasks) => {
        const shares = sharesOf(tasks);
        const chances = Array.from(
          { length: MAX_SCORE + 1 },
          (_, score) => findShare(shares, score)?.probability,
        );

        assert.deepEqual(shares, sharesOf(tasks.toReversed()));
        if (tasks.length < 30) assert.deepEqual(shares, []);
        for (const [score, chance = 0] of chances.entries())
          assert.ok(chance >= (chances[score - 1] ?? 0));
        for (const { paused, tasks: count } of shares) assert.ok(paused <= count && count >= 1);
      }),
    );
  });
});
