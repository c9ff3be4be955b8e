import assert from 'node:assert/strict';
import type { Course } from '../../../../src/rules/history/course';
import type { HistoryTurn } from '../../../../src/rules/history/historyTurn';
import { listCourses } from '../../../../src/rules/history/listCourses';
import { RecordedWorkspace } from '../../../support/recordedHistory';

const of = (told: RecordedWorkspace, task = 'fix'): readonly Course[] =>
  listCourses(told).get(task) ?? [];
const endsOf = (told: RecordedWorkspace): readonly string[] => of(told).map(({ end }) => end.kind);

describe('the courses of a task', () => {
  it('end when the task is done, when it pauses by itself, and when a human decides', () => {
    const told = new RecordedWorkspace()
      .pausedAfter('fix', 3)
      .human('fix', 'resume')
      .turn('fix', 'F')
      .human('fix', 'skip')
      .human('fix', 'retry')
      .turn('fix', 'FS');

    assert.deepEqual(endsOf(told), ['paused', 'left', 'done']);
  });

  it('are left, not paused, where the task only asks or waits for the human', () => {
    for (const reason of ['QUESTION', 'AGENT_QUESTION', 'DOUBTFUL_PASS', 'MAX_MINUTES', 'BLOCKED'])
      assert.deepEqual(endsOf(new RecordedWorkspace().turn('fix', 'F').gate('fix', reason)), [
        'left',
      ]);
  });

  it('end with the success that waits for a review; what lands after Accept is none, what is sent back is the next', () => {
    const reviewed = new RecordedWorkspace().turn('fix', 'FS').gate('fix', 'REVIEW');
    assert.deepEqual(endsOf(reviewed), ['done']);
    const accepted = reviewed.human('fix', 'accept').turn('fix', 'IS');
    assert.deepEqual(
      of(accepted).map(({ turns }) => turns.length),
      [2],
    );
    const sentBack = new RecordedWorkspace()
      .turn('fix', 'S')
      .gate('fix', 'REVIEW')
      .human('fix', 'sendBack')
      .turn('fix', 'FS');
    assert.deepEqual(
      of(sentBack).map(({ turns }) => turns.length),
      [1, 2],
    );
    const red = new RecordedWorkspace()
      .turn('fix', 'S')
      .gate('fix', 'REVIEW')
      .human('fix', 'accept')
      .turn('fix', 'FS');
    assert.deepEqual(
      of(red).map(({ turns }) => turns.length),
      [1, 2],
    );
  });

  it('have counted turns alone, with their strategies', () => {
    const told = new RecordedWorkspace()
      .turn('fix', 'FIF')
      .turn('fix', 'F', { consequence: 'pivot' })
      .turn('fix', 'I', { pivotDirective: 1 })
      .turn('fix', 'F', { pivotDirective: 1 })
      .turn('fix', 'F');
    const [course] = of(told);

    assert.deepEqual(
      course?.turns.map(({ strategy, entropy, pivoted }) => [strategy, entropy, pivoted]),
      [
        [1, 1, false],
        [1, 2, false],
        [1, 3, true],
        [2, 1, false],
        [2, 2, false],
      ],
    );
    assert.equal(course.strategyBegan.at, told.turns[4]?.startedAt, 'with the interrupted turn');
  });

  it('count entropy again where an earlier version did not keep it', () => {
    const told = new RecordedWorkspace().turn('fix', 'FFPF');
    const old = told.turns.map(
      ({ taskId, countsOn, number, startedAt, outcome, pivotDirective }): HistoryTurn => ({
        ...{ taskId, countsOn, number, startedAt, outcome, pivotDirective },
      }),
    );
    const courses = listCourses({ turns: old, events: [] }).get('fix') ?? [];

    assert.deepEqual(
      courses[0]?.turns.map(({ entropy }) => entropy),
      [1, 2, 0, 1],
    );
  });

  it('go on after the success of a subtask', () => {
    const told = new RecordedWorkspace()
      .turn('part', 'S', { countsOn: 'fix', number: 1 })
      .turn('fix', 'S', { number: 2 });

    assert.deepEqual(
      of(told).map(({ turns }) => turns.length),
      [2],
    );
    assert.deepEqual(endsOf(told), ['done']);
  });

  it('know the size of the task from the turn on that measured it', () => {
    const told = new RecordedWorkspace().turn('fix', 'F');
    const started = new RecordedWorkspace().baseline('fix', 9).turn('fix', 'F');

    assert.deepEqual(of(told)[0]?.turns[0]?.size, 'unmeasured');
    assert.deepEqual(of(started)[0]?.turns[0]?.size, 'large');
  });

  it('are touched by a rewind, and remember a Resume without a hint alone', () => {
    const paused = (): RecordedWorkspace => new RecordedWorkspace().pausedAfter('fix', 3);
    const resumed = (told: RecordedWorkspace): boolean =>
      of(told.turn('fix', 'F'))[1]?.resumedFrom !== undefined;

    assert.equal(
      of(new RecordedWorkspace().turn('fix', 'F').human('fix', 'rewind'))[0]?.touched,
      true,
    );
    assert.equal(resumed(paused().human('fix', 'resume')), true);
    assert.equal(resumed(paused().human('fix', 'notALoop')), true);
    assert.equal(resumed(paused().human('fix', 'resume', 'hint: look at round')), false);
    assert.equal(resumed(paused().human('fix', 'rewind').human('fix', 'resume')), false);
    assert.equal(resumed(paused().human('fix', 'retry')), false);
  });
});
