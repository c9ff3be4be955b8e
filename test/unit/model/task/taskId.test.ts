import { equal } from 'node:assert/strict';
import { createTaskId, suggestId } from '../../../../src/model/task/taskId';

describe('an id from a title', () => {
  it('is kebab-case without accents', () => {
    equal(createTaskId('Füge Login hinzu!', []), 'fuge-login-hinzu');
    equal(suggestId('  Add Login & Größe: <b>now</b>! '), 'add-login-grosse-b-now-b');
  });

  it('is "task" where the title has nothing for an id, which a suggestion leaves empty', () => {
    equal(createTaskId('  ', []), 'task');
    equal(createTaskId('登录', ['task']), 'task-2');
    equal(suggestId('登录'), '');
  });

  it('differs from those that are taken', () => {
    equal(createTaskId('Add login', ['add-login', 'add-login-2']), 'add-login-3');
  });

  it('is not too long and does not end in a hyphen', () => {
    equal(createTaskId(`${'x'.repeat(39)} tail`, []), 'x'.repeat(39));
    equal(suggestId(`--${'é'.repeat(50)}`), 'e'.repeat(40));
  });
});
