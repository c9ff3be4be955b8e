import assert from 'node:assert/strict';
import type { TaskMove } from '../../../src/ports/configEditor';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { moveTask } from '../../../src/vscode/prompts/movePrompt';
import { aTask } from '../cli/fakeApp';
import { ScriptedInput } from './scriptedInput';

describe('the palette’s Move Task', () => {
  /** What is shown and moved when the human chooses a line. */
  async function choosing(line: string | undefined, ids: readonly string[], taskId?: string) {
    const input = new ScriptedInput();
    input.answers = [line === undefined ? undefined : [line]];
    const moves: TaskMove[] = [];
    const actions = {
      moveTask: (_: FolderApp, move: TaskMove) => {
        moves.push(move);
        return Promise.resolve({ ok: true, message: 'Moved.' });
      },
    };
    const tasks = ids.map((id) => aTask(id, { title: `Title of ${id}` }));
    const folder = { overview: { tasks } } as unknown as FolderApp;
    const candidates = tasks
      .filter(({ id }) => taskId === undefined || id === taskId)
      .map((task) => ({ folder, task }));
    const answer = await moveTask({ actions, input }, candidates, taskId !== undefined);
    return { answer, moves, input };
  }

  it('offers one step up and down first, then the ends, then every other place', async () => {
    const { input } = await choosing(undefined, ['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'c');
    assert.deepEqual(input.shown, [
      {
        title: 'Move c',
        placeHolder: 'Move the task to which place in devs.yaml?',
        lines: [
          'Up | Above Title of b',
          'Down | Below Title of d',
          'To the top | Above Title of a',
          'To the bottom | Below Title of g',
          'Below Title of e',
          'Below Title of f',
        ],
      },
    ]);
  });

  it('offers only what moves a task at an end, and each place once', async () => {
    const first = await choosing(undefined, ['a', 'b', 'c'], 'a');
    const labels = ['Down | Below Title of b', 'To the bottom | Below Title of c'];
    assert.deepEqual(first.input.shown[0]?.lines, labels);
    const last = await choosing(undefined, ['a', 'b'], 'b');
    assert.deepEqual(last.input.shown[0]?.lines, ['Up | Above Title of a']);
  });

  it('moves the task there, and nothing when the list was closed', async () => {
    const { answer, moves } = await choosing('To the bottom', ['a', 'b', 'c'], 'a');
    assert.deepEqual(moves, [{ taskId: 'a', to: 'after', other: 'c' }]);
    assert.deepEqual(answer, { ok: true, message: 'Moved.' });
    const closed = await choosing(undefined, ['a', 'b'], 'a');
    assert.deepEqual([closed.answer, closed.moves], [undefined, []]);
  });

  it('asks for the task among all unless it is named', async () => {
    const { moves, input } = await choosing('Down', ['a', 'b']);
    assert.equal(input.questions[0]?.placeHolder, 'Move which task?');
    assert.deepEqual(moves, [{ taskId: 'a', to: 'after', other: 'b' }]);
  });

  it('says so where there is no other task', async () => {
    const { answer } = await choosing('Down', ['a']);
    assert.deepEqual(answer, { ok: false, message: 'devs.yaml has no other task.' });
  });
});
