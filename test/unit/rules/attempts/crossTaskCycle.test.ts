import assert from 'node:assert/strict';
import { detectLoop } from '../../../../src/rules/attempts/detectLoop';
import { LOOP_PRESETS, type Attempt } from '../../../../src/model/task/attempt';
import { attempt, history, START, verdict, visits } from './attempts';

const POLICY = LOOP_PRESETS.recommended;
const HOUR = 3_600_000;

describe('detectLoop: cycles over several tasks', () => {
  /** Visits to tasks A, B, C … in the order of the letters; a small digit behind a letter is its work. */
  const sequence = (words: string, given: Partial<Attempt> = {}): readonly Attempt[] =>
    words
      .split(' ')
      .map((word, index) =>
        attempt(index + 1, { taskId: word.charAt(0), completedWork: [word.slice(1)], ...given }),
      );
  const next = (words: string, taskId: string, given = {}): string =>
    verdict(detectLoop(visits(sequence(words), taskId, given), POLICY));

  it('A, B, A, B, A, B: the sixth visit proves it, for the task that is next', () => {
    assert.equal(next('A B A B A B', 'A'), 'cross_task_cycle escalate');
    assert.equal(next('A B A B A', 'B'), 'none');
    assert.notEqual(next('A B A B A B', 'B'), 'cross_task_cycle escalate');
  });

  for (let length = 2; length <= 7; length += 1) {
    const names = Array.from({ length }, (_, index) => String.fromCharCode(65 + index));
    const round = names.map((name) => `${name}1`).join(' ');

    it(`a cycle of ${length} tasks is found after three rounds, and whatever came before`, () => {
      const rounds = `${round} ${round} ${round}`;
      assert.equal(next(rounds, 'A'), 'cross_task_cycle escalate');
      assert.equal(next(`X7 Y8 ${rounds}`, 'A'), 'cross_task_cycle escalate');
      assert.notEqual(next(`${round} ${round}`, 'A'), 'cross_task_cycle escalate');
      assert.notEqual(next(`${rounds} X9`, 'A'), 'cross_task_cycle escalate');
      const found = detectLoop(visits(sequence(rounds), 'A'), POLICY);
      assert.ok(found.isLooping);
      assert.deepEqual(found.tasks, names);
      assert.equal(found.attemptCount, 3 * length);
    });
  }

  it('works that alternate are a cycle too, which the rules for one task miss', () => {
    const words = 'A1 B1 A2 B1 A1 B1 A2 B1 A1 B1 A2 B1';
    assert.equal(next(words, 'A'), 'cross_task_cycle escalate');
    const alone = sequence(words).filter(({ taskId }) => taskId === 'A');
    assert.equal(
      verdict(detectLoop(history(alone, { taskId: 'A', recent: alone }), POLICY)),
      'none',
    );
  });

  it('a task that is visited twice in a round counts like any other', () => {
    assert.equal(next('A1 B1 A2 C1 A1 B1 A2 C1 A1 B1 A2 C1', 'A'), 'cross_task_cycle escalate');
  });

  it('tasks that each bring new work take turns as they should', () => {
    assert.equal(next('A1 B1 A2 B2 A3 B3 A4 B4', 'A'), 'none');
    assert.equal(next('A1 B1 A2 B1 A3 B1 A4 B1', 'A'), 'none');
  });

  it('progress anywhere in it is none', () => {
    const all = sequence('A1 B1 A1 B1 A1 B1').map((one) => ({
      ...one,
      progress: one.number === 3,
    }));
    assert.equal(verdict(detectLoop(visits(all, 'A'), POLICY)), 'none');
  });

  it('one task alone is no cycle of several', () => {
    assert.equal(next('A1 A2 A1 A2 A1 A2', 'A'), 'none');
  });

  it('another status is another visit', () => {
    const all = sequence('A1 B1 A1 B1 A1 B1').map((one) => ({
      ...one,
      status: one.number === 1 ? ('pending' as const) : one.status,
    }));
    assert.notEqual(verdict(detectLoop(visits(all, 'A'), POLICY)), 'cross_task_cycle escalate');
  });

  it('is only shown while a fresh strategy is due', () => {
    assert.equal(next('A B A B A B', 'A', { pivotDue: true }), 'cross_task_cycle continue');
  });

  it('has the same window, ten median turns of each of its tasks where that is longer', () => {
    const now = new Date(START + 3 * HOUR);
    assert.notEqual(next('A B A B A B', 'A', { now }), 'cross_task_cycle escalate');
    const medianTurnMs = HOUR / 6;
    assert.equal(next('A B A B A B', 'A', { now, medianTurnMs }), 'cross_task_cycle escalate');
  });

  it('interrupted visits in between are passed over', () => {
    const all = sequence('A B A X B A B').map((one) => ({ ...one, counted: one.taskId !== 'X' }));
    assert.equal(verdict(detectLoop(visits(all, 'A'), POLICY)), 'cross_task_cycle escalate');
  });
});
