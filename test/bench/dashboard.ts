import type { Browser, Page } from 'playwright-core';
import type { DashboardView } from '../../src/protocol/dashboardView';
import { diffViews } from '../../src/protocol/viewPatch';
import { buildDashboard, openBrowser, serve, type Bundle } from '../unit/webview/harness';
import { lineAt, manyTasks } from '../unit/webview/manyTasks';
import { alternately } from './alternately';
import { measureCommitToPaint } from './commitToPaint';
import { measureOverview } from './overviewBuilding';
import { innerHtmlPage } from './innerHtmlPage';
import { timeTable, type Table } from './table';

const TASKS = 2_000;
const PAINTING = { runs: 15, atLeast: 5, withinMs: 25_000 };
const UPDATING = { runs: 60, atLeast: 15, withinMs: 15_000 };

/** Resolves with the page's clock once what stands in the DOM is on the screen. */
const PAINTED = `() => new Promise((done) =>
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(0);
  }))`;

/** Stands in for VS Code: answers \`ready\` with the view, as text until then, and notes when rows were painted. */
function hostScript(view: DashboardView): string {
  const answer = JSON.stringify({ revision: 1, view });
  return `
    globalThis.painted = ${PAINTED};
    globalThis.rowsPainted = new Promise((done) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('.row') === null) return;
        observer.disconnect();
        painted().then(done);
      }).observe(document, { subtree: true, childList: true });
    });
    const answer = ${JSON.stringify(answer)};
    globalThis.acquireVsCodeApi = () => ({
      postMessage: ({ id, method }) => {
        if (method !== 'ready') return;
        globalThis.answered = performance.now();
        postMessage({ type: 'response', id, ok: true, result: JSON.parse(answer) }, '*');
      },
      getState: () => undefined,
      setState: () => undefined,
    });
  `;
}

/**
 * How long the dashboard takes until 2,000 tasks are on the screen, and to show that one of them changed,
 * in a real browser against a page that sets the same rows as one HTML text; and how long the host takes
 * to gather them; and how long a turn takes from its commit until it is on the screen. Throws when an update makes a row anew.
 */
export async function measureDashboard(): Promise<Table> {
  const overview = await measureOverview();
  const [bundle, browser] = await Promise.all([buildDashboard(), openBrowser()]);
  try {
    const drawing = { ours: [] as number[], peer: [] as number[] };
    const painting = await alternately(PAINTING, {
      ours: async () => timePainting(browser, bundle, drawing.ours),
      peer: async () => timePainting(browser, innerHtmlPage(bundle), drawing.peer),
    });
    const pages = [await openPage(browser, bundle), await openPage(browser, innerHtmlPage(bundle))];
    const [ours, peer] = pages as [Page, Page];
    await allRows(ours);
    await ours.evaluate(`globalThis.rows = [...document.querySelectorAll('[data-task]')]`);
    const updating = await alternately(UPDATING, {
      ours: async () => timeUpdate(ours),
      peer: async () => timeUpdate(peer),
    });
    await assertSameRows(ours);
    const committing = await measureCommitToPaint((view) => openPage(browser, bundle, view));
    return timeTable(`The dashboard with ${TASKS.toLocaleString('en')} tasks`, [
      ...overview,
      { what: 'from navigation until rows are painted', ms: painting.ours, peer: painting.peer },
      { what: 'peer: all rows by innerHTML', ms: painting.peer },
      // Without the round that warms up.
      {
        what: 'from the view’s message until rows are painted',
        ms: drawing.ours.slice(1),
        peer: drawing.peer.slice(1),
      },
      { what: 'peer: all rows by innerHTML', ms: drawing.peer.slice(1) },
      { what: 'one task changes: message until painted', ms: updating.ours, peer: updating.peer },
      { what: 'peer: all rows by innerHTML again', ms: updating.peer },
      ...committing,
    ]);
  } finally {
    await browser.close();
  }
}

async function openPage(
  browser: Browser,
  bundle: Bundle,
  view: DashboardView = manyTasks(TASKS),
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 320, height: 900 } });
  await page.addInitScript(hostScript(view));
  await page.goto(await serve(page, bundle), { waitUntil: 'commit' });
  await page.evaluate('rowsPainted');
  return page;
}

/** Adds to `afterAnswer` how long it took from the view's message on. */
async function timePainting(
  browser: Browser,
  bundle: Bundle,
  afterAnswer: number[],
): Promise<number> {
  const page = await openPage(browser, bundle);
  const took = Number(await page.evaluate('rowsPainted'));
  afterAnswer.push(took - Number(await page.evaluate('answered')));
  await page.close();
  return took;
}

async function allRows(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const look = () => (document.querySelectorAll('[data-task]').length > 1_500 ? done() : setTimeout(look, 10));
    look();
  })`);
}

let revision = 1;
const before = manyTasks(TASKS);
let latest = before;

/** The update alternates between both pages: each gets the same patch under its own count of revisions. */
async function timeUpdate(page: Page): Promise<number> {
  const title = `Changed ${(revision += 1)} times`;
  const view = {
    ...before,
    tasks: before.tasks.map((task) => (task.id === 'task-22' ? { ...lineAt(22), title } : task)),
  };
  const change = diffViews(latest, view);
  latest = view;
  const message = JSON.stringify({ type: 'patch', patch: change });
  const took = await page.evaluate(`(async () => {
    globalThis.revision = (globalThis.revision ?? 1) + 1;
    const message = ${message};
    Object.assign(message.patch, { revision, base: revision - 1 });
    const from = performance.now();
    const shown = new Promise((done) => addEventListener('message', done, { once: true }));
    postMessage(message, '*');
    await shown;
    return (await painted()) - from;
  })()`);
  const text = await page.evaluate(`document.querySelector('[data-task="task-22"]').textContent`);
  if (!String(text).includes(title)) throw new Error(`the update is not shown: ${String(text)}`);
  return Number(took);
}

async function assertSameRows(page: Page): Promise<void> {
  const same = await page.evaluate(`(() => {
    const now = document.querySelectorAll('[data-task]');
    return rows.length === now.length && rows.every((row, index) => row === now[index]);
  })()`);
  if (same !== true) throw new Error('an update made rows anew');
}
