import assert from 'node:assert/strict';
import { ready, task } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

/** Left edge of a word in the title, in pixels. */
const leftOf = (word: string): string => `(() => {
  const title = document.querySelector('.card h3');
  const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT, (node) =>
    node.data.includes('${word}') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP).nextNode();
  const range = document.createRange();
  range.setStart(text, text.data.indexOf('${word}'));
  range.setEnd(text, text.data.indexOf('${word}') + '${word}'.length);
  return range.getBoundingClientRect().left;
})()`;

describe('the title of a task', () => {
  const { open } = useDashboard();

  it('is read in the direction of its own words', async () => {
    const shown = await open(ready([task('cart', { title: 'إصلاح السلة cart' })]));
    const first = Number(await shown.page.evaluate(leftOf('إصلاح')));
    assert.ok(first > Number(await shown.page.evaluate(leftOf('cart'))));
    await shown.patch(ready([task('cart', { title: 'Fix the cart' })]));
    await shown.page.getByText('Fix the cart').waitFor();
    const start = Number(await shown.page.evaluate(leftOf('Fix')));
    assert.ok(start < Number(await shown.page.evaluate(leftOf('cart'))));
  });
});
