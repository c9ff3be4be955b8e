import assert from 'node:assert/strict';
import type { InboxRequest } from '../../../../src/ports/workspaceState';
import { appOver, ownState } from '../../../support/scriptedApp';
import { ScriptedRun } from '../../../support/scriptedRun';
import { lessonOf } from '../../rules/lessons/lessonSamples';

const PORT = 'Error: listen EADDRINUSE: address already in use :::3000';

async function withLessons(): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(() => ({ reply: 'same' }));
  run.store.addLesson(lessonOf(PORT, { id: 'abc1', at: '2026-01-01T00:00:00.000Z' }));
  run.store.addLesson(lessonOf('Error: other', { id: 'abd2', at: '2026-02-01T00:00:00.000Z' }));
  return run;
}

describe('lessons in the app', () => {
  it('are listed newest first, or found by a text', async () => {
    const app = appOver(await withLessons());
    const all = await app.lessons();
    const found = await app.lessons('address in use');
    assert.ok(all.ok && found.ok);
    assert.deepEqual(
      all.lessons.map(({ lesson, similarity }) => [lesson.id, similarity]),
      [
        ['abd2', undefined],
        ['abc1', undefined],
      ],
    );
    assert.deepEqual(
      found.lessons.map(({ lesson }) => lesson.id),
      ['abc1'],
    );
  });

  it('are changed by the beginning of an id, secrets masked', async () => {
    const run = await withLessons();
    const answer = await appOver(run).editLesson('ABC', '  Use token=supersecretvalue.  ');
    assert.deepEqual(answer, { ok: true, message: 'Changed the lesson abc1.' });
    const [lesson] = run.store.listLessons();
    assert.equal(lesson?.text, 'Use token=***');
    assert.ok((lesson.editedAt ?? '') > '2026');
    assert.equal(lesson.helped, 1);
  });

  it('are deleted, and only the one that is meant', async () => {
    const run = await withLessons();
    const app = appOver(run);
    assert.equal((await app.removeLesson('abc1')).ok, true);
    assert.deepEqual(
      run.store.listLessons().map(({ id }) => id),
      ['abd2'],
    );
    const again = await app.removeLesson('abc1');
    assert.deepEqual(again, {
      ok: false,
      message: 'There is no lesson "abc1"; `devs lessons` lists all lessons.',
    });
  });

  const REFUSED: readonly (readonly [string, string, RegExp])[] = [
    ['ab', 'x', /2 lessons have an id that begins with "ab"/],
    ['zzz', 'x', /There is no lesson "zzz"/],
    [' ', 'x', /There is no lesson/],
    ['abc1', ' \n ', /The text of the lesson is empty/],
    ['abc1', 'x'.repeat(2_001), /longer than 2000 characters/],
  ];
  for (const [id, text, message] of REFUSED) {
    it(`refuses "${id}" with a text of ${text.length} characters and changes nothing`, async () => {
      const run = await withLessons();
      const before = run.store.listLessons();
      const answer = await appOver(run).editLesson(id, text);
      assert.equal(answer.ok, false);
      assert.match(answer.message, message);
      assert.deepEqual(run.store.listLessons(), before);
    });
  }

  it('are changed while a run goes on here', async () => {
    const run = await withLessons();
    const app = appOver(run);
    let answer = '';
    run.script = (call) => ({
      reply: 'same',
      during: async () => {
        if (call === 1) answer = (await app.editLesson('abc1', 'New words.')).message;
      },
    });
    const { observer } = run.deps();
    await app.run({ observer, signal: new AbortController().signal });
    assert.equal(answer, 'Changed the lesson abc1.');
    assert.equal(run.store.listLessons()[0]?.text, 'New words.');
  });

  it('are asked of whoever holds the workspace', async () => {
    const run = await withLessons();
    const asked: InboxRequest[] = [];
    const holder = { pid: 1, who: 'window', host: 'desk', since: '2026' } as const;
    const state = {
      ...ownState(run),
      acquire: () => Promise.resolve({ ok: false, holder } as const),
      holder: () => Promise.resolve(holder),
      ask: (request: InboxRequest) => {
        asked.push(request);
        return Promise.resolve({ ok: true, message: 'They did it.' });
      },
    };
    const app = appOver(run, { state });
    assert.equal((await app.editLesson('abc1', 'New.')).message, 'They did it.');
    assert.equal((await app.removeLesson('abd2')).message, 'They did it.');
    assert.deepEqual(asked, [
      { type: 'editLesson', lessonId: 'abc1', text: 'New.' },
      { type: 'removeLesson', lessonId: 'abd2' },
    ]);
  });
});
