import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EXTENSION_ID, readTaskLink, taskLink } from '../../../../src/model/task/taskLink';

describe('a link to a task', () => {
  it('names the extension as package.json does', () => {
    const { publisher, name } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      publisher: string;
      name: string;
    };
    assert.equal(EXTENSION_ID, `${publisher}.${name}`);
  });

  it('is read as it was written', () => {
    const folder = 'file:///home/dev/my%20shop%26more';
    const url = new URL(taskLink('fix-1', folder));
    // The editor gives the query decoded once.
    const query = decodeURIComponent(url.search.slice(1));
    assert.deepEqual(readTaskLink(url.pathname, query), { taskId: 'fix-1', folder });
    assert.deepEqual(readTaskLink('/task/fix-1', ''), { taskId: 'fix-1' });
    assert.deepEqual(readTaskLink('/task/fix-1', 'windowId=_blank'), { taskId: 'fix-1' });
  });

  for (const path of [
    '',
    '/',
    '/task',
    '/task/',
    '/task/a/b',
    '/task/../x',
    '/task/-a',
    '/task/a b',
    '/run/a',
    `/task/${'a'.repeat(65)}`,
  ])
    it(`is none: "${path.slice(0, 20)}"`, () => {
      assert.equal(readTaskLink(path, 'folder=file:///x'), undefined);
    });
});
