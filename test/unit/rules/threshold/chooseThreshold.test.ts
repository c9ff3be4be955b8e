import assert from 'node:assert/strict';
import type { TurnThreshold } from '../../../../src/model/turn/turnThreshold';
import { listCourses } from '../../../../src/rules/history/listCourses';
import type { Moment } from '../../../../src/rules/history/historyTurn';
import { chooseThreshold, ENOUGH_TASKS } from '../../../../src/rules/threshold/chooseThreshold';
import { listObservations } from '../../../../src/rules/threshold/observations';
import { RecordedWorkspace } from '../../../support/recordedHistory';

const SUBJECT = { configured: 3, agent: 'claude', size: 'unmeasured' } as const;
type Subject = Partial<Parameters<typeof chooseThreshold>[1]>;

function chosen(told: RecordedWorkspace, subject: Subject = {}): TurnThreshold {
  const observations = [...listCourses(told).values()].flatMap(listObservations);
  return chooseThreshold(observations, { ...SUBJECT, ...subject });
}

/** So many tasks, each told by its name. */
function tasks(
  count: number,
  tell: (told: RecordedWorkspace, task: string) => unknown,
  told = new RecordedWorkspace(),
): RecordedWorkspace {
  const first = told.turns.length;
  for (let number = 1; number <= count; number += 1) tell(told, `task-${first}-${number}`);
  return told;
}

describe('the adaptive loop threshold', () => {
  it('rises where such tasks were solved by one more turn, and says so', () => {
    const told = tasks(6, (history, task) => history.solvedAfter(task, 3));
    told.turn('lost', 'FFFF');

    assert.deepEqual(chosen(told), {
      value: 4,
      configured: 3,
      reason: '4 instead of 3: 6 of 7 similar tasks were solved at the fourth turn (claude)',
    });
  });

  it('falls where hardly any such task was solved by its last turn', () => {
    const told = tasks(10, (history, task) => history.pausedAfter(task, 3));

    assert.deepEqual(chosen(told), {
      value: 2,
      configured: 3,
      reason: '2 instead of 3: none of 10 similar tasks was solved from the third turn on (claude)',
    });
  });

  it('stays without enough tasks, however clear they are', () => {
    assert.equal(ENOUGH_TASKS, 6);
    const few = tasks(5, (history, task) => history.solvedAfter(task, 3));

    assert.deepEqual(chosen(few), { value: 3, configured: 3 });
    assert.equal(chosen(few.solvedAfter('one-more', 3)).value, 4);
  });

  it('stays where the evidence goes both ways', () => {
    const told = tasks(5, (history, task) => history.solvedAfter(task, 3));
    tasks(5, (history, task) => history.turn(task, 'FFFF'), told);

    assert.equal(chosen(told).value, 3);
  });

  it('stays between 2 and 6', () => {
    const solved = new RecordedWorkspace();
    for (const [failed, count] of [
      [3, 200],
      [4, 60],
      [5, 20],
      [6, 10],
    ] as const)
      tasks(count, (history, task) => history.solvedAfter(task, failed), solved);
    const lost = tasks(30, (history, task) => history.pausedAfter(task, 9));

    assert.equal(chosen(solved).value, 6);
    assert.equal(chosen(lost, { configured: 6 }).value, 2);
  });

  it('leaves a configured threshold beyond its range alone', () => {
    const told = tasks(30, (history, task) => history.pausedAfter(task, 12));

    for (const configured of [1, 7, 100])
      assert.deepEqual(chosen(told, { configured }), { value: configured, configured });
  });

  it('counts a task once at each entropy, the first time', () => {
    const told = new RecordedWorkspace();
    for (let time = 0; time < 9; time += 1)
      told.pausedAfter('fix', 4).human('fix', 'resume', 'hint: x');

    assert.equal(chosen(told).value, 3);
  });

  it('knows no more turn of a task that a threshold stopped: it is neither solved nor lost', () => {
    const told = tasks(20, (history, task) => history.pausedAfter(task, 3));

    assert.equal(chosen(told, { configured: 4 }).value, 4, 'nothing is known of the fourth turn');
  });

  it('gives no credit for what a pivot solved', () => {
    const told = tasks(8, (history, task) => {
      history.turn(task, 'FF').turn(task, 'F', { consequence: 'pivot' });
      history.turn(task, 'S', { pivotDirective: 1 });
    });

    assert.equal(chosen(told).value, 3);
  });

  it('takes the next turn after a plain Resume for the one that the pause prevented', () => {
    const again = (change: Parameters<RecordedWorkspace['turn']>[2], detail = ''): TurnThreshold =>
      chosen(
        tasks(6, (history, task) => {
          history.pausedAfter(task, 3).human(task, 'resume', detail).turn(task, 'S', change);
        }),
      );

    assert.equal(again({ filesKept: true }).value, 4);
    assert.equal(again({}).value, 3, 'the human may have changed files');
    assert.equal(again({ filesKept: true }, 'hint: look at round').value, 3);
    assert.equal(again({ filesKept: true, agent: 'codex' }).value, 3);
  });

  it('calls a task solved only once it was done without a human', () => {
    const progress = (history: RecordedWorkspace, task: string): unknown =>
      history.turn(task, 'FFFP');

    assert.equal(chosen(tasks(9, progress)).value, 3, 'not known yet');
    assert.equal(chosen(tasks(9, (h, task) => (progress(h, task), h.turn(task, 'S')))).value, 4);
    assert.equal(
      chosen(tasks(9, (h, task) => (progress(h, task), h.pausedAfter(task, 2)))).value,
      2,
    );
    assert.equal(
      chosen(tasks(9, (h, task) => (progress(h, task), h.human(task, 'skip')))).value,
      3,
      'nobody knows what the agent had done',
    );
  });

  it('prefers tasks of the same agent and size, then the agent, then all', () => {
    const told = new RecordedWorkspace();
    tasks(7, (history, task) => history.baseline(task, 9).solvedAfter(task, 3), told);
    tasks(14, (history, task) => history.baseline(task, 2).turn(task, 'FFFF'), told);
    told.agent = 'codex';
    tasks(3, (history, task) => history.solvedAfter(task, 3), told);

    const large = chosen(told, { size: 'large' });
    assert.equal(large.value, 4);
    assert.match(
      large.reason ?? '',
      /7 of 7 similar tasks .* \(claude, 6 failing tests or more at first\)$/,
    );
    assert.equal(chosen(told, { size: 'small' }).value, 3);
    assert.equal(chosen(told).value, 3, 'of claude, 7 of 21');
    assert.equal(chosen(told, { agent: 'codex' }).value, 3, 'of all, 10 of 24');
  });

  it('knows nothing that was recorded after its strategy began', () => {
    const told = tasks(6, (history, task) => history.solvedAfter(task, 3));
    const sixth = told.turns.at(-1);
    const began: Moment = { index: told.turns.length - 1, at: sixth?.startedAt ?? '' };

    assert.equal(chosen(told).value, 4);
    assert.equal(chosen(told, { began }).value, 3);
  });
});
