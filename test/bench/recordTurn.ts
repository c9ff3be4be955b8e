import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { linkAs, writeDurably } from '../../src/platform/state/files/durableFile';
import type { DevsConfig } from '../../src/model/config/config';
import { buildOverview } from '../../src/engine/overview/buildOverview';
import type { HeldLease, WorkspaceState } from '../../src/ports/workspaceState';
import { alternately } from './alternately';
import { benchConfig, benchTask } from './benchConfig';
import { held, stateIn } from './benchState';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Series, type Table } from './table';
import { recordTurn } from './turnSamples';

/** Turns that are recorded already, and over how many tasks they spread. */
const HISTORIES = [
  { turns: 0, tasks: 1 },
  { turns: 10_000, tasks: 200 },
  { turns: 10_000, tasks: 1 },
] as const;
type History = (typeof HISTORIES)[number];
// Enough turns for old ones to move into a segment meanwhile.
const RECORDING = { runs: 200, atLeast: 60, withinMs: 8_000 };
const OPENING = { runs: 20, atLeast: 8, withinMs: 4_000 };

/**
 * What it costs to record one turn (its start and its end, each a transaction and a file on disk) with
 * so many turns recorded already, and to open such a state for its overview. The peer writes files of
 * the same size just so and keeps the one before: what is left above it is SQLite's share.
 */
export async function measureRecordTurn(): Promise<Table> {
  const series: Series[] = [];
  for (const history of HISTORIES) series.push(...(await measureWith(history)));
  return timeTable('Recording a turn', series);
}

async function measureWith(history: History): Promise<Series[]> {
  return inScratchFolder(async (folder) => {
    const open = stateIn(folder);
    const lease = await held(open());
    const recorder = createRecorder(lease, history);
    const database = join(folder, 'state', 'devs.db');
    const peerFile = join(folder, 'peer');
    const { disk, peer } = await alternately(RECORDING, {
      disk: () => timed(() => recorder.record()),
      peer: () => {
        const bytes = Buffer.alloc(statSync(database).size, 'x');
        const keepBefore = (): void => {
          if (readdirSync(folder).includes('peer')) linkAs(peerFile, `${peerFile}.before`);
        };
        return timed(() => {
          writeDurably(peerFile, bytes, undefined, keepBefore);
          writeDurably(peerFile, bytes, undefined, keepBefore);
        });
      },
    });
    lease.release();
    const { opening } = await alternately(OPENING, { opening: () => timeOpening(open, history) });
    const where = `${history.turns.toLocaleString('en')} turns of ${history.tasks} tasks`;
    const size = `${(statSync(database).size / 1e6).toFixed(1)} MB`;
    return [
      { what: `recording after ${where}, ${size}`, ms: disk, peer },
      { what: 'peer: two files written', ms: peer },
      { what: `overview of ${where}, opened anew`, ms: opening },
    ];
  });
}

interface Recorder {
  /** Records one more turn, of the next task. */
  record(): void;
}

/** Records the history first. */
function createRecorder({ store }: HeldLease, { turns, tasks }: History): Recorder {
  let recorded = 0;
  const record = (): void => {
    recordTurn(store, taskName(recorded % tasks), Math.floor(recorded / tasks) + 1);
    recorded += 1;
  };
  store.transaction(() => {
    for (let task = 0; task < tasks; task += 1) store.upsertTask(taskName(task), 'Add login');
    while (recorded < turns) record();
  });
  return { record };
}

/** As a window or a command that has just started does it; SQLite's WebAssembly is loaded already. */
async function timeOpening(open: () => WorkspaceState, { tasks }: History): Promise<number> {
  const config = configOf(tasks);
  const start = performance.now();
  const store = await open().read();
  const sources = { store, holder: undefined };
  const { tasks: shown } = buildOverview({ config: { kind: 'ok', config }, ...sources });
  const took = performance.now() - start;
  if (shown.some(({ turns }) => turns.length === 0)) throw new Error('turns are missing');
  return took;
}

function configOf(tasks: number): DevsConfig {
  return benchConfig(Array.from({ length: tasks }, (_, index) => benchTask(taskName(index))));
}

function taskName(index: number): string {
  return `add-login-${index}`;
}

function timed(work: () => void): Promise<number> {
  const start = performance.now();
  work();
  return Promise.resolve(performance.now() - start);
}
