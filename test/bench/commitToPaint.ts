import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readOverview } from '../../src/app/read/readOverview';
import { NO_WORKTREES } from '../support/noWorktrees';
import { systemClock } from '../../src/platform/clock/systemClock';
import { createConfigSource } from '../../src/platform/config/createConfigSource';
import { keepText } from '../../src/platform/config/keptText';
import { coalesce } from '../../src/vscode/folders/coalesce';
import { createDashboardView } from '../../src/vscode/dashboard/dashboardModel';
import { ViewUpdates } from '../../src/vscode/dashboard/viewUpdates';
import type { DashboardView } from '../../src/protocol/dashboardView';
import type { HostMessage } from '../../src/protocol/messages';
import type { ConfigSource } from '../../src/ports/configSource';
import type { Store } from '../../src/ports/store';
import type { WorkspaceState } from '../../src/ports/workspaceState';
import { alternately } from './alternately';
import { held, stateIn } from './benchState';
import { inScratchFolder } from './scratchFolder';
import type { Series } from './table';
import { recordTurn } from './turnSamples';

const TASKS = 2_000;
const ROUNDS = { runs: 20, atLeast: 5, withinMs: 20_000 };
const nameOf = (index: number): string => `add-login-${index}`;
const CHANGED = nameOf(2);

/** Opens the dashboard with a view; resolves once its rows are painted. */
type OpenPage = (view: DashboardView) => Promise<Page>;

/**
 * From the moment in which a turn is committed until its row is painted, by the process that runs it and by another one: the
 * change is noticed, read and turned into a view as the extension host does it, and the message goes to the dashboard in a real
 * browser.
 */
export async function measureCommitToPaint(openPage: OpenPage): Promise<readonly Series[]> {
  return inScratchFolder(async (folder) => {
    const open = stateIn(folder);
    const state = open();
    const lease = await held(state);
    prepare(folder, lease.store);
    const configSource = createConfigSource(
      { workspaceDir: join(folder, 'workspace'), environment: {}, settings: {} },
      keepText(join(folder, 'kept.yaml')),
    );
    try {
      const here = await measureWith({ state, configSource }, lease.store, openPage);
      const elsewhere = await measureWith({ state: open(), configSource }, lease.store, openPage);
      return [
        { what: 'a turn is committed: until its row is painted', ms: here },
        { what: 'the same in the dashboard of another window', ms: elsewhere },
      ];
    } finally {
      lease.release();
    }
  });
}

/** A window: how it sees the state of the workspace. */
interface Window {
  readonly state: WorkspaceState;
  readonly configSource: ConfigSource;
}

let number = 1;

async function measureWith(
  window: Window,
  store: Store,
  openPage: OpenPage,
): Promise<readonly number[]> {
  const updates = new ViewUpdates();
  const page = await openPage(updates.wholeView(await viewOf(window)).view);
  let post: (message: HostMessage) => void = () => undefined;
  const refresh = coalesce(async () => {
    const message = updates.nextMessage(await viewOf(window));
    if (message !== undefined) post(message);
  });
  const subscription = window.state.onDidChange(() => void refresh());
  const commitAndPaint = async (): Promise<number> => {
    number += 1;
    const turn = number;
    const painted = new Promise<number>((done) => {
      post = (message) => void paint(page, message).then(() => done(performance.now()));
    });
    recordTurn(store, CHANGED, turn);
    const committed = performance.now();
    return (await painted) - committed;
  };
  const { took } = await alternately(ROUNDS, { took: commitAndPaint });
  subscription.dispose();
  await page.close();
  return took;
}

async function viewOf({ state, configSource }: Window): Promise<DashboardView> {
  return createDashboardView({
    folder: 'shop',
    overview: await readOverview({
      ...{ state, configSource, clock: systemClock },
      adapters: {
        checkpoints: { findLost: () => Promise.resolve(new Set()) },
        worktrees: NO_WORKTREES,
      },
    }),
    self: { pid: process.pid, host: 'here' },
    runningHere: true,
    open: new Set(),
  });
}

/** Shows the message; throws when it does not tell of the task. */
async function paint(page: Page, message: HostMessage): Promise<void> {
  const text = JSON.stringify(message);
  if (!text.includes(CHANGED)) throw new Error(`the message tells nothing of ${CHANGED}`);
  await page.evaluate(`(async () => {
    const shown = new Promise((done) => addEventListener('message', done, { once: true }));
    postMessage(${text}, '*');
    await shown;
    await painted();
  })()`);
}

function prepare(folder: string, store: Store): void {
  const agents = { one: { type: 'command', command: ['node', '--version'] } };
  const names = Array.from({ length: TASKS }, (_, index) => nameOf(index));
  const tasks = names.map((id) => ({ id, goal: 'Users can log in with e-mail and password.' }));
  mkdirSync(join(folder, 'workspace'), { recursive: true });
  writeFileSync(
    join(folder, 'workspace', 'devs.yaml'),
    JSON.stringify({ version: 1, agents, tasks }),
  );
  store.transaction(() => {
    for (const name of names) {
      store.upsertTask(name, name);
      recordTurn(store, name, 1);
    }
  });
}
