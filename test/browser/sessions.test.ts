import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { findProblems } from '../surfaces/findProblems';
import { hostileTitles } from '../surfaces/hostileViews';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import { ready, task } from '../unit/webview/samples';
import { session, sessionIn, sessionLoop, sessions } from '../unit/webview/sessionSamples';
import { useDashboard } from './useDashboard';

const MARKUP = '<img src="x" onerror="document.title=1"><b>bold</b> [a](command:devs.run)';
const KEY = 'claude.stopped.jsonl';

describe('guarded sessions, in a browser', function () {
  this.timeout(60_000);
  const { open } = useDashboard();
  const card = ({ page }: OpenDashboard, key = KEY): Locator =>
    page.locator(`.session[data-session="${key}"]`);
  const button = (within: Locator, name: string): Locator =>
    within.getByRole('button', { name, exact: true });

  it('stand below the tasks: agent, folder, what was asked, what it does', async () => {
    const shown = await open(ready([task('add-login')], { sessions }));
    await shown.page.getByRole('heading', { name: 'Sessions 5' }).waitFor();
    const [tasks, list] = ['.task-list', '.sessions'];
    const isBelow = `document.querySelector('${tasks}').compareDocumentPosition(document.querySelector('${list}')) & 4`;
    assert.ok(await shown.page.evaluate(isBelow));
    assert.equal(await card(shown).getByRole('heading').innerText(), 'Claude Code');
    assert.match(
      await card(shown).locator('.status-line').innerText(),
      /^Stopped by Devs.*packages\/cart/,
    );
    await card(shown).getByText('Make the tests of the cart pass.').waitFor();
    await card(shown).getByText('23 steps').waitFor();
    assert.equal(
      await card(shown).locator('.steps-recent').textContent(),
      'Read src/cart.js · Edit src/cart.js +2 −1 · Bash npm test ✗',
    );
    const hint = await card(shown).locator('.steps-recent').getAttribute('title');
    assert.match(
      hint ?? '',
      /\+2 −1” counts the lines that an edit adds and removes; ✗ marks a failed call/,
    );
    await card(shown).getByText('Files rewound at 14:38 to their state before prompt 1.').waitFor();
  });

  it('show each loop with what the agent was answered, and a suspicion as a meter', async () => {
    const shown = await open(ready([], { sessions }));
    const loops = card(shown).getByRole('list', { name: 'Loops' }).getByRole('listitem');
    const texts = await loops.allInnerTexts();
    assert.equal(texts.length, 3);
    assert.match(
      texts[0] ?? '',
      /3 times\.\s+\d\d:\d\d · step 9 · Devs ended the turn\.\s+Look at/,
    );
    assert.match(texts[1] ?? '', / · Devs refused the next tool call and told the agent why\./);
    assert.match(texts[2] ?? '', /You said that this was not a loop\.$/);
    await card(shown).getByText('and 2 older loops').waitFor();
    const suspect = card(shown, 'codex.suspect.jsonl').getByRole('meter', {
      name: 'Possible loop in Codex',
    });
    assert.equal(await suspect.getAttribute('aria-valuetext'), '2 of 3, steps 9 and 11');
  });

  it('ask the host for what a button says, and offer only what applies', async () => {
    const shown = await open(ready([], { sessions }));
    const stopped = card(shown);
    for (const [name, request] of [
      ['Proof', ['sessionProof', { session: KEY }]],
      ['This was not a loop', ['sessionNotALoop', { session: KEY }]],
      ['Rewind…', ['rewindSession', { session: KEY }]],
      ['Snooze', ['snoozeSession', { session: KEY, on: true }]],
    ] as const) {
      await button(stopped, name).click();
      assert.deepEqual(asked(await shown.nextRequest()), request);
    }
    const snoozed = card(shown, 'claude.snoozed.jsonl');
    await snoozed.getByText(/^Snoozed until .* left$/).waitFor();
    assert.equal(await button(snoozed, 'Snooze').count(), 0);
    assert.equal(await button(snoozed, 'This was not a loop').count(), 0);
    await button(snoozed, 'End snooze').click();
    assert.deepEqual(asked(await shown.nextRequest()), [
      'snoozeSession',
      { session: 'claude.snoozed.jsonl', on: false },
    ]);
    const printed = card(shown, 'claude.print.jsonl');
    assert.equal(await printed.getAttribute('data-group'), 'needsYou');
    assert.match(await printed.locator('.status-line').innerText(), /^Stopped by Devs, ended/);
    assert.equal(await button(printed, 'Snooze').count(), 0);
    await button(printed, 'Mark as seen').click();
    assert.deepEqual(asked(await shown.nextRequest()), [
      'sessionSeen',
      { session: 'claude.print.jsonl' },
    ]);
    assert.equal(await button(stopped, 'Mark as seen').count(), 0);
    const fresh = card(shown, 'claude.new.jsonl');
    await button(fresh, 'Proof').click({ force: true });
    await shown.page.getByRole('status').getByText('This session has no steps yet.').waitFor();
    const rewind = fresh.locator('[data-action="rewindSession"]');
    assert.equal(await rewind.getAttribute('aria-disabled'), 'true');
    assert.equal(await rewind.getAttribute('title'), 'No checkpoint of this session is stored.');
    await rewind.click({ force: true });
    await shown.page.getByRole('status').getByText('No checkpoint of this session').waitFor();
  });

  it('become a task in the form for one, which the user may change before it is added', async () => {
    const shown = await open(ready([], { sessions }));
    await button(card(shown), 'Create a task').click();
    const request = await shown.nextRequest();
    assert.deepEqual(asked(request), ['makeTask', { session: KEY }]);
    const suggested = { title: 'Make the tests pass', goal: `Make them pass.\n${MARKUP}` };
    await shown.post({
      ...{ type: 'response', id: request.id, ok: true },
      result: { message: 'Check the new task, then add it.', ...suggested },
    });
    const form = shown.page.getByRole('form', { name: 'Add a task' });
    await button(form, 'Add task').click();
    assert.deepEqual(asked(await shown.nextRequest()), [
      'addTasks',
      { tasks: [{ id: 'make-the-tests-pass', ...suggested }] },
    ]);
  });

  it('open no form where the user wants no task after all', async () => {
    const shown = await open(ready([], { sessions }));
    await button(card(shown), 'Create a task').click();
    const { id } = await shown.nextRequest();
    const result = { message: 'devs.yaml was not created.', title: '', goal: '' };
    await shown.post({ type: 'response', id, ok: true, result });
    await shown.page.getByRole('status').getByText('devs.yaml was not created.').waitFor();
    assert.equal(await shown.page.getByRole('form', { name: 'Add a task' }).count(), 0);
  });

  it('keep what was written into that form before', async () => {
    const shown = await open(ready([], { sessions }));
    await shown.page.locator('[data-action="addTask"]').click();
    const form = shown.page.getByRole('form', { name: 'Add a task' });
    await form.getByRole('textbox', { name: 'Goal' }).fill('My own words.');
    await button(card(shown), 'Create a task').click();
    const { id } = await shown.nextRequest();
    const result = { message: '', title: 'Other', goal: 'Others.' };
    await shown.post({ type: 'response', id, ok: true, result });
    await shown.page
      .getByRole('status')
      .getByText(/still contains another task/)
      .waitFor();
    assert.equal(await form.getByRole('textbox', { name: 'Goal' }).inputValue(), 'My own words.');
  });

  it('say beside their buttons why something was refused', async () => {
    const shown = await open(ready([], { sessions }));
    await button(card(shown), 'Snooze').click();
    const { id } = await shown.nextRequest();
    const message = 'Devs could not record your decision: no space left.';
    await shown.post({ type: 'response', id, ok: false, error: { message } });
    await card(shown).getByText(message).waitFor();
    assert.equal(await shown.page.getByText(message).count(), 1);
  });

  it('are shown without a devs.yaml, too; without any, guarding one is offered', async () => {
    const empty = { kind: 'empty', folder: 'shop' } as const;
    const shown = await open(empty);
    await button(shown.page.locator('.state'), 'Guard my agents…').click();
    assert.deepEqual(asked(await shown.nextRequest()), ['guardAgents', {}]);
    await shown.show({ ...empty, sessions });
    await card(shown).waitFor();
    assert.equal(await button(shown.page.locator('.state'), 'Guard my agents…').count(), 0);
    await button(card(shown), 'Proof').click();
    assert.deepEqual(asked(await shown.nextRequest()), ['sessionProof', { session: KEY }]);
  });

  it('keep the focus and their nodes while one changes, and leave when they are gone', async () => {
    const shown = await open(ready([], { sessions }));
    await button(card(shown), 'Proof').focus();
    const changed = sessions.map((each) =>
      each.key === KEY ? session(KEY, { now: '24 steps', loops: [sessionLoop()] }) : each,
    );
    await shown.patch(ready([], { sessions: changed }));
    await card(shown).getByText('24 steps').waitFor();
    assert.equal(
      await shown.page.evaluate('document.activeElement.dataset.action'),
      'sessionProof',
    );
    await shown.patch(ready([]));
    await shown.page.locator('.sessions').waitFor({ state: 'detached' });
  });

  it('show what agents write as the text it is', async () => {
    const shown = await open(ready([], { sessions: [sessionIn(`${MARKUP}\u202e`)] }));
    const hostile = shown.page.locator('.session');
    assert.equal(await hostile.locator('img, b, a').count(), 0);
    const text = (await hostile.textContent()) ?? '';
    assert.ok(text.includes('<b>bold</b> [a](command:devs.run)'), text);
    assert.ok(text.includes('\\u{202e}'), text);
  });

  for (const width of [170, 240, 600])
    it(`leave nothing outside at ${width} px`, async () => {
      const all = [...sessions, ...Object.values(hostileTitles).map(sessionIn)];
      const { page } = await open(ready([], { sessions: all }), { width });
      assert.deepEqual(await findProblems(page), []);
    });
});
