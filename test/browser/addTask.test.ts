import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { NO_VERIFY } from '../../src/reports/task/noVerify';
import type { DashboardView } from '../../src/protocol/dashboardView';
import { findProblems } from '../surfaces/findProblems';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import { manyTasks } from '../unit/webview/manyTasks';
import { ready, task } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

const TASKS = [task('fix-rounding', { title: 'Fix rounding' }), task('add-users')];
const NEW = { id: 'csv', title: 'csv', goal: 'Export.' };

describe('adding a task in the dashboard', () => {
  const { open } = useDashboard();

  interface Form {
    readonly shown: OpenDashboard;
    readonly form: Locator;
  }

  /** The open form with what a task needs at least. */
  const filled = async (view: DashboardView, width = 400): Promise<Form> => {
    const shown = await open(view, { width });
    const { page } = shown;
    await page.locator('[data-action="addTask"]').click();
    const form = page.getByRole('form', { name: 'Add a task' });
    await form.getByRole('textbox', { name: 'Title' }).fill(NEW.title);
    await form.getByRole('textbox', { name: 'Goal' }).fill(NEW.goal);
    return { shown, form };
  };
  const verifyBox = ({ form }: Form): Locator =>
    form.getByRole('textbox', { name: 'Verify command (optional)' });
  const shownAgent = (agent: Locator): Promise<unknown> =>
    agent.evaluate((list) => (list as unknown as { readonly displayValue: string }).displayValue);
  const openDependsOn = ({ form }: Form): Promise<void> =>
    form.locator('summary', { hasText: 'Depends on' }).press('Enter');

  it('sends the chosen agent and the chosen tasks, by keyboard alone', async () => {
    const made = await filled(ready(TASKS));
    const { shown, form } = made;
    const agent = form.getByRole('combobox', { name: 'Agent' });
    assert.equal(await shownAgent(agent), 'claude (default)');
    await agent.press('ArrowDown');
    await verifyBox(made).fill('npm run csv');
    await openDependsOn(made);
    const list = form.getByRole('group', { name: 'Tasks that must be done first' });
    await list.getByRole('checkbox', { name: 'add-users' }).press('Space');
    await list.getByRole('checkbox', { name: 'Fix rounding' }).press('Space');
    await form.getByText('Depends on add-users, fix-rounding').waitFor();
    await shown.page.keyboard.press('Control+Enter');
    const asking = await shown.nextRequest();
    const chosen = { agent: 'codex', verify: 'npm run csv' };
    assert.deepEqual(asked(asking), [
      'addTasks',
      { tasks: [{ ...NEW, ...chosen, dependsOn: ['add-users', 'fix-rounding'] }] },
    ]);
    await shown.answer(asking, 'Added.');
    await form.waitFor({ state: 'hidden' });
    await shown.page.keyboard.press('Enter');
    assert.equal(await form.getByText('Depends on (optional)').isVisible(), true);
    assert.equal(await shownAgent(agent), 'claude (default)');
  });

  it('sends neither for the default agent and no task', async () => {
    const { shown } = await filled(ready(TASKS));
    await shown.page.keyboard.press('Control+Enter');
    assert.deepEqual(asked(await shown.nextRequest()), ['addTasks', { tasks: [NEW] }]);
  });

  it('offers no choice where there is one agent and no task', async () => {
    const { form } = await filled(ready([], { agents: ['claude'] }));
    assert.equal(await form.getByRole('combobox').count(), 0);
    assert.equal(await form.getByText('Depends on').count(), 0);
  });

  it('warns while neither the task nor devs.yaml has a verify command', async () => {
    const made = await filled(ready(TASKS));
    const warning = made.form.getByRole('status').getByText(NO_VERIFY);
    await warning.waitFor();
    await verifyBox(made).fill('npm test');
    await warning.waitFor({ state: 'detached' });
    await verifyBox(made).fill(' ');
    await warning.waitFor();
    await made.shown.page.keyboard.press('Control+Enter');
    assert.deepEqual(asked(await made.shown.nextRequest()), ['addTasks', { tasks: [NEW] }]);
  });

  it('names the command of devs.yaml, and then does not warn', async () => {
    const made = await filled(ready(TASKS, { verify: 'npm test' }));
    assert.equal(await verifyBox(made).getAttribute('placeholder'), 'npm test (default)');
    assert.equal(await made.form.getByText(NO_VERIFY).count(), 0);
  });

  it('forgets an agent and a task that devs.yaml no longer names', async () => {
    const made = await filled(ready(TASKS));
    await made.form.getByRole('combobox', { name: 'Agent' }).press('ArrowDown');
    await openDependsOn(made);
    await made.form.getByRole('checkbox', { name: 'add-users' }).check();
    await made.shown.show(ready(TASKS.slice(0, 1), { agents: ['claude', 'other'] }));
    await made.form.getByText('Depends on (optional)').waitFor();
    await made.form.getByRole('textbox', { name: 'Title' }).press('Control+Enter');
    assert.deepEqual(asked(await made.shown.nextRequest()), ['addTasks', { tasks: [NEW] }]);
  });

  it('Escape in the open list of agents closes the list alone', async () => {
    const { shown, form } = await filled(ready(TASKS));
    await form.getByRole('combobox', { name: 'Agent' }).click();
    await form.getByRole('combobox', { name: 'Agent', expanded: true }).waitFor();
    await shown.page.keyboard.press('Escape');
    await form.getByRole('combobox', { name: 'Agent', expanded: false }).waitFor();
    assert.ok(await form.isVisible());
    await shown.page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
  });

  it('finds a task among many, and keeps the chosen ones in sight', async () => {
    const made = await filled(manyTasks(200));
    const { form } = made;
    await openDependsOn(made);
    await form.getByText('50 of 200 tasks').waitFor();
    await form.getByRole('checkbox').first().check();
    await form.getByRole('searchbox', { name: 'Find tasks to wait for' }).fill('module 199');
    await form.getByText('2 of 200 tasks').waitFor();
    await form.getByRole('checkbox', { name: 'module 199' }).check();
    assert.equal(await form.getByRole('checkbox', { checked: true }).count(), 2);
  });

  describe('several at once', () => {
    const FOUND = {
      tasks: [
        { id: 'export', title: 'Export', goal: 'Export.\n\nFrom TODO.md:3.' },
        { id: 'import', title: 'Import', goal: 'Import.', priority: 26 },
      ],
      there: [{ id: 'fix-rounding', title: 'Fix rounding' }],
      notes: ['The goal of "Import" was too long; Devs cut off its end.'],
    };
    const LIST = '- [ ] Export\n- [ ] Import';

    /** The open form with a list in it. */
    const entered = async (view: DashboardView, width = 400): Promise<Form> => {
      const shown = await open(view, { width });
      await shown.page.locator('[data-action="addTask"]').click();
      await shown.page.getByRole('button', { name: 'Several at once' }).click();
      const form = shown.page.getByRole('form', { name: 'Add several tasks' });
      await form.getByRole('textbox', { name: 'Tasks' }).fill(LIST);
      return { shown, form };
    };
    /** The form with what was found for the list. */
    const previewed = async (view: DashboardView, width?: number): Promise<Form> => {
      const made = await entered(view, width);
      await made.shown.page.keyboard.press('Control+Enter');
      const request = await made.shown.nextRequest();
      assert.deepEqual(asked(request), ['findTasks', { text: LIST }]);
      await made.shown.answer(request, '2 new tasks.', FOUND);
      await made.form.getByRole('group', { name: 'Tasks to add' }).waitFor();
      return made;
    };

    it('shows the titles first, then adds those that are ticked, with what they share', async () => {
      const { shown, form } = await previewed(ready(TASKS));
      await form.getByText('Already in devs.yaml: Fix rounding').waitFor();
      await form.getByText('The goal of "Import" was too long; Devs cut off its end.').waitFor();
      await form.getByRole('checkbox', { name: 'Export' }).press('Space');
      await form.getByRole('combobox', { name: 'Agent' }).press('ArrowDown');
      await form.getByRole('textbox', { name: 'Verify command (optional)' }).fill('npm test');
      await form.getByRole('button', { name: 'Add 1 task' }).click();
      const adding = await shown.nextRequest();
      assert.deepEqual(asked(adding), [
        'addTasks',
        { tasks: [{ ...FOUND.tasks[1], agent: 'codex', verify: 'npm test' }] },
      ]);
      await shown.answer(adding, 'Added.');
      await form.waitFor({ state: 'hidden' });
    });

    it('shows them anew once the list or devs.yaml has changed', async () => {
      const { shown, form } = await previewed(ready(TASKS));
      await form.getByRole('textbox', { name: 'Tasks' }).fill(`${LIST}\n`);
      await form.getByRole('button', { name: 'Preview' }).waitFor();
      assert.equal(await form.getByRole('checkbox', { name: 'Export' }).count(), 0);
      await form.getByRole('textbox', { name: 'Tasks' }).fill(LIST);
      await form.getByRole('checkbox', { name: 'Export' }).waitFor();
      await shown.show(ready([...TASKS, task('export')]));
      await form.getByRole('button', { name: 'Preview' }).waitFor();
    });

    it('keeps the list when there is an objection, and asks for one where there is none', async () => {
      const { shown, form } = await entered(ready(TASKS));
      await form.getByRole('button', { name: 'Preview' }).click();
      await shown.refuse(await shown.nextRequest(), 'gh is not logged in.');
      await form.getByRole('alert').getByText('gh is not logged in.').waitFor();
      const list = form.getByRole('textbox', { name: 'Tasks' });
      assert.equal(await list.inputValue(), LIST);
      await list.fill(' ');
      await shown.page.keyboard.press('Control+Enter');
      await form.getByRole('alert').getByText('Enter one task per line').waitFor();
    });

    it('keeps what was entered for one task, and the list, when it goes back and forth', async () => {
      const { shown, form } = await filled(ready(TASKS));
      await form.getByRole('button', { name: 'Several at once' }).click();
      const several = shown.page.getByRole('form', { name: 'Add several tasks' });
      await several.getByRole('textbox', { name: 'Tasks' }).fill(LIST);
      await several.getByRole('button', { name: 'One task' }).click();
      await form.getByRole('textbox', { name: 'Title' }).press('Control+Enter');
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), ['addTasks', { tasks: [NEW] }]);
      await shown.answer(asking, 'Added.');
      await form.waitFor({ state: 'hidden' });
      await shown.page.keyboard.press('Enter');
      await form.getByRole('button', { name: 'Several at once' }).click();
      assert.equal(await several.getByRole('textbox', { name: 'Tasks' }).inputValue(), LIST);
    });

    for (const width of [170, 320])
      it(`shuts nobody out and leaves nothing outside at ${width} pixels`, async () => {
        const made = await previewed(ready(TASKS), width);
        assert.deepEqual(await findProblems(made.shown.page), []);
      });
  });

  for (const width of [170, 320])
    it(`shuts nobody out and leaves nothing outside at ${width} pixels`, async () => {
      const long = task('a-task-with-a-very-long-id-that-never-ends-anywhere', {
        title: 'Translate-everything-into-every-language',
      });
      const view = ready([long, ...TASKS], {
        agents: ['claude', 'an-agent-with-a-very-long-name-of-its-own'],
      });
      const made = await filled(view, width);
      await openDependsOn(made);
      await made.form.getByRole('checkbox').first().check();
      assert.deepEqual(await findProblems(made.shown.page), []);
    });
});
