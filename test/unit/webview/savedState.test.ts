import assert from 'node:assert/strict';
import {
  createStateKeeper,
  EMPTY_ADD_TASK,
  taskSection,
  type SavedState,
} from '../../../webview/savedState';

describe('the state that outlives a hidden panel', () => {
  it('gives back what was saved, after a reload', () => {
    let saved: SavedState | undefined;
    const keeper = createStateKeeper(undefined, (state) => (saved = state));
    keeper.setDraft('a', { hint: 'read the spec', agent: 'codex' });
    keeper.setOpen('details:a', true);
    const addTask = {
      ...EMPTY_ADD_TASK,
      open: true,
      title: 'New',
      agent: 'codex',
      dependsOn: ['a'],
    };
    keeper.update({ addTask, scroll: 120 });

    const reloaded = createStateKeeper(JSON.parse(JSON.stringify(saved)), () => undefined);
    assert.deepEqual(reloaded.draft('a'), { hint: 'read the spec', agent: 'codex' });
    assert.equal(reloaded.isOpen('details:a', false), true);
    assert.deepEqual(reloaded.current.addTask, addTask);
    assert.equal(reloaded.current.scroll, 120);
  });

  it('falls back on what is usual where nothing was saved', () => {
    const keeper = createStateKeeper(undefined, () => undefined);
    assert.deepEqual(keeper.draft('a'), { hint: '', agent: '' });
    assert.equal(keeper.isOpen('resume:a', true), true);
    assert.equal(keeper.isOpen('details:a', false), false);
  });

  it('takes anything for a saved state without failing', () => {
    for (const saved of [
      null,
      7,
      'x',
      [],
      { drafts: 3, open: null, addTask: 'x', filter: 1, scroll: 'y' },
      { addTask: { agent: 1, dependsOn: 'a', find: null } },
      { addTask: { dependsOn: [1, null] } },
    ]) {
      const { current } = createStateKeeper(saved, () => undefined);
      const expected = {
        drafts: {},
        open: {},
        addTask: EMPTY_ADD_TASK,
        filter: { text: '', status: '' },
        figures: false,
        scroll: 0,
      };
      assert.deepEqual(current, expected);
    }
  });

  it('knows which tasks the human opened, and only those', () => {
    const keeper = createStateKeeper(undefined, () => undefined);
    for (const id of ['a', '__proto__', 'b']) keeper.setOpen(taskSection(id), true);
    keeper.setOpen(taskSection('b'), false);
    keeper.setOpen('details:c', true);
    assert.deepEqual(keeper.openTasks(), ['a', '__proto__']);
  });

  it('is not fooled by tasks with the names of built-in properties', () => {
    const keeper = createStateKeeper(undefined, () => undefined);
    for (const id of ['constructor', 'toString', '__proto__']) {
      assert.deepEqual(keeper.draft(id), { hint: '', agent: '' });
      keeper.setDraft(id, { hint: id, agent: '' });
      assert.equal(keeper.draft(id).hint, id);
    }
  });
});
