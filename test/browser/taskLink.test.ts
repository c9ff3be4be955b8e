import assert from 'node:assert/strict';
import { findProblems } from '../surfaces/findProblems';
import { ready, task } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

const LINK = 'https://github.com/acme/shop/issues/12';

describe('where a task comes from', () => {
  const { open, card } = useDashboard();

  it('is a link on its card, by a short name', async () => {
    const other = task('add-users', { link: 'https://tracker.example/SHOP-7?a=b' });
    const shown = await open(ready([task('fix-rounding', { link: LINK }), other]));
    const link = card(shown, 'fix-rounding').getByRole('link');
    assert.equal(await link.textContent(), 'acme/shop#12');
    assert.equal(await link.getAttribute('href'), LINK);
    assert.equal(await card(shown, 'add-users').getByRole('link').textContent(), 'tracker.example');
    assert.deepEqual(await findProblems(shown.page), []);
  });

  it('is no link where the address could do something else than open a page', async () => {
    const hostile = ['javascript:alert(1)', 'command:devs.run', 'https://a.example@evil.example/'];
    const tasks = hostile.map((link, index) => task(`t${index}`, { link }));
    const shown = await open(ready([...tasks, task('none')]));
    await card(shown, 'none').waitFor();
    assert.equal(await shown.page.getByRole('link').count(), 0);
  });
});
