import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { PlayedSession } from '../support/playSession';
import { useReplay } from './useReplay';

/** A session whose fourth call was refused and whose turn ended at the sixth step. */
function endedSession(): PlayedSession {
  const session = new PlayedSession();
  session.prompt('Make the tests pass');
  for (let at = 0; at < 7; at += 1) session.fail('npm test');
  return session;
}

describe('the proof of a guarded session, in a browser', function () {
  this.timeout(60_000);
  const { open } = useReplay();
  const cells = (page: Page): Locator => page.locator('.timeline .cell');

  it('shows what was found and answered at each step, in the words of the session', async () => {
    const session = endedSession();
    const { page } = await open({ '/s.jsonl': [] }, { proof: () => session.proof });
    await cells(page).nth(5).waitFor();
    assert.equal(await cells(page).count(), session.state.steps);
    const found = await page.locator('.fire-what').allInnerTexts();
    assert.deepEqual(
      found.map((text) => /^Step \d+, [a-z ]+/.exec(text)?.[0]),
      ['Step 2, suspected', 'Step 3, a loop', 'Step 5, suspected', 'Step 6, a loop'],
    );
    const answers = await page.locator('.fire-answer').allInnerTexts();
    assert.deepEqual(
      answers.map((text) => text.replace(/^.* · /, '')),
      [
        'Devs told the agent about the possible loop.',
        'Devs refused the next tool call and told the agent why.',
        'Devs told the agent about the possible loop.',
        'Devs ended the turn.',
      ],
    );
    assert.match(await page.locator('.run-head').innerText(), /Stopped by Devs · 6 steps/);
    // The newest loop is chosen.
    assert.match(
      await page.locator('.fire[aria-pressed="true"]').innerText(),
      /Devs ended the turn\./,
    );
    assert.match(await cells(page).nth(5).getAttribute('aria-label').then(String), /a loop here/);
  });

  it('follows the session: further steps appear, what was chosen stays', async () => {
    const session = endedSession();
    const { page, change } = await open({ '/s.jsonl': [] }, { proof: () => session.proof });
    await cells(page).nth(5).waitFor();
    await page.locator('.fire', { hasText: 'Step 3, a loop' }).click();
    session.put({ kind: 'not a loop' });
    session.prompt('Read the test first');
    session.run('cat cart.test.js', 'test("adds", …)');
    change();
    await cells(page).nth(6).waitFor();
    await page.getByText('Devs ended the turn. You said that this was not a loop.').waitFor();
    await page.locator('.run-head').getByText('Working · 7 steps').waitFor();
    assert.match(
      await page.locator('.fire[aria-pressed="true"]').innerText(),
      /^\W*Step 3, a loop/,
    );
    await cells(page).nth(6).hover();
    await page.locator('.step-caption').getByText('Bash cat cart.test.js').waitFor();
  });

  it('shows the line of an edit as code, and backticks of a command as they are', async () => {
    const session = endedSession();
    session.prompt('Round down');
    const call = {
      tool: 'Edit',
      args: JSON.stringify({
        file_path: '/project/src/round.js',
        old_string: 'const total = Math.round(sum);',
        new_string: 'const total = Math.floor(sum);',
      }),
    };
    session.put({ kind: 'call', ...call });
    session.put({ kind: 'result', ...call, result: 'The file has been updated.' });
    session.run('echo `date`', '');
    const { page } = await open({ '/s.jsonl': [] }, { proof: () => session.proof });
    const [caption, edit, command] = [
      page.locator('.step-caption'),
      cells(page).nth(6),
      cells(page).nth(7),
    ];
    await edit.hover();
    await caption.locator('code', { hasText: 'const total = Math.floor(sum);' }).waitFor();
    assert.doesNotMatch(await caption.innerText(), /`/);
    assert.doesNotMatch((await edit.getAttribute('aria-label')) ?? '`', /`/);
    await command.hover();
    await caption.getByText('Bash echo `date`').waitFor();
  });

  it('has no words of a replay: nothing saved, no runs, no limits, no recordings to add', async () => {
    const { page } = await open({ '/s.jsonl': [] }, { proof: () => endedSession().proof });
    await cells(page).nth(5).waitFor();
    const text = await page.locator('main').innerText();
    assert.doesNotMatch(text, /saved|runs?\b|limits|recording|stuck|would have/i);
    assert.equal(await page.locator('[data-saved="true"]').count(), 0);
    assert.equal(await page.getByRole('button', { name: /Add recordings/ }).count(), 0);
  });
});
