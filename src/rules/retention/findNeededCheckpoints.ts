import type { KeptHistory } from './keptHistory';

/** Finds the ids of checkpoints that the history refers to; all others can be removed. */
export function findNeededCheckpoints({
  turns,
  rewinds,
}: Pick<KeptHistory, 'turns' | 'rewinds'>): ReadonlySet<string> {
  const needed = new Set<string>();
  for (const { checkpointBefore, checkpointAfter } of turns) {
    if (checkpointBefore !== undefined) needed.add(checkpointBefore);
    if (checkpointAfter !== undefined) needed.add(checkpointAfter);
  }
  for (const { from, to } of rewinds) needed.add(from).add(to);
  return needed;
}
