import type { Browser, Page } from 'playwright-core';
import type { DashboardView } from '../../src/protocol/dashboardView';
import type { TaskPageContent } from '../../src/protocol/taskPage/taskPageView';
import { openDoctor } from '../browser/openDoctor';
import { openReplay } from '../browser/openReplay';
import { openSetUp } from '../browser/openSetUp';
import { openTaskPage } from '../browser/openTaskPage';
import { doctorViews } from '../unit/webview/doctorViews';
import { metrics, noMetrics } from '../unit/webview/figureSamples';
import { fixtures } from '../unit/webview/fixtures';
import {
  buildDashboard,
  buildReplay,
  buildSetUp,
  buildTaskPage,
  openDashboard,
} from '../unit/webview/harness';
import { pausedTask } from '../unit/webview/pausedTask';
import { manyTasks } from '../unit/webview/manyTasks';
import { endedTasks } from '../unit/webview/pauseCauses';
import { items, recordedRun } from '../unit/webview/replaySamples';
import { setUpViews } from '../unit/webview/setUpViews';
import {
  AT_WORK,
  claudeText,
  manyCalls,
  pausedPage,
  runningPage,
  taskPage,
  transcript,
} from '../unit/webview/taskPages';
import type { themes } from '../unit/webview/themes';
import { hostileTitles, hostileViews } from './hostileViews';
import { stateViews } from './stateViews';

/** How a surface is looked at. */
export interface Look {
  readonly theme: keyof typeof themes;
  /** In pixels of the page: at 200 % a side bar of 340 pixels has 170. */
  readonly width: number;
  /** Device pixels of a pixel. */
  readonly scale: number;
}

/** Something that Devs shows in a webview. */
export interface Surface {
  readonly name: string;
  /** Opens it; whoever calls closes the page. */
  readonly open: (look: Look) => Promise<Page>;
}

/** Every surface that Devs has, with the shipped bundles behind it. */
export async function listSurfaces(browser: Browser): Promise<readonly Surface[]> {
  return [
    ...(await dashboards(browser)),
    ...(await taskPages(browser)),
    ...(await replays(browser)),
    ...(await setUps(browser)),
    ...doctors(browser),
  ];
}

async function dashboards(browser: Browser): Promise<readonly Surface[]> {
  const bundle = await buildDashboard();
  const views: Readonly<Record<string, DashboardView>> = {
    ...fixtures,
    ...stateViews,
    ...hostileViews,
    twoHundredTasks: manyTasks(200),
  };
  const surfaces = Object.entries(views).map(([name, view]): Surface => {
    // What a closed section holds is part of the surface.
    const opened = view.kind === 'ready' ? view.tasks.map(({ id }) => `why:${id}`) : [];
    return {
      name: `dashboard ${name}`,
      open: async (look) => (await openDashboard(browser, bundle, { view, opened, ...look })).page,
    };
  });
  const withFigures = Object.entries({ metrics, noMetrics }).map(([name, figures]): Surface => ({
    name: `dashboard ${name}`,
    open: async (look) => {
      const options = { view: fixtures.idle, metrics: figures, ...look };
      const { page } = await openDashboard(browser, bundle, options);
      await page.getByRole('button', { name: 'Metrics' }).click();
      await page.getByRole('region', { name: 'Metrics' }).first().waitFor();
      if (figures === metrics) await page.locator('.chart canvas').first().waitFor();
      return page;
    },
  }));
  const addTask: Surface = {
    name: 'dashboard addTask',
    open: async (look) => {
      const options = { view: fixtures.idle, ...look };
      const { page } = await openDashboard(browser, bundle, options);
      await page.locator('[data-action="addTask"]').click();
      await page.getByText('Depends on').click();
      return page;
    },
  };
  const addSeveral: Surface = {
    name: 'dashboard addSeveral',
    open: async (look) => {
      const shown = await openDashboard(browser, bundle, { view: fixtures.idle, ...look });
      const { page } = shown;
      await page.locator('[data-action="addTask"]').click();
      await page.getByRole('button', { name: 'Several at once' }).click();
      await page.getByRole('textbox', { name: 'Tasks' }).fill('TODO.md');
      await page.getByRole('button', { name: 'Preview' }).click();
      await shown.answer(await shown.nextRequest(), '2 new tasks.', FOUND);
      await page.getByRole('group', { name: 'Tasks to add' }).waitFor();
      return page;
    },
  };
  return [...surfaces, ...withFigures, addTask, addSeveral];
}

