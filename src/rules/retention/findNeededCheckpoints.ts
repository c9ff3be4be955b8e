import type { KeptHistory } from './keptHistory';

/** Ids of the checkpoints that the history refers to; all others can be removed. */
export interface NeededCheckpoints {
  readonly whole: ReadonlySet<string>;
  /** Those of which only the list of files is needed. */
  readonly lists: ReadonlySet<string>;
}

/** Finds the checkpoints that the history refers to. */
export function findNeededCheckpoints({
  turns,
  rewinds,
}: Pick<KeptHistory, 'turns' | 'rewinds'>): NeededCheckpoints {
  const whole = new Set<string>();
  const lists = new Set<string>();
  for (const turn of turns) {
    if (turn.checkpointBefore !== undefined) whole.add(turn.checkpointBefore);
    if (turn.checkpointAfter !== undefined) whole.add(turn.checkpointAfter);
    if (turn.fileListBefore !== undefined) lists.add(turn.fileListBefore);
    if (turn.fileListAfter !== undefined) lists.add(turn.fileListAfter);
    const isWhole = turn.checkpointBefore !== undefined || turn.outcome === 'running';
    for (const id of turn.landing ?? []) (isWhole ? whole : lists).add(id);
  }
  for (const { from, to } of rewinds) whole.add(from).add(to);
  return { whole, lists };
}
