import assert from 'node:assert/strict';
import { PATIENCE_MS, pollUntil } from '../../../realVscode/waiting';
import { describeAtFullScale } from '../../../support/scale';
import { runCommand } from '../../../realVscode/workbench';
import { openSection } from './pieces';
import { DRAFT, type Scene } from './scene';

/** The diff editor, opened from the report. */
export function differencesTests(scene: Scene): void {
  /** What stands on the left and on the right of the diff editor of a file, once that is what it has to be. */
  async function assertSides(file: string, left: string, right: string): Promise<void> {
    const { page } = scene.windows.a.session;
    const several = page.locator('.multiDiffEntry').filter({ hasText: file });
    const one = page.locator('.editor-instance > .monaco-diff-editor');
    const editor = several.or(one).first();
    await editor.waitFor({ timeout: PATIENCE_MS });
    const lines = ['original', 'modified'].map((side) => editor.locator(`.${side} .view-lines`));
    let texts: readonly string[] = [];
    const probe = async (): Promise<true | undefined> => {
      const found = await Promise.all(lines.map((side) => side.first().innerText()));
      texts = found.map((text) => text.replaceAll('\u00a0', ' ').trim());
      return texts[0] === left && texts[1] === right ? true : undefined;
    };
    await pollUntil(probe, { what: 'the diff', withinMs: PATIENCE_MS }).catch(() => {
      assert.deepEqual(texts, [left, right]);
    });
  }

  async function closeEditors(): Promise<void> {
    const { page } = scene.windows.a.session;
    await runCommand(page, 'View: Close All Editors');
    await page
      .locator('.multiDiffEntry, .monaco-diff-editor')
      .first()
      .waitFor({ state: 'detached' });
  }

  describeAtFullScale('the differences', () => {
    it('open the task’s start beside now in the diff editor', async () => {
      scene.workspace.write('draft.txt', 'third, of the human\n');
      const { dashboard, session } = scene.windows.a;
      await dashboard.openWhy(DRAFT);
      const report = dashboard.card(DRAFT).getByRole('region', { name: 'Pause report' });
      await dashboard.button('Changes since the start', report).click();
      await session.page.getByRole('tab', { name: /write-draft.*now/ }).waitFor();
      await assertSides('draft.txt', 'from the start', 'third, of the human');
      const entry = session.page.locator('.multiDiffEntry').filter({ hasText: 'draft.txt' });
      const named = (await entry.innerText()).match(/draft\.txt/g);
      assert.equal(named?.length, 1, 'it looks like a renamed file');
      await session.picture('two-11-start-now-a');
      await closeEditors();
    });

    it('open what one turn changed, from the turns that prove it', async () => {
      const { dashboard, session } = scene.windows.a;
      const proof = await openSection(dashboard.card(DRAFT), 'Turn by turn');
      await proof.getByRole('button', { name: 'Changes of turn 2', exact: true }).click();
      await assertSides('draft.txt', 'first', 'second');
      await session.picture('two-12-turn-a');
      await closeEditors();
    });
  });
}
