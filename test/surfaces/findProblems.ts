import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly targets: readonly string[];
}

/** Elements whose right edge lies beyond the page, or text beyond its card. */
const OVERFLOWING = `(() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  for (const card of document.querySelectorAll('.card, [data-task]')) {
    const edge = card.getBoundingClientRect().right + 0.5;
    for (const element of card.querySelectorAll('*')) {
      const { right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || right <= edge) continue;
      found.push(element.tagName.toLowerCase() + '.' + element.className + ' leaves its card');
    }
  }
  return [...new Set(found)].slice(0, 5);
})()`;

/** Elements inside the page that scroll down by themselves. */
const SCROLL_BOXES = `[...document.body.querySelectorAll('*')]
  .filter((each) => each.scrollHeight > each.clientHeight)
  .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY))
  .map((each) => each.tagName.toLowerCase() + '.' + each.className + ' scrolls inside the page')`;

/** Violations that shut somebody out; axe calls them serious or critical. */
const VIOLATIONS = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({
      id, impact, targets: nodes.slice(0, 3).map(({ target }) => target.join(' ')),
    })))`;

/** What scrolls inside an open page, which scrolls as a whole; a line each. */
export function findScrollBoxes(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(SCROLL_BOXES);
}

/** What is wrong with an open page, a line each: what leaves its place or scrolls in it, and what axe-core finds serious. */
export async function findProblems(page: Page): Promise<readonly string[]> {
  const overflowing = await page.evaluate<readonly string[]>(OVERFLOWING);
  await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(VIOLATIONS);
  return [
    ...overflowing,
    ...(await findScrollBoxes(page)),
    ...violations.map(({ id, impact, targets }) => `${impact ?? ''}: ${id}: ${targets.join(', ')}`),
  ];
}
