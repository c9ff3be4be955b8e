import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createCheckpoints } from '../../src/platform/checkpoints/createCheckpoints';
import { alternately, type Measure, type Rounds } from './alternately';
import { makeRepository, type BenchRepository } from './fingerprintFolder';
import { inScratchFolder } from './scratchFolder';
import { median } from './statistics';
import { timeTable, type Table } from './table';

const ONE_CHANGED: Rounds = { runs: 15, atLeast: 5, withinMs: 12_000 };
const FIRST: Rounds = { runs: 3, atLeast: 1, withinMs: 12_000 };
const MAX_FILE_BYTES = 25_000_000;

/** Keeps a workspace; resolves with the bytes that it has on disk afterwards. */
type Keep = () => Promise<number>;

/**
 * What a checkpoint of 10,000 files costs in time and on disk: the first one, and one after a file
 * has changed. The peer is `git add -A` and `git write-tree` with an index and objects of their own,
 * as tools do that keep their checkpoints in git.
 */
export async function measureCheckpoints(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const workspace = join(folder, 'workspace');
    mkdirSync(workspace);
    const repository = await makeRepository(workspace);
    const first = await firstTimes(workspace, folder);
    const next = await afterOneChange(repository, folder);
    const table = timeTable('Checkpoint of 10,000 files', [
      { what: 'after one change, with git', ms: next.git.ms, peer: next.peer.ms },
      { what: 'after one change, without git', ms: next.walked.ms, peer: next.peer.ms },
      { what: 'peer: git add, git write-tree', ms: next.peer.ms },
      { what: 'the first one', ms: first.ours.ms, peer: first.peer.ms },
      { what: 'peer: git add, git write-tree', ms: first.peer.ms },
    ]);
    const disk = [next.git, next.walked, next.peer, first.ours, first.peer];
    return {
      ...table,
      columns: [...table.columns, 'on disk'],
      rows: table.rows.map((row, index) => [...row, kilobytes(disk[index]?.bytes ?? [])]),
    };
  });
}

interface Cost {
  readonly ms: readonly number[];
  /** Added on disk each time. */
  readonly bytes: readonly number[];
}

async function firstTimes(workspace: string, folder: string) {
  const fresh = (make: (state: string) => Keep) => (): Keep => async () => {
    const state = mkdtempSync(join(folder, 'state-'));
    try {
      return await make(state)();
    } finally {
      rmSync(state, { recursive: true });
    }
  };
  return measured(FIRST, {
    ours: timed(fresh((state) => ours(workspace, state, process.env))()),
    peer: timed(fresh((state) => peer(workspace, state))()),
  });
}

async function afterOneChange(repository: BenchRepository, folder: string) {
  const one = (name: string, make: (state: string) => Keep): Timed => {
    const state = join(folder, name);
    mkdirSync(state);
    const keep = make(state);
    const whole = timed(keep);
    return async () => {
      // What the others changed in the meantime does not count.
      const before = await keep();
      repository.changeOne();
      const { ms, bytes } = await whole();
      return { ms, bytes: bytes - before };
    };
  };
  return measured(ONE_CHANGED, {
    git: one('git', (state) => ours(repository.path, state, process.env)),
    walked: one('walked', (state) => ours(repository.path, state, { ...process.env, PATH: '' })),
    peer: one('peer', (state) => peer(repository.path, state)),
  });
}

function ours(workspaceDir: string, stateDir: string, environment: NodeJS.ProcessEnv): Keep {
  const checkpoints = createCheckpoints({
    ...{ workspaceDir, stateDir, environment, maxFileBytes: MAX_FILE_BYTES },
  });
  let bytes = 0;
  return async () => (bytes += (await checkpoints.record()).addedBytes);
}

function peer(workspace: string, state: string): Keep {
  const objects = join(state, 'objects');
  mkdirSync(objects);
  const env = {
    ...process.env,
    GIT_INDEX_FILE: join(state, 'index'),
    GIT_OBJECT_DIRECTORY: objects,
  };
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: workspace, env, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  return () => {
    git('add', '-A');
    git('write-tree');
    return Promise.resolve(bytesBelow(objects));
  };
}

type Timed = () => Promise<{ readonly ms: number; readonly bytes: number }>;

function timed(keep: Keep): Timed {
  return async () => {
    const start = performance.now();
    const bytes = await keep();
    return { ms: performance.now() - start, bytes };
  };
}

async function measured<Name extends string>(
  rounds: Rounds,
  subjects: Readonly<Record<Name, Timed>>,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(subjects) as Name[];
  const bytes = {} as Record<Name, number[]>;
  const measures = {} as Record<Name, Measure>;
  for (const name of names) {
    bytes[name] = [];
    measures[name] = async () => {
      const once = await subjects[name]();
      bytes[name].push(once.bytes);
      return once.ms;
    };
  }
  const ms = await alternately(rounds, measures);
  const costs = {} as Record<Name, Cost>;
  for (const name of names) costs[name] = { ms: ms[name], bytes: bytes[name] };
  return costs;
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  return bytes;
}

function kilobytes(bytes: readonly number[]): string {
  return `${(median(bytes) / 1024).toFixed(1)} KB`;
}
