import assert from 'node:assert/strict';
import {
  createStateKeeper,
  EMPTY_ADD_TASK,
  taskSection,
  type SavedState,
} from '../../../webview/savedState';
import { askedQuestion } from '../../support/askedSamples';

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
      several: true,
      list: '- [ ] one',
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
      { answers: [] },
    ]) {
      const { current } = createStateKeeper(saved, () => undefined);
      const expected = {
        drafts: {},
        answers: {},
        open: {},
        addTask: EMPTY_ADD_TASK,
        filter: { text: '', status: '' },
        figures: false,
        scroll: 0,
      };
      assert.deepEqual(current, expected);
    }
  });

  it('gives back unsent answers, one for each question of each run, and forgets empty ones', () => {
    let saved: SavedState | undefined;
    const keeper = createStateKeeper(undefined, (state) => (saved = state));
    const { id, askedAt, agent, question } = askedQuestion();
    const one = { id, askedAt, agent, question, text: 'even' };
    const later = { ...one, askedAt: '2026-11-22T09:00:00.000Z', text: 'up' };
    for (const draft of [{ ...one, text: 'ev' }, later, one]) keeper.setAnswer('__proto__', draft);
    const reloaded = createStateKeeper(JSON.parse(JSON.stringify(saved)), () => undefined);
    assert.deepEqual(reloaded.answers('__proto__'), [later, one]);
    reloaded.setAnswer('__proto__', { ...later, text: '' });
    assert.deepEqual(reloaded.answers('__proto__'), [one]);
    assert.deepEqual(reloaded.answers('constructor'), []);
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
