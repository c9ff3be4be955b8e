import assert from 'node:assert/strict';
import { countByStatus, matches } from '../../../webview/taskFilter';
import { WAITS_TO_LAND } from '../../support/landingTask';
import { task } from './samples';

const loop = {
  loopType: 'no_progress_repeat',
  level: 'suspect',
  attemptCount: 3,
  recommendation: 'continue',
  message: '',
  tasks: ['add-login'],
  evidence: [1, 2, 3],
  attempts: [],
} as const;

describe('the filter of tasks', () => {
  const login = task('add-login', { title: 'Log in', statusReason: 'waits for add-users', loop });
  const all = { text: '', status: '' };

  it('lets everything through while it is empty', () => {
    assert.ok(matches(login, all));
    assert.ok(matches(login, { ...all, text: '  ' }));
  });

  it('finds every word in id, title, agent or reason, in upper or lower case', () => {
    for (const text of ['LOG in', 'add-login', 'claude', 'waits users', 'in claude log']) {
      assert.ok(matches(login, { ...all, text }), text);
    }
    for (const text of ['log out', 'codex', '.*'])
      assert.ok(!matches(login, { ...all, text }), text);
  });

  it('finds tasks that wait to land, and the task before them', () => {
    const waiting = task('cart', { status: 'in_progress', landing: WAITS_TO_LAND });
    assert.ok(matches(waiting, { ...all, text: 'waiting to land parser' }));
    assert.ok(!matches(login, { ...all, text: 'waiting to land' }));
  });

  it('tells statuses and loops apart', () => {
    assert.ok(matches(login, { ...all, status: 'pending' }));
    assert.ok(!matches(login, { ...all, status: 'done' }));
    assert.ok(matches(login, { ...all, status: 'loop' }));
    assert.ok(!matches(task('other'), { ...all, status: 'loop' }));
    assert.ok(!matches(login, { text: 'nothing', status: 'pending' }));
  });

  it('counts what each status lets through', () => {
    const tasks = [login, task('a'), task('b', { status: 'done' })];
    const counts = countByStatus(tasks);
    assert.deepEqual(Object.fromEntries(counts), { pending: 2, loop: 1, done: 1 });
    for (const [status, count] of counts) {
      const found = tasks.filter((each) => matches(each, { ...all, status }));
      assert.equal(found.length, count);
    }
  });
});
