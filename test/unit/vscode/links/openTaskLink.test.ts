import assert from 'node:assert/strict';
import { taskLink } from '../../../../src/model/task/taskLink';
import { openTaskLink, type LinkFolder } from '../../../../src/vscode/links/openTaskLink';

const SHOP = 'file:///home/dev/shop';

describe('a link to a task, in the editor', () => {
  let opened: string[];
  let reads: number;

  beforeEach(() => ([opened, reads] = [[], 0]));

  const folder = (uri: string, ...tasks: readonly string[]): LinkFolder => ({
    uri,
    hasTask: (taskId) => Promise.resolve(tasks.includes(taskId)),
    open: (taskId) => {
      const ok = tasks.includes(taskId);
      if (ok) opened.push(`${uri} ${taskId}`);
      return Promise.resolve({ ok, message: ok ? '' : `There is no task "${taskId}".` });
    },
  });

  async function follow(
    link: string,
    folders: readonly LinkFolder[] = [folder(SHOP, 'fix'), folder('file:///home/dev/bank')],
    isTrusted = true,
  ): Promise<string | undefined> {
    const { pathname, search } = new URL(link);
    const answer = await openTaskLink(
      { path: pathname, query: decodeURIComponent(search.slice(1)) },
      {
        isTrusted: () => isTrusted,
        folders: () => {
          reads += 1;
          return folders;
        },
        readUri: (text) => (URL.canParse(text) ? { uri: text, path: text } : undefined),
      },
    );
    return answer?.message;
  }

  it('opens its page in its folder', async () => {
    assert.equal(await follow(taskLink('fix', SHOP)), '');
    assert.deepEqual(opened, [`${SHOP} fix`]);
  });

  it('finds the only folder with such a task where it names none', async () => {
    assert.equal(await follow('vscode://devs.devs/task/fix'), '');
    assert.deepEqual(opened, [`${SHOP} fix`]);
  });

  it('does not choose between folders', async () => {
    const both = [folder(SHOP, 'fix'), folder('file:///home/dev/bank', 'fix')];
    assert.match((await follow('vscode://devs.devs/task/fix', both)) ?? '', /^Several folders/);
    assert.deepEqual(opened, []);
  });

  it('says that a task is not there', async () => {
    assert.equal(await follow(taskLink('gone', SHOP)), 'There is no task "gone".');
    assert.equal(
      await follow('vscode://devs.devs/task/gone'),
      'No folder in this window has a task "gone".',
    );
  });

  it('says that its folder is not open here, and cannot write what it likes into that', async () => {
    const message = await follow(taskLink('fix', 'file:///x$(trash)\u202e'));
    assert.equal(
      message,
      'Task "fix" is in a folder that is not open in this window: file:///x$\u200b(trash)\\u{202e}. Open that folder, then follow the link again.',
    );
    assert.deepEqual(opened, []);
  });

  it('reads and opens nothing in a workspace that is not trusted, which was said', async () => {
    assert.equal(await follow(taskLink('fix', SHOP), undefined, false), undefined);
    assert.deepEqual([opened, reads], [[], 0]);
  });

  for (const link of [
    'vscode://devs.devs/run/fix',
    'vscode://devs.devs/task/..%2Ffix',
    'vscode://devs.devs/task/fix%0A',
    'vscode://devs.devs/task/fix?folder=nonsense',
  ]) {
    it(`is none: ${link}`, async () => {
      assert.equal(await follow(link), 'This link does not lead to a task of Devs.');
      assert.deepEqual(opened, []);
    });
  }
});
