import assert from 'node:assert/strict';
import { findProblems } from '../surfaces/findProblems';
import { asked } from '../unit/webview/harness';
import { reviewedTask } from '../unit/webview/pauseCauses';
import { ready, task } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

const ADDRESS = 'https://github.com/acme/shop/pull/7';

describe('the worktree and the branch of a task', () => {
  const { open, card } = useDashboard();
  const taskId = 'fix-rounding';

  it('are opened from its card', async () => {
    const branch = { name: `devs/${taskId}` };
    const shown = await open(ready([task(taskId, { worktree: '/state/fix-rounding', branch })]));
    for (const [name, method] of [
      ['Open worktree', 'openWorktree'],
      ['Open terminal', 'openWorktreeTerminal'],
      ['Create pull request', 'createPullRequest'],
    ] as const) {
      await card(shown, taskId).getByRole('button', { name }).click();
      assert.deepEqual(asked(await shown.nextRequest()), [method, { taskId }]);
    }
    assert.deepEqual(await findProblems(shown.page), []);
  });

  it('lead to the pull request once there is one', async () => {
    const branch = { name: `devs/${taskId}`, pullRequest: ADDRESS };
    const shown = await open(ready([task(taskId, { branch }), task('none')]));
    const link = card(shown, taskId).getByRole('link');
    assert.equal(await link.textContent(), 'Pull request acme/shop#7');
    assert.equal(await link.getAttribute('href'), ADDRESS);
    assert.equal(await card(shown, 'none').locator('.work-links').count(), 0);
  });

  it('says how many comments of a review are not sent yet', async () => {
    const shown = await open(ready([reviewedTask({ comments: 2 })]));
    await shown.page.getByText('2 comments of yours not sent yet').waitFor();
    const none = await open(ready([reviewedTask()]));
    await none.page.getByRole('button', { name: 'Review changes' }).waitFor();
    assert.equal(await none.page.locator('.open-comments').count(), 0);
  });
});
