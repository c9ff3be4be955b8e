import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../../realVscode/paths';
import { runNode } from '../nodeProcess';
import { watchSupervisors, type MemoryWatch } from './supervisorMemory';

const PRELOADED = join(__dirname, 'usageAtExit.cjs');

/** What one process has used. */
export interface Usage {
  /** The most memory at once, in bytes. */
  readonly peakBytes: number;
  /** Milliseconds on a processor, of its own and of the programs that it waited for. */
  readonly ownMs: number;
  readonly childrenMs: number;
  /** The most memory at once of the supervisors beside it, in bytes. */
  readonly supervisorBytes: number;
}

/** An event as `--json` prints it, with what is read of it here. */
export interface RunEvent {
  readonly event: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A run to its end. */
export interface MeasuredRun {
  readonly ms: number;
  readonly usage: Usage;
  readonly events: readonly RunEvent[];
}

export interface DevsRunOptions {
  /** The workspace, which has a `devs.yaml`. */
  readonly cwd: string;
  readonly stateDir: string;
  /** Absent: all tasks. */
  readonly tasks?: readonly string[];
  readonly withinMs: number;
}

/** Runs `devs run --json` as it ships, to its end; throws when it does not end well or in time. */
export async function measureRun(options: DevsRunOptions): Promise<MeasuredRun> {
  const { cwd, stateDir, tasks = [], withinMs } = options;
  const file = `${stateDir}.usage.json`;
  let watch: MemoryWatch | undefined;
  const { ms, stdout } = await runNode({
    args: ['--require', PRELOADED, join(repoRoot, 'dist/cli.js'), 'run', '--json', ...tasks],
    ...{ cwd, withinMs, env: { DEVS_STATE_DIR: stateDir, DEVS_BENCH_USAGE: file } },
    onStarted: (pid) => (watch = watchSupervisors(pid)),
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const told = lines.map((line) => JSON.parse(line) as { event?: string; at?: string });
  const own = JSON.parse(readFileSync(file, 'utf8')) as Omit<Usage, 'supervisorBytes'>;
  return {
    ms,
    usage: { ...own, supervisorBytes: watch?.stop() ?? 0 },
    events: told.flatMap(({ event, at = '' }) =>
      event === undefined ? [] : [{ event, at: Date.parse(at) }],
    ),
  };
}

/** When each of these events happened, oldest first. */
export function timesOf(events: readonly RunEvent[], name: string): readonly number[] {
  return events.filter(({ event }) => event === name).map(({ at }) => at);
}

/** How long each took: the differences of neighbours. */
export function differences(times: readonly number[]): readonly number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

/** "312 MB". */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** "1.25 s", "310 ms". */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
