import type { Browser } from 'playwright-core';
import type { StepLine } from '../../src/model/steps/stepLine';
import type { TurnSteps } from '../../src/protocol/taskPage/taskPageView';
import { buildTaskPage, openBrowser, serve, type Bundle } from '../unit/webview/harness';
import { pausedPage } from '../unit/webview/taskPages';
import { median } from './statistics';
import { timeTable, type Table } from './table';

const STEPS = 5_000;
const RUNS = 9;
/** Milliseconds within which the steps are painted, at the median. */
const LIMIT_MS = 300;

function line(number: number): StepLine {
  const call = `npm test -- part-${number}`;
  return { number, tool: 'Bash', call, said: '', result: `part ${number} looks fine` };
}

/** Stands in for VS Code: answers with the task and its steps, and notes when steps were painted. */
function hostScript(): string {
  const view = { paged: { folder: 'file:///work', taskId: 'a' }, content: pausedPage };
  const steps: TurnSteps = {
    ...{ turn: 9, revision: 2, from: 0, dropped: 0, gone: false, running: false },
    ...{ lines: Array.from({ length: STEPS }, (_, at) => line(at + 1)), problems: [] },
    calls: [{ name: '', first: 0 }],
  };
  const answers = { ready: { revision: 1, view }, openTurn: steps };
  return `
    globalThis.stepsPainted = new Promise((done) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('.step') === null) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now() - globalThis.answered);
          port2.postMessage(0);
        });
      }).observe(document, { subtree: true, childList: true });
    });
    const answers = ${JSON.stringify(JSON.stringify(answers))};
    globalThis.acquireVsCodeApi = () => ({
      postMessage: ({ id, method }) => {
        const result = JSON.parse(answers)[method];
        if (result === undefined) return;
        globalThis.answered = performance.now();
        postMessage({ type: 'response', id, ok: true, result }, '*');
      },
      getState: () => undefined,
      setState: () => undefined,
    });
  `;
}

/** How long the task page takes from the message with 5,000 steps until they are painted. Throws beyond the limit. */
export async function measureTaskPage(): Promise<Table> {
  const [bundle, browser] = await Promise.all([buildTaskPage(), openBrowser()]);
  try {
    const ms: number[] = [];
    // The first one warms up.
    for (let run = 0; run <= RUNS; run += 1) ms.push(await timePainting(browser, bundle));
    const counted = ms.slice(1);
    if (median(counted) > LIMIT_MS) {
      throw new Error(`${STEPS} steps took ${Math.round(median(counted))} ms, not ${LIMIT_MS}`);
    }
    return timeTable(`A turn of ${STEPS.toLocaleString('en')} steps on the task page`, [
      {
        what: `from the steps’ message until they are painted (limit ${LIMIT_MS} ms)`,
        ms: counted,
      },
    ]);
  } finally {
    await browser.close();
  }
}

async function timePainting(browser: Browser, bundle: Bundle): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1_000, height: 900 } });
  await page.addInitScript(hostScript());
  await page.goto(await serve(page, bundle), { waitUntil: 'commit' });
  const took = Number(await page.evaluate('stepsPainted'));
  await page.close();
  return took;
}
