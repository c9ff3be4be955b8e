import assert from 'node:assert/strict';
import type { ShownTask } from '../../src/protocol/dashboardView';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import { lineOf } from '../unit/webview/manyTasks';
import { pausedTask } from '../unit/webview/pausedTask';
import { ready, task } from '../unit/webview/samples';
import { findProblems } from '../surfaces/findProblems';
import { useDashboard } from './useDashboard';

const COUNT = 201;
const title = (index: number): string =>
  `${['Apples', 'Bread', 'Butter'][index % 3] ?? ''} ${index}`;
const many = (): ShownTask[] =>
  Array.from({ length: COUNT }, (_, index) => lineOf(task(`t${index}`, { title: title(index) })));

describe('the list of tasks', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();
  /** What has the focus: the task or group whose row it is, or the control in it. */
  const focused = ({ page }: OpenDashboard): Promise<string> =>
    page.evaluate(`(() => {
      const e = document.activeElement;
      const row = e.closest('[role="row"]');
      const name = row?.dataset.task ?? row?.textContent.trim();
      if (row === e) return name;
      const control = e.dataset.action ?? e.getAttribute('aria-label') ?? e.tagName.toLowerCase();
      return row === null ? control : name + ': ' + control;
    })()`);
  const press = async (shown: OpenDashboard, ...keys: readonly string[]): Promise<string> => {
    for (const key of keys) await shown.page.keyboard.press(key);
    return focused(shown);
  };
  const toList = async (shown: OpenDashboard): Promise<void> => {
    await shown.page.locator('.task-list [tabindex="0"]').first().focus();
  };

  it('is one tab stop with 201 tasks', async () => {
    const shown = await open(ready(many()));
    const stops: string[] = [];
    for (let tabs = 0; tabs < 12; tabs++) stops.push(await press(shown, 'Tab'));
    const inList = stops.filter((stop) => /^t\d|^Tasks/.test(stop));
    assert.deepEqual(inList, ['t0']);
    assert.equal(await press(shown, 'Shift+Tab'), stops.at(-2));
  });

  it('goes through its rows with arrows, Home and End, and stays at its ends', async () => {
    const shown = await open(ready(many()));
    await card(shown, 't200').waitFor();
    await toList(shown);
    assert.equal(await press(shown, 'ArrowDown', 'ArrowDown', 'ArrowUp'), 't1');
    assert.equal(await press(shown, 'End'), 't200');
    assert.equal(await press(shown, 'ArrowDown'), 't200');
    assert.equal(await press(shown, 'Home'), 'Tasks 201');
    assert.equal(await press(shown, 'ArrowUp'), 'Tasks 201');
    assert.equal(await shown.page.locator('.task-list [tabindex="0"]').count(), 1);
  });

  it('finds a task by the beginning of its title, from the one after this', async () => {
    const shown = await open(ready(many()));
    await toList(shown);
    assert.equal(await press(shown, 'b'), 't1');
    assert.equal(await press(shown, 'u'), 't2');
    assert.equal(await press(shown, 't', 't', 'e', 'r', 'Space', '5'), 't5');
    assert.equal(await press(shown, 'x'), 't5');
  });

  it('opens and closes groups and tasks with Enter, Space and arrows', async () => {
    const shown = await open(ready(many()));
    await toList(shown);
    assert.equal(await press(shown, 'Enter'), 't0');
    assert.deepEqual(asked(await shown.nextRequest()), ['openTasks', { taskIds: ['t0'] }]);
    await shown.patch(ready([task('t0', { title: title(0) }), ...many().slice(1)]));
    await card(shown, 't0').getByText('Details').waitFor();
    assert.equal(await card(shown, 't0').getAttribute('aria-expanded'), 'true');
    assert.match(await press(shown, 'ArrowRight'), /^t0: /);
    assert.equal(await press(shown, 'Escape'), 't0');
    assert.equal(await press(shown, 'ArrowLeft'), 't0');
    assert.equal(await card(shown, 't0').getAttribute('aria-expanded'), 'false');
    assert.equal(await press(shown, 'ArrowLeft'), 'Tasks 201');
    await press(shown, 'Space');
    assert.equal(await card(shown, 't1').count(), 0);
    await press(shown, 'ArrowRight');
    await card(shown, 't1').waitFor();
    assert.equal(await focused(shown), 'Tasks 201');
  });

  it('goes through the actions of a row to the right, and back to it to the left', async () => {
    const shown = await open(ready([task('a'), task('b')]));
    await toList(shown);
    for (const action of ['openTask', 'runTask', 'skip'])
      assert.equal(await press(shown, 'ArrowRight'), `a: ${action}`);
    assert.equal(await press(shown, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'), 'a');
    assert.equal(await press(shown, 'ArrowDown', 'Enter'), 'b: openTask');
    assert.equal(await press(shown, 'ArrowRight'), 'b: runTask');
    await press(shown, 'Enter');
    assert.deepEqual(asked(await shown.nextRequest()), ['run', { taskIds: ['b'] }]);
  });

  it('is followed by the controls of its task, and by those of no other', async () => {
    const shown = await open(ready([pausedTask, task('b'), task('c')]));
    await toList(shown);
    const stops: string[] = [];
    for (let tabs = 0; tabs < 12; tabs++) stops.push(await press(shown, 'Tab'));
    assert.ok(stops.includes(`${pausedTask.id}: resume`), stops.join(', '));
    assert.deepEqual(
      stops.filter((stop) => /^[bc]\b/.test(stop)),
      [],
    );
  });

  it('leaves the arrows in a text to the text', async () => {
    const shown = await open(ready([pausedTask, task('b')]));
    const hint = card(shown, pausedTask.id).getByRole('textbox', { name: /^Hint/ });
    await hint.fill('ab');
    await press(shown, 'ArrowLeft');
    await shown.page.keyboard.type('-');
    assert.equal(await hint.inputValue(), 'a-b');
  });

  it('keeps its tab stop and the focus while tasks change, move and go', async () => {
    const shown = await open(ready(many()));
    await toList(shown);
    await press(shown, 'ArrowDown', 'ArrowDown');
    const changed = many().map((each) =>
      each.id === 't2' ? { ...each, status: 'blocked' as const, statusReason: 'no login' } : each,
    );
    await shown.patch(ready(changed));
    await shown.page.getByRole('heading', { name: 'Needs you 1' }).waitFor();
    assert.equal(await focused(shown), 't2');
    await shown.patch(ready(many().filter(({ id }) => id !== 't2')));
    await card(shown, 't2').waitFor({ state: 'detached' });
    assert.equal(await shown.page.locator('.task-list [tabindex="0"]').count(), 1);
    assert.match(await focused(shown), /^t\d+$|^Tasks/);
  });

  describe('moving a task', () => {
    it('asks for the place before the task above and after the one below', async () => {
      const shown = await open(ready([task('a'), task('b'), task('c')]));
      await toList(shown);
      await press(shown, 'ArrowDown', 'Alt+ArrowUp');
      const up = await shown.nextRequest();
      assert.deepEqual(asked(up), ['moveTask', { taskId: 'b', to: 'before', other: 'a' }]);
      await shown.patch(ready([task('b'), task('a'), task('c')]));
      await shown.answer(up, 'Moved b before a.');
      await shown.page.getByRole('status').getByText('Moved b before a.').waitFor();
      assert.equal(await focused(shown), 'b');
      await press(shown, 'Alt+ArrowDown');
      assert.deepEqual(asked(await shown.nextRequest()), [
        'moveTask',
        { taskId: 'b', to: 'after', other: 'a' },
      ]);
    });

    it('says that there is no place above the first', async () => {
      const shown = await open(ready([task('a'), task('b')]));
      await toList(shown);
      await press(shown, 'Alt+ArrowUp');
      await shown.page
        .getByRole('status')
        .getByText('This task is the first of its group.')
        .waitFor();
    });

    it('takes a task by its head to where it is dropped', async () => {
      const shown = await open(ready([task('a'), task('b'), task('c')]));
      const target = card(shown, 'c');
      const { height } = (await target.boundingBox())!;
      await card(shown, 'a')
        .locator('h3')
        .dragTo(target, { targetPosition: { x: 20, y: height - 4 } });
      assert.deepEqual(asked(await shown.nextRequest()), [
        'moveTask',
        { taskId: 'a', to: 'after', other: 'c' },
      ]);
      assert.equal(await shown.page.locator('[data-drop]').count(), 0);
    });

    it('has buttons in the details of a task', async () => {
      const shown = await open(ready([task('a'), task('b')]));
      await card(shown, 'b').getByText('Details').click();
      await card(shown, 'b').getByRole('button', { name: 'Move up' }).click();
      assert.deepEqual(asked(await shown.nextRequest()), [
        'moveTask',
        { taskId: 'b', to: 'before', other: 'a' },
      ]);
    });
  });

  for (const width of [170, 320])
    it(`shuts nobody out and leaves no card at ${width} pixels`, async () => {
      const { page } = await open(ready([pausedTask, ...many()]));
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await findProblems(page), []);
    });
});
