import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import { manyTasks } from '../unit/webview/manyTasks';
import { ready, turn } from '../unit/webview/samples';
import { loopedTask, PROOF, runningSteps, stepTask, suspicion } from '../unit/webview/stepTasks';
import { themes } from '../unit/webview/themes';
import { until, useDashboard } from './useDashboard';

const MARKUP = '<img src="x" onerror="document.title=1"><b>bold</b> [a](command:devs.run)';
const running = { run: 'RUNNING' } as const;

describe('steps of a running turn, in a browser', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard({ why: true });
  const button = (within: Locator, name: string): Locator =>
    within.getByRole('button', { name, exact: true });
  const unfold = async (within: Locator, label: string): Promise<void> => {
    await within.locator('summary').getByText(label, { exact: true }).click();
  };
  const now = (shown: OpenDashboard): Locator => card(shown, 'fix-rounding').locator('.steps-now');
  const said = (shown: OpenDashboard): Promise<string | null> =>
    shown.page.getByRole('status').textContent();

  it('shows the current step with its running time, and how many are done', async () => {
    const shown = await open(ready([stepTask()], running));
    assert.equal(await now(shown).getByRole('button').textContent(), 'step 12 Bash npm test');
    assert.equal(await now(shown).locator('.elapsed').textContent(), '6 s');
    assert.ok(await now(shown).getByText('11 steps done').isVisible());
    assert.equal(await now(shown).getByRole('meter').count(), 0);
    await shown.pass(4_000);
    assert.equal(await now(shown).locator('.elapsed').textContent(), '10 s');
  });

  it('shows the last five calls in words, and the last sentence of its agent', async () => {
    const recent = [
      { number: 7, tool: 'Grep', call: 'src total' },
      { number: 8, tool: 'Read', call: 'src/cart.js' },
      { number: 9, tool: 'Bash', call: 'npm test', failed: true },
      { number: 10, tool: 'Edit', call: 'cart.js +1 −1' },
      { number: 11, tool: 'Read', call: MARKUP },
    ] as const;
    const said = 'Now I run the tests.';
    const shown = await open(ready([stepTask(runningSteps({ recent, said }))], running));
    assert.equal(
      await now(shown).locator('.steps-recent').textContent(),
      `Grep src total · Read src/cart.js · Bash npm test ✗ · Edit cart.js +1 −1 · Read ${MARKUP}`,
    );
    await now(shown).getByText('“Now I run the tests.”').waitFor();
    assert.equal(await now(shown).locator('img, b').count(), 0);
  });

  it('says so between steps, and nothing once there are none', async () => {
    const { current, ...resting } = runningSteps();
    assert.ok(current);
    const shown = await open(ready([stepTask(resting)], running));
    assert.equal((await now(shown).getByRole('button').textContent())?.trim(), 'between steps');
    assert.ok(await now(shown).locator('.elapsed').isHidden());
    await shown.patch(ready([{ ...stepTask(), steps: undefined }], running));
    await now(shown).waitFor({ state: 'hidden' });
  });

  it('lets a suspicion grow: how often, which detector, which steps', async () => {
    const shown = await open(ready([stepTask()], running));
    await shown.patch(ready([stepTask(runningSteps({ suspicion }))], running));
    const meter = now(shown).getByRole('meter', { name: 'Possible loop in Fix rounding' });
    assert.equal(await meter.getAttribute('aria-valuetext'), '2 of 3, steps 9 and 11');
    assert.equal(await meter.textContent(), '2 of 3');
    await now(shown).getByText('Maybe a loop: the same call with the same result').waitFor();
    await now(shown).getByText('steps 9 and 11').waitFor();
    const stuck = {
      ...suspicion,
      level: 'stuck',
      step: 12,
      evidence: [9, 11, 12],
      count: 3,
    } as const;
    await shown.patch(ready([stepTask(runningSteps({ suspicion: stuck }))], running));
    await now(shown).getByText('Loop: the same call with the same result').waitFor();
    assert.equal(await meter.getAttribute('aria-valuenow'), '3');
    assert.equal(await meter.locator('.filled').count(), 3);
    await shown.patch(ready([stepTask()], running));
    await meter.waitFor({ state: 'hidden' });
  });

  it('tells whoever only hears it of a new suspicion once, and of no step', async () => {
    const shown = await open(ready([stepTask()], running));
    await shown.patch(ready([stepTask(runningSteps({ count: 12 }))], running));
    assert.equal(await said(shown), '');
    const told = 'Fix rounding may be in a loop: the same call with the same result';
    await shown.patch(ready([stepTask(runningSteps({ suspicion }))], running));
    await shown.page.getByRole('status').getByText(told).waitFor();
    await shown.page.evaluate(`globalThis.changes = 0;
      new MutationObserver(() => (changes += 1)).observe(
        document.querySelector('[role="status"]'), { subtree: true, childList: true, characterData: true });`);
    const grown = { ...suspicion, evidence: [9, 11, 13], count: 3, limit: 5 };
    for (const steps of [{ suspicion: grown }, {}, { suspicion }, { count: 20 }]) {
      await shown.patch(ready([stepTask(runningSteps(steps))], running));
    }
    await now(shown).getByText('20 steps done').waitFor();
    assert.equal(await shown.page.evaluate('changes'), 0);
  });

  it('changes nothing but the words of the step: same nodes, focus where it was', async () => {
    const view = manyTasks(2_000);
    const withSteps = (count: number): typeof view => ({
      ...view,
      tasks: view.tasks.map((each) =>
        each.id === 'task-12' ? { ...each, steps: runningSteps({ count }) } : each,
      ),
    });
    const shown = await open(withSteps(11));
    await until(shown, `document.querySelectorAll('[data-task]').length > 1_500`);
    const steps = card(shown, 'task-12').locator('.steps-now');
    await steps.getByRole('button').focus();
    await steps.getByRole('button').press('Enter');
    await shown.page.evaluate(`
      globalThis.touched = new Set();
      new MutationObserver((all) => {
        for (const { target } of all) {
          const at = target.nodeType === 1 ? target : target.parentElement;
          touched.add(at.className);
        }
      }).observe(document.querySelector('.tasks'), { subtree: true, childList: true, characterData: true, attributes: true });
    `);
    await shown.patch(withSteps(12));
    await steps.getByText('12 steps done').waitFor();
    assert.deepEqual(await shown.page.evaluate('[...touched]'), ['step-count']);
    assert.equal(await shown.page.evaluate('document.activeElement.className'), 'step-now');
    assert.equal(await steps.getByRole('button').getAttribute('aria-expanded'), 'true');
  });

  it('shows what agents write as the text it is', async () => {
    const current = { number: 12, tool: MARKUP, call: `${MARKUP}\u202e`, startedAt: MARKUP };
    const odd = { ...suspicion, message: MARKUP };
    const shown = await open(ready([stepTask(runningSteps({ current, suspicion: odd }))], running));
    assert.equal(await now(shown).locator('img, b, a').count(), 0);
    const text = (await now(shown).textContent()) ?? '';
    assert.ok(text.includes('<b>bold</b> [a](command:devs.run)'), text);
    assert.ok(text.includes('\\u{202e}'), text);
  });

  it('lists the steps that prove a loop, each call once with all its numbers', async () => {
    const shown = await open(ready([loopedTask]));
    await card(shown, 'fix-rounding').getByText('Steps of the loop').click();
    const list = card(shown, 'fix-rounding').getByRole('list', { name: 'Steps of the loop' });
    assert.equal(await list.getByRole('listitem').count(), 2);
    assert.match(
      await list.getByRole('listitem').first().innerText(),
      /^steps 14, 16 and 18 3 times\n+Bash npm test -- --grep "rounds half to even"\n+1 failing/,
    );
    const steps = [{ ...PROOF[0]!, tool: '', call: MARKUP, result: MARKUP }];
    const inTurnLoop = { ...loopedTask.report!.inTurnLoop!, steps };
    const hostile = { ...loopedTask, report: { ...loopedTask.report!, inTurnLoop } };
    await shown.patch(ready([hostile]));
    await until(shown, `document.querySelectorAll('.steps > li').length === 1`);
    assert.equal(await list.locator('img, b, a').count(), 0);
  });

  it('lists in the details of each turn the steps of the loop that ended it', async () => {
    const ended = turn(1, { proof: { newest: PROOF, count: 9, advice: 'Look at `round.js`.' } });
    const shown = await open(ready([{ ...stepTask(), turns: [ended, turn(2)] }]));
    await unfold(card(shown, 'fix-rounding'), 'Details');
    const list = card(shown, 'fix-rounding').getByRole('list', {
      name: 'Steps of the loop in turn 1',
    });
    assert.equal(await list.getByRole('listitem').count(), 2);
    await card(shown, 'fix-rounding')
      .getByText('The loop that ended this turn, the newest 6 of 9 steps:')
      .waitFor();
    assert.equal(await card(shown, 'fix-rounding').locator('.turn-proof:visible').count(), 1);
    await card(shown, 'fix-rounding')
      .locator('.turn-advice', { hasText: 'Look at round.js.' })
      .locator('code')
      .waitFor();
    const steps = [{ ...PROOF[0]!, tool: '', call: MARKUP, result: MARKUP }];
    const hostile = turn(1, { proof: { newest: steps, count: 1, advice: MARKUP } });
    await shown.patch(ready([{ ...stepTask(), turns: [hostile, turn(2)] }]));
    await until(shown, `document.querySelectorAll('.turn-proof .steps > li').length === 1`);
    const proof = card(shown, 'fix-rounding').locator('.turn-proof:visible');
    assert.equal(await proof.locator('img, b, a').count(), 0);
    assert.equal(await proof.locator('.turn-advice').textContent(), MARKUP);
  });

  it('says on the card which loop ended the last turn, and what follows', async () => {
    const told = 'Turn 1: Stopped for a loop (1 of 2): Again. The next prompt tells the agent.';
    const shown = await open(ready([{ ...stepTask(), lastLoop: told }], running));
    const note = card(shown, 'fix-rounding').getByRole('group', { name: 'Loop in the last turn' });
    await note.getByText(told, { exact: true }).waitFor();
    await shown.patch(ready([{ ...stepTask(), lastLoop: `${MARKUP}\u202e` }], running));
    await note.getByText('<b>bold</b>').waitFor();
    assert.equal(await note.locator('img, b, a').count(), 0);
    assert.ok((await note.textContent())?.includes('\\u{202e}'));
    await shown.patch(ready([stepTask()], running));
    await note.waitFor({ state: 'hidden' });
  });

  it('asks for the replay of a turn by the task that it ran on, where there is one', async () => {
    const replayed = turn(1, { taskId: 'round-half', replay: true });
    const shown = await open(ready([{ ...stepTask(), turns: [replayed, turn(2)] }]));
    await unfold(card(shown, 'fix-rounding'), 'Details');
    await button(card(shown, 'fix-rounding'), 'Timeline of turn 1').press('Enter');
    assert.deepEqual(asked(await shown.nextRequest()), [
      'replayTurn',
      { taskId: 'round-half', turn: 1 },
    ]);
    assert.equal(
      await button(card(shown, 'fix-rounding'), 'Timeline of turn 2').isVisible(),
      false,
    );
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`cuts nothing off in a narrow sidebar in theme ${theme}`, async () => {
      const long = 'a-call-that-has-no-blank-in-it-and-goes-on-for-ever'.repeat(4);
      const current = { number: 123_456, tool: long, call: long, startedAt: '2020-01-01' };
      const evidence = Array.from({ length: 50 }, (_, index) => 100_000 + 2 * index);
      const extreme = { ...suspicion, evidence, count: 999, limit: 1_000, message: long };
      const step = { number: 123_456, tool: long, call: long, result: long };
      const inTurnLoop = { ...loopedTask.report!.inTurnLoop!, steps: [step] };
      const shown = await open(
        ready([stepTask(runningSteps({ current, suspicion: extreme }))], running),
        { theme, width: 240 },
      );
      const proof = { ...loopedTask, report: { ...loopedTask.report!, inTurnLoop } };
      for (const each of [stepTask(runningSteps({ current, suspicion: extreme })), proof]) {
        await shown.show(ready([each], running));
        for (const width of [200, 240, 300, 600]) {
          await shown.page.setViewportSize({ width, height: 900 });
          const overflow = `document.documentElement.scrollWidth - innerWidth`;
          assert.equal(await shown.page.evaluate(overflow), 0, `${each.status} at ${width} px`);
        }
      }
    });
  }
});
