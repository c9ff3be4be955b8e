import assert from 'node:assert/strict';
import { LOOP_BREAKERS } from '../../../../../src/model/failure/lesson';
import type { Store } from '../../../../../src/ports/store';
import { createMemoryStore } from '../../../../support/memoryStore';
import { lessonOf } from './attemptSamples';

describe('lessons in the store', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
  });
  afterEach(() => store.close());

  it('come back as they were learned, in that order', () => {
    const { editedAt, ...fresh } = lessonOf('a', { brokenBy: 'hint', helped: 4 });
    assert.ok(editedAt);
    const learned = [lessonOf('z'), fresh, lessonOf('m', { taskId: 'b' })];
    for (const lesson of learned) store.addLesson(lesson);
    assert.deepEqual(store.listLessons(), learned);
  });

  it('change only in what is named, and stay in their place', () => {
    for (const id of ['x', 'y']) store.addLesson(lessonOf(id));
    store.updateLesson('x', { text: "it's “new” ä", helped: 2 });
    assert.deepEqual(store.listLessons(), [
      lessonOf('x', { text: "it's “new” ä", helped: 2 }),
      lessonOf('y'),
    ]);
    assert.throws(() => store.updateLesson('z', { helped: 9 }), /no lesson "z"/);
  });

  it('are removed for good, once', () => {
    for (const id of ['x', 'y']) store.addLesson(lessonOf(id));
    assert.equal(store.removeLesson('x'), true);
    assert.equal(store.removeLesson('x'), false);
    assert.deepEqual(store.listLessons(), [lessonOf('y')]);
  });

  it('name what broke the loop', () => {
    for (const brokenBy of LOOP_BREAKERS) store.addLesson(lessonOf(brokenBy, { brokenBy }));
    assert.throws(() => store.addLesson(lessonOf('x', { brokenBy: 'luck' as 'hint' })), /CHECK/);
    assert.throws(() => store.addLesson(lessonOf('pivot')), /UNIQUE/);
  });

  it('are undone with the transaction', () => {
    store.addLesson(lessonOf('x'));
    assert.throws(() =>
      store.transaction(() => {
        store.addLesson(lessonOf('y'));
        store.updateLesson('x', { helped: 9 });
        store.removeLesson('x');
        throw new Error('no');
      }),
    );
    assert.deepEqual(store.listLessons(), [lessonOf('x')]);
  });
});
