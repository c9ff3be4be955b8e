import { hasEnded, type Turn } from '../../model/turn/turn';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Clock } from '../../ports/clock';
import type { RunReports } from '../../ports/runReports';
import { StateError } from '../../ports/workspaceState';
import type { DiffSide } from './unifiedDiff';

/** Turns of a run whose diffs are written; the newest. */
const MAX_TURNS = 50;
/** Milliseconds after which no further file is compared, so that the end of a run is not delayed. */
const ENOUGH_MS = 10_000;

export interface DiffTools {
  readonly checkpoints: Pick<Checkpoints, 'read' | 'content'>;
  readonly reports: Pick<RunReports, 'writeDiff'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Writes what each turn changed, the newest first; the paths by the turns' ids. Turns that changed
 * nothing, and those whose checkpoints are gone, have none. Rejects with `StateError` when the disk
 * refuses.
 */
export async function writeTurnDiffs(
  { checkpoints, reports, clock }: DiffTools,
  reportId: string,
  turns: readonly Turn[],
): Promise<ReadonlyMap<string, string>> {
  const { unifiedDiff } = await import('./unifiedDiff');
  const until = clock.now().getTime() + ENOUGH_MS;
  const isEnough = (): boolean => clock.now().getTime() > until;
  const read = keptReader(checkpoints);
  const written = new Map<string, string>();
  for (const turn of turns.filter(hasEnded).slice(-MAX_TURNS).reverse()) {
    if (isEnough()) break;
    const { checkpointBefore: from, checkpointAfter: to } = turn;
    if (from === undefined || to === undefined || from === to) continue;
    // The later side first: the turn before mostly ended where this one began.
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

/** Reads checkpoints and remembers the last two. */
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
