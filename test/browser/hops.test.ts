import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TaskHops } from '../../src/model/overview/overview';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import {
  abortedTask,
  askingTask,
  edgeHop,
  QUESTION,
  restingHops,
  roleTask,
  taskHops,
} from '../unit/webview/hopTasks';
import { ready, task } from '../unit/webview/samples';
import { themes } from '../unit/webview/themes';
import { useDashboard } from './useDashboard';

const MARKUP = '<img src="x" onerror="document.title=1"><b>bold</b> [a](command:devs.run)';
const running = { run: 'RUNNING' } as const;

/** The longest name of a role is the bold one. */
const researching = {
  ...roleTask,
  hops: taskHops({ newest: [edgeHop(1, 'researcher', { outcome: 'running', answer: '' })] }),
};

function withCount(count: number, hops = taskHops()): TaskHops {
  const edges = hops.edges.map((each) =>
    each.edge === 'planner_to_coder' ? { ...each, count } : each,
  );
  return { ...hops, edges };
}

describe('what happens inside turns, in a browser', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard({ why: true });
  const section = (shown: OpenDashboard): Locator =>
    card(shown, 'fix-rounding').locator('.inside-turns');
  const edge = (shown: OpenDashboard, role: string): Locator =>
    section(shown).locator(`.edge[data-role="${role}"]`);
  const isOpen = (shown: OpenDashboard): Promise<unknown> =>
    section(shown).evaluate((details: unknown) => (details as { open: boolean }).open);

  it('draws each edge of the planner with its count and limit, and says how near it is without colour', async () => {
    const shown = await open(ready([roleTask], running));
    assert.deepEqual(await section(shown).locator('.edge-label').allTextContents(), [
      '⚠ 5/5',
      '2/5',
      '2/3',
    ]);
    const picture = section(shown).getByRole('img');
    assert.equal(
      await picture.getAttribute('aria-label'),
      'How often the planner handed work over without progress: to researcher 5 of 5, none left; to coder 2 of 5; ' +
        'to verifier 2 of 3, one left. The coder is working.',
    );
    assert.equal(await edge(shown, 'coder').getAttribute('data-at-work'), 'true');
    assert.equal(await edge(shown, 'researcher').getAttribute('data-at-work'), null);
    assert.ok(
      await section(shown)
        .getByText('4 of 30 hops (calls between agents) in this turn')
        .isVisible(),
    );
  });

  it('lists the newest steps, the last one first, with what was asked, came of it and was asked before', async () => {
    const shown = await open(ready([roleTask], running));
    const lines = section(shown).locator('.hops > li');
    assert.equal(await lines.count(), 6);
    assert.match(await lines.nth(0).innerText(), /2\.4 planner → coder 2\/5 at work\n+Fix the/);
    assert.match(await lines.nth(1).innerText(), /backend → security[^]*the same as 1\.4/);
    assert.match(await lines.nth(3).innerText(), /planner → verifier 2\/3 failed/);
    assert.match(await lines.nth(4).innerText(), /↑ 2 files changed for the first time/);
    const requests = section(shown).getByRole('list', { name: 'Requests between agents' });
    assert.equal(await requests.textContent(), 'backend → security 3, 2 repeated');
  });

  it('draws no graph where agents ask each other but no planner works', async () => {
    const hops = { ...restingHops(), edges: [] };
    const shown = await open(ready([{ ...roleTask, hops }], running));
    assert.equal(await section(shown).getByRole('img').count(), 0);
    assert.ok(await section(shown).getByText('backend → security 3').isVisible());
    await shown.patch(ready([{ ...roleTask, hops: undefined }], running));
    await section(shown).waitFor({ state: 'hidden' });
  });

  it('keeps what is drawn when a hop is added: the same nodes, the focus, the scroll position', async () => {
    const shown = await open(ready([roleTask], running), { height: 700 });
    const { page } = shown;
    const mark = `globalThis.kept = [...document.querySelectorAll('.edge, .edge-label, .hops > li')]`;
    await page.evaluate(mark);
    await section(shown).locator('summary').focus();
    const next = edgeHop(5, 'coder', { edge: { name: 'planner_to_coder', count: 5, limit: 5 } });
    const hops = withCount(5, taskHops({ newest: [...taskHops().newest, next] }));
    await shown.patch(ready([{ ...roleTask, hops }], running));
    await section(shown).locator('.hops > li').nth(6).waitFor();
    const still = `kept.length > 11 && kept.every((node) => node.isConnected)`;
    assert.equal(await page.evaluate(still), true);
    assert.equal(await edge(shown, 'coder').locator('.edge-label').textContent(), '⚠ 5/5');
    assert.equal(await edge(shown, 'coder').getAttribute('data-level'), 'full');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Inside the turns');
  });

  it('is open while the task runs or needs you, unless you chose otherwise', async () => {
    const done = task('fix-rounding', { status: 'done', hops: restingHops() });
    const shown = await open(ready([roleTask], running));
    assert.equal(await isOpen(shown), true);
    await shown.show(ready([done]));
    await shown.page.getByText('Done', { exact: true }).waitFor();
    assert.equal(await isOpen(shown), false);
    await section(shown).getByText('Inside the turns').click();
    await shown.show(ready([abortedTask]));
    await shown.page.getByText('Stopped: the planner').waitFor();
    assert.equal(await isOpen(shown), true);
    await section(shown).getByText('Inside the turns').press('Enter');
    await shown.page.reload();
    await section(shown).waitFor();
    assert.equal(await isOpen(shown), false);
  });

  it('stays closed when an update comes in the moment in which you close it', async () => {
    const shown = await open(ready([roleTask], running));
    const view = ready([{ ...roleTask, title: 'Round' }], running);
    const data = JSON.stringify({ type: 'view', snapshot: { revision: 1_000, view } });
    await section(shown).waitFor();
    await shown.page.evaluate(`(() => {
      document.querySelector('.inside-turns summary').click();
      dispatchEvent(new MessageEvent('message', { data: ${data} }));
    })()`);
    await shown.page.getByRole('heading', { name: 'Round', exact: true }).waitFor();
    assert.equal(await isOpen(shown), false);
  });

  it('stands still for whoever wants no motion', async () => {
    const shown = await open(ready([roleTask], running));
    const moving = `getComputedStyle(document.querySelector('.edge[data-at-work] .edge-flow')).animationName`;
    assert.equal(await shown.page.evaluate(moving), 'devs-flow');
    await shown.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await shown.page.evaluate(moving), 'none');
  });

  it('shows what agents say as the text it is', async () => {
    const hostile = edgeHop(1, 'coder', { request: MARKUP, answer: MARKUP, progress: MARKUP });
    const named = { from: MARKUP, to: MARKUP, total: 1, repeated: 0 };
    const hops = { ...restingHops(), requests: [named], newest: [{ ...hostile, from: MARKUP }] };
    const shown = await open(ready([{ ...roleTask, hops }], running));
    assert.equal(await section(shown).locator('img, b, a').count(), 0);
    assert.ok((await section(shown).textContent())?.includes('<b>bold</b> [a](command:devs.run)'));
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`cuts nothing off in a narrow sidebar in theme ${theme}`, async () => {
      const long = 'backend-that-has-a-name-which-nobody-would-ever-type-twice'.repeat(3);
      const newest = [edgeHop(1, 'coder', { from: long, to: long, request: long })];
      const requests = [{ from: long, to: long, total: 1_000, repeated: 999 }];
      const edges = taskHops().edges.map((each) => ({ ...each, count: 101, limit: 100 }));
      const extreme = { ...roleTask, hops: { ...taskHops(), newest, requests, edges } };
      const shown = await open(ready([extreme], running), { theme, width: 240 });
      for (const each of [extreme, abortedTask, askingTask, roleTask, researching]) {
        await shown.show(ready([each], running));
        for (const width of [200, 240, 600]) {
          await shown.page.setViewportSize({ width, height: 900 });
          const overflow = `document.documentElement.scrollWidth - innerWidth`;
          assert.equal(await shown.page.evaluate(overflow), 0, `${each.status} at ${width} px`);
          const cut = `[...document.querySelectorAll('.edge-label')].every((label) => {
            const [text, svg] = [label, label.ownerSVGElement].map((e) => e.getBoundingClientRect());
            return text.left >= svg.left && text.right <= svg.right;
          })`;
          assert.equal(await shown.page.evaluate(cut), true, `labels at ${width} px`);
          const close = `[...document.querySelectorAll('.node')].flatMap((node) => {
            const [box, name] = [...node.children].map((each) => each.getBBox());
            const room = Math.min(name.x - box.x, box.x + box.width - name.x - name.width);
            return room < 4 ? [node.textContent + ' has ' + room] : [];
          })`;
          assert.deepEqual(await shown.page.evaluate(close), [], `names at ${width} px`);
        }
      }
    });
  }

  it('shows a task that was aborted as one that needs you: why, which hops prove it, what can be done', async () => {
    const shown = await open(ready([abortedTask]));
    const aborted = card(shown, 'fix-rounding');
    assert.equal(await aborted.getAttribute('data-group'), 'needsYou');
    await aborted.getByText('Stopped: the planner is in a loop').waitFor();
    await aborted.locator('.decision', { hasText: 'planner→researcher without' }).waitFor();
    await aborted.getByText('Hops (calls between agents) of the loop').click();
    const proof = aborted.getByRole('list', { name: 'Hops (calls between agents) of the loop' });
    assert.equal(await proof.getByRole('listitem').count(), 5);
    for (const [label, request] of [
      ['Resume', ['resume', { taskId: 'fix-rounding' }]],
      ['Rewind…', ['rewind', { taskId: 'fix-rounding' }]],
      ['Skip', ['skip', { taskId: 'fix-rounding' }]],
      ['Open report', ['openReport', { taskId: 'fix-rounding' }]],
    ] as const) {
      await aborted.getByRole('button', { name: label, exact: true }).click();
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), request);
      await shown.answer(asking, `${label} done.`);
      await shown.page.getByRole('status').getByText(`${label} done.`).waitFor();
    }
  });

  describe('a question of the planner', () => {
    const answerBox = (shown: OpenDashboard): Locator =>
      shown.page.getByRole('textbox', { name: 'Your answer' });
    const button = (shown: OpenDashboard, name: string): Locator =>
      card(shown, 'fix-rounding').getByRole('button', { name, exact: true });

    it('stands above everything else of its card, with its line breaks, as text and never as markup', async () => {
      const asks = { ...askingTask, report: { ...askingTask.report!, question: QUESTION } };
      const shown = await open(ready([asks]));
      const question = shown.page.getByRole('region', { name: 'Question' }).locator('p');
      assert.equal(await question.textContent(), QUESTION);
      const parts = ['.question', '.resume-form', '.report'];
      const order = `[...document.querySelectorAll('[data-task] :is(${parts.join()})')]
        .map((each) => '.' + each.classList[each.classList.length - 1])`;
      assert.deepEqual(await shown.page.evaluate(order), parts);
      await shown.patch(ready([{ ...asks, report: { ...asks.report, question: MARKUP } }]));
      await question.getByText('<b>bold</b>').waitFor();
      assert.equal(await question.textContent(), MARKUP);
      assert.equal(await question.locator('*').count(), 0);
    });

    it('is told to whoever only hears of it', async () => {
      const shown = await open(ready([roleTask], running));
      await shown.patch(ready([askingTask]));
      const told = shown.page.getByRole('status').getByText('asks you a question');
      await told.waitFor();
    });

    it('says who asks: the planner, or Devs that stopped it', async () => {
      const shown = await open(ready([askingTask]));
      const asks = shown.page.getByRole('region', { name: 'Question' }).getByRole('heading');
      assert.equal(await asks.innerText(), 'The planner asks');
      const report = { ...askingTask.report!, reason: 'MAX_LOOP_EDGE' as const };
      await shown.patch(ready([{ ...askingTask, report }]));
      await asks.getByText('Devs asks').waitFor();
    });

    it('leaves the focus in its card when the answer is on its way', async () => {
      const shown = await open(ready([askingTask]));
      await answerBox(shown).fill('Half to even.');
      await answerBox(shown).press('Control+Enter');
      const asking = await shown.nextRequest();
      await shown.answer(asking, 'Goes on.');
      await shown.patch(ready([roleTask], running));
      await card(shown, 'fix-rounding').getByText('Running', { exact: true }).waitFor();
      const focused = `(() => {
        const at = document.activeElement;
        return at.closest('[data-task]')?.dataset.task + ' ' + at.checkVisibility();
      })()`;
      assert.equal(await shown.page.evaluate(focused), 'fix-rounding true');
    });

    it('is answered by button, once there is an answer', async () => {
      const shown = await open(ready([askingTask]));
      await button(shown, 'Answer and resume').press('Enter');
      await shown.page.getByRole('status').getByText('Write your answer first.').waitFor();
      assert.equal(shown.requests.length, 1);
      await answerBox(shown).fill('   ');
      assert.equal(
        await shown.page.locator('[data-action="answer"]').getAttribute('aria-disabled'),
        'true',
      );
      await answerBox(shown).fill('  Half to even.\nChange the invoice. ');
      await button(shown, 'Answer and resume').click();
      const asking = await shown.nextRequest();
      const hint = 'Half to even.\nChange the invoice.';
      assert.deepEqual(asked(asking), ['resume', { taskId: 'fix-rounding', hint }]);
    });

    it('is answered with Ctrl+Enter, and the text is kept when the host refuses it', async () => {
      const shown = await open(ready([askingTask]));
      await answerBox(shown).press('Control+Enter');
      await answerBox(shown).fill('Half to even.');
      await answerBox(shown).press('Escape');
      await answerBox(shown).press('Control+Enter');
      const asking = await shown.nextRequest();
      const hint = 'Half to even.';
      assert.deepEqual(asked(asking), ['resume', { taskId: 'fix-rounding', hint }]);
      await shown.refuse(asking, 'Not now.');
      await card(shown, 'fix-rounding').getByText('Not now.').waitFor();
      await shown.page.reload();
      await answerBox(shown).waitFor();
      await button(shown, 'Answer and resume').click();
      assert.deepEqual(asked(await shown.nextRequest()), [
        'resume',
        { taskId: 'fix-rounding', hint },
      ]);
    });

    it('can be left without an answer, whatever stands in the box', async () => {
      const shown = await open(ready([askingTask]));
      await answerBox(shown).fill('half typed');
      await button(shown, 'Resume anyway').click();
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), ['resume', { taskId: 'fix-rounding' }]);
      assert.ok(await button(shown, 'Skip').isVisible());
      assert.ok(await button(shown, 'Rewind…').isVisible());
      assert.equal(await button(shown, 'Resume').count(), 0);
    });

    it('leaves the box as a hint for whoever is not asked any more', async () => {
      const shown = await open(ready([askingTask]));
      await answerBox(shown).fill('Half to even.');
      await shown.patch(ready([abortedTask]));
      await shown.page.getByRole('textbox', { name: 'Hint for the agent (optional)' }).waitFor();
      await button(shown, 'Resume').click();
      assert.deepEqual(asked(await shown.nextRequest()), [
        'resume',
        { taskId: 'fix-rounding', hint: 'Half to even.' },
      ]);
    });
  });
});
