import { LOOP_PRESETS } from '../../src/model/task/attempt';
import type { DevsConfig } from '../../src/model/config/config';
import { BUILT_IN_LIMITS } from '../../src/model/config/limits';
import { createDashboardView } from '../../src/vscode/dashboard/dashboardModel';
import { buildOverview } from '../../src/engine/overview/buildOverview';
import type { Store } from '../../src/ports/store';
import { alternately } from './alternately';
import { held, stateIn } from './benchState';
import { inScratchFolder } from './scratchFolder';
import type { Series } from './table';
import { recordTurn } from './turnSamples';

const TASKS = 2_000;
const TURNS = 10_000;
const ATTEMPTS = 50_000;
const ROUNDS = { runs: 15, atLeast: 5, withinMs: 12_000 };

const nameOf = (index: number): string => `add-login-${index % TASKS}`;

/** What the host does at each change: the overview out of the store, and the view made of it. */
export async function measureOverview(): Promise<readonly Series[]> {
  return inScratchFolder(async (folder) => {
    const lease = await held(stateIn(folder)());
    record(lease.store);
    const series = await measureWith(lease.store);
    lease.release();
    return series;
  });
}

async function measureWith(store: Store): Promise<readonly Series[]> {
  const sources = { store, holder: undefined };
  const build = (): ReturnType<typeof buildOverview> =>
    buildOverview({ config: { kind: 'ok', config }, ...sources });
  const overview = build();
  if (overview.tasks.some(({ turns }) => turns.length === 0)) throw new Error('turns are missing');
  const input = { folder: 'shop', overview, runningHere: false, open: new Set<string>() };
  const self = { pid: 1, host: 'here' };
  const { building, viewing } = await alternately(ROUNDS, {
    building: () => timed(build),
    viewing: () => timed(() => JSON.stringify(createDashboardView({ ...input, self }))),
  });
  const size = `${TURNS.toLocaleString('en')} turns, ${ATTEMPTS.toLocaleString('en')} attempts`;
  return [
    { what: `overview with ${size}`, ms: building },
    { what: 'its view as a message', ms: viewing },
  ];
}

function record(store: Store): void {
  store.transaction(() => {
    for (let index = 0; index < TASKS; index += 1) store.upsertTask(nameOf(index), 'Add login');
    for (let index = 0; index < TURNS; index += 1) {
      recordTurn(store, nameOf(index), Math.floor(index / TASKS) + 1);
    }
    for (let index = 0; index < ATTEMPTS; index += 1) {
      store.addAttempt({
        taskId: nameOf(index),
        at: '2026-11-21T21:30:00.000Z',
        status: 'in_progress',
        blockers: [],
        completedWork: ['changed src/login.ts'],
        sessionId: `session_${index}`,
        counted: true,
        changed: true,
        progress: false,
        definition: 'a1b2c3d4',
        agent: 'claude',
      });
    }
  });
}

const config: DevsConfig = {
  agents: {},
  tasks: Array.from({ length: TASKS }, (_, index) => ({
    id: nameOf(index),
    title: 'Add login',
    goal: 'Users can log in with their e-mail address and a password.',
    agent: 'claude',
    dependsOn: index % 3 === 1 ? [nameOf(index - 1)] : [],
    priority: 0,
  })),
  verifyTimeoutMs: 60_000,
  reports: [],
  limits: BUILT_IN_LIMITS,
  adaptive: false,
  loopDetection: LOOP_PRESETS.recommended,
  permissions: { allow: [], ask: [], deny: [], timeoutMs: 1_800_000 },
  baseline: true,
  onDoubt: 'retry',
  onPivot: 'best',
  onPause: 'stop',
};

function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  work();
  return Promise.resolve(performance.now() - start);
}
