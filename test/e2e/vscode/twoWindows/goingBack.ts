import assert from 'node:assert/strict';
import { answerNotification } from '../../../realVscode/workbench';
import { openSection } from './pieces';
import {
  acceptChecked,
  awaitQuickInput,
  leave,
  pressLine,
  quickLines,
  quickTexts,
} from './quickInput';
import { ANSWER, PAUSED, type Scene } from './scene';

/** Rewind and redo from either window and the terminal, and what all three tell of them. */
export function goingBackTests(scene: Scene): void {
  const { workspace } = scene;

  describe('going back', () => {
    it('previews in window B, and changes nothing when one thinks better of it', async () => {
      workspace.write('notes.txt', 'mine\n');
      const { session, dashboard } = scene.windows.b;
      const rewind = dashboard.button('Rewind…', dashboard.card(ANSWER));
      await rewind.click();
      await awaitQuickInput(session.page, /^Rewind 2 files · fix-answer to before its first turn$/);
      const { title, placeholder } = await quickTexts(session.page);
      assert.equal(title, 'Rewind 2 files · fix-answer to before its first turn');
      assert.equal(
        placeholder,
        '1 file restored, 1 deleted, 1 kept. Files that are not selected stay as they are.',
      );
      assert.deepEqual(await quickLines(session.page), [
        { label: 'Restore answer.txt', description: '', checked: true },
        { label: 'Delete plan.txt', description: '', checked: true },
        { label: 'Restore notes.txt', description: '', checked: false },
      ]);
      await scene.windows.pictures('two-4-preview');
      await leave(session.page);
      assert.deepEqual(scene.files(), { answer: '41', notes: 'mine\n', plan: true });
      await scene.windows.agreed(ANSWER, 0);
    });

    it('rewinds in window B, keeps what the human edited, and all three tell who did it', async () => {
      const { session, dashboard } = scene.windows.b;
      await dashboard.button('Rewind…', dashboard.card(ANSWER)).click();
      await awaitQuickInput(session.page, /^Rewind .+ · fix-answer/);
      await acceptChecked(session.page);
      const { who, ...rest } = await scene.windows.newest(ANSWER, 1);
      assert.deepEqual([who?.who, who?.pid], ['window', scene.hosts.b]);
      const detail = 'to before its first turn, 2 files';
      assert.deepEqual(rest, { what: 'rewind', from: PAUSED, to: PAUSED, detail });
      assert.deepEqual(scene.files(), { answer: '0', notes: 'mine\n', plan: false });
      for (const { dashboard: each } of [scene.windows.a, scene.windows.b]) {
        await openSection(each.card(ANSWER), 'Details');
        await each.button('Redo…', each.card(ANSWER)).waitFor();
      }
      await scene.windows.pictures('two-5-rewound');
    });

    it('is undone by `devs redo` in the terminal, and both windows show it', async () => {
      const redo = workspace.start(['redo', ANSWER]);
      assert.equal((await redo.ended).code, 0);
      const { who, ...rest } = await scene.windows.newest(ANSWER, 2);
      assert.deepEqual([who?.who, who?.pid], ['terminal', redo.child.pid]);
      assert.deepEqual(rest, { what: 'redo', from: PAUSED, to: PAUSED, detail: '2 files' });
      assert.deepEqual(scene.files(), { answer: '41', notes: 'mine\n', plan: true });
      const { stdout } = await workspace.devs('status', ANSWER);
      assert.match(stdout, /rewind {2}you in a VS Code window /);
      await scene.windows.pictures('two-6-redone');
    });

    it('goes back from the notification of window A, with what the human edited when it is chosen', async () => {
      const { session } = scene.windows.a;
      await answerNotification(session.page, 'fix-answer needs you', 'Rewind…');
      await awaitQuickInput(session.page, /^Rewind .+ · fix-answer/);
      await pressLine(session.page, 'Restore notes.txt');
      await session.picture('two-7-chosen-a');
      await acceptChecked(session.page);
      const { who, detail } = await scene.windows.newest(ANSWER, 3);
      assert.deepEqual([who?.pid, detail], [scene.hosts.a, 'to before its first turn, 3 files']);
      assert.deepEqual(scene.files(), { answer: '0', notes: 'from the start\n', plan: false });
      await scene.windows.pictures('two-8-from-notification');
    });
  });
}