const FOUND = {
  tasks: [
    { id: 'export-orders', title: 'Export orders as CSV, with all their addresses', goal: 'CSV.' },
    { id: 'import-orders', title: 'Import orders', goal: 'CSV.' },
  ],
  there: [{ id: 'fix-rounding', title: 'Fix rounding' }],
  notes: ['https://github.com/acme/shop/issues/12 is closed.'],
};

/** Pages of tasks; where there are steps, the last two are opened. */
async function taskPages(browser: Browser): Promise<readonly Surface[]> {
  const bundle = await buildTaskPage();
  const pages: Readonly<Record<string, readonly [TaskPageContent, turn: number, string]>> = {
    paused: [pausedPage, 9, transcript(...AT_WORK)],
    running: [runningPage, 2, transcript(...manyCalls(200))],
    printed: [pausedPage, 9, '[devs] command: aider\n\nI fixed src/cart.js:3\n'],
    long: [runningPage, 2, transcript(...manyCalls(5_000))],
    ...Object.fromEntries(
      endedTasks.map((task) => [
        `ended ${task.id}`,
        [taskPage(task), task.turns.length, transcript(...AT_WORK)] as const,
      ]),
    ),
    gone: [{ kind: 'removed' }, 1, ''],
    closed: [{ kind: 'closed', folder: 'shop' }, 1, ''],
    untrusted: [{ kind: 'untrusted' }, 1, ''],
    ...Object.fromEntries(
      Object.entries(hostileTitles).map(([name, title]) => {
        const words = claudeText(`${title} `.repeat(9));
        const content = taskPage(
          { ...pausedTask, title, goal: title.repeat(3) },
          { run: 'PAUSED' },
        );
        return [name, [content, 9, transcript(...AT_WORK, words)]] as const;
      }),
    ),
  };
  return Object.entries(pages).map(([name, [content, turn, text]]) => ({
    name: `task page ${name}`,
    open: async (look) => {
      const options = { content, transcripts: { [turn]: text }, ...look };
      const { page } = await openTaskPage(browser, bundle, options);
      if (content.kind !== 'task') return page;
      await page.locator('.step-line, .turn-panel pre').first().waitFor();
      const lines = await page.locator('.step-line').all();
      for (const line of lines.slice(0, 40).slice(-2)) await line.click();
      return page;
    },
  }));
}

/** A long run in which the agent explains each third step, among many others. */
const MANY_RUNS = [
  {
    ...recordedRun('long-run', 3_000, [11, 14, 17, 20, 23, 26, 29, 32]),
    steps: recordedRun('long-run', 3_000, [11, 14, 17, 20, 23, 26, 29, 32]).steps.map((step) =>
      step.number % 3 === 0
        ? { ...step, thought: 'The total is a cent too low. '.repeat(1 + (step.number % 20)) }
        : step,
    ),
  },
  ...Array.from({ length: 30 }, (_, index) => recordedRun(`run-${index}`, 3)),
];

async function replays(browser: Browser): Promise<readonly Surface[]> {
  const bundle = await buildReplay();
  const file = '/recordings/runs.jsonl';
  const stuck = {
    ...recordedRun('stuck-run', 60, [11, 14, 17, 20]),
    asked: 'Fix the rounding of the cart, and do not change the tests.',
  };
  const recordings = {
    empty: {},
    runs: { [file]: items(stuck, recordedRun('clean-run', 5)) },
    many: { [file]: items(...MANY_RUNS) },
    unreadable: {
      [file]: [{ kind: 'problem', problem: { file, line: 17, message: 'It is no JSON.' } }],
    },
  } as const;
  return Object.entries(recordings).map(([name, files]) => ({
    name: `timeline ${name}`,
    open: async (look) => (await openReplay(browser, bundle, files, look)).page,
  }));
}

async function setUps(browser: Browser): Promise<readonly Surface[]> {
  const bundle = await buildSetUp();
  return Object.entries(setUpViews).map(([name, view]) => ({
    name: `set-up ${name}`,
    open: async (look) => (await openSetUp(browser, bundle, { view, ...look })).page,
  }));
}

function doctors(browser: Browser): readonly Surface[] {
  return Object.entries(doctorViews).map(([name, view]) => ({
    name: `check setup ${name}`,
    open: async (look) => (await openDoctor(browser, { view, ...look })).page,
  }));
}
