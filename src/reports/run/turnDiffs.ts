import { hasEnded, type Turn } from '../../model/turn/turn';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Clock } from '../../ports/clock';
import type { RunReports } from '../../ports/runReports';
import { StateError } from '../../ports/workspaceState';
import type { DiffSide } from '../diff/unifiedDiff';

/** Maximum number of turns with written diffs; the newest. */
const MAX_TURNS = 50;
/** Milliseconds after which no further file is compared, to limit the delay at the end of a run. */
const ENOUGH_MS = 10_000;

export interface DiffTools {
  readonly checkpoints: Pick<Checkpoints, 'read' | 'content'>;
  readonly reports: Pick<RunReports, 'writeDiff'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/**
 * Writes the diff of each turn, newest first; returns the paths by turn id. Turns without changes or with missing
 * checkpoints have none. Rejects with `StateError` if writing fails.
 */
export async function writeTurnDiffs(
  { checkpoints, reports, clock }: DiffTools,
  reportId: string,
  turns: readonly Turn[],
): Promise<ReadonlyMap<string, string>> {
  const { unifiedDiff } = await import('../diff/unifiedDiff');
  const until = clock.elapsed() + ENOUGH_MS;
  const isEnough = (): boolean => clock.elapsed() > until;
  const read = keptReader(checkpoints);
  const written = new Map<string, string>();
  for (const turn of turns.filter(hasEnded).slice(-MAX_TURNS).reverse()) {
    if (isEnough()) break;
    const { checkpointBefore: from, checkpointAfter: to } = turn;
    if (from === undefined || to === undefined || from === to) continue;
    // Reads the later side first: the previous turn mostly ended in this turn's start state.
    const after = await read(to);
    const before = await read(from);
    if (before === undefined || after === undefined) continue;
    const diff = await readable(() => unifiedDiff({ checkpoints, isEnough }, before, after));
    if (diff === undefined || diff === '') continue;
    const name = `${turn.taskId}-turn-${turn.number}`;
    written.set(turn.id, await reports.writeDiff(reportId, name, diff));
  }
  return written;
}

/** Creates a reader that caches the last two checkpoints. */
function keptReader(
  checkpoints: Pick<Checkpoints, 'read'>,
): (id: string) => Promise<DiffSide | undefined> {
  const kept: DiffSide[] = [];
  return async (id) => {
    const known = kept.find((side) => side.id === id);
    if (known !== undefined) return known;
    const state = await readable(() => checkpoints.read(id));
    if (state === undefined) return undefined;
    kept.push({ id, state });
    if (kept.length > 2) kept.shift();
    return { id, state };
  };
}

/** A missing or damaged checkpoint means no diff for the turn. */
async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StateError) return undefined;
    throw error;
  }
}
