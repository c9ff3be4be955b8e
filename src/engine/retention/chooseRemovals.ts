import { stateSize } from '../../ports/stateFiles';
import type { KeptHistory } from '../../rules/retention/keptHistory';
import { findNeededCheckpoints } from '../../rules/retention/findNeededCheckpoints';
import { planRetention } from '../../rules/retention/planRetention';
import { sumTranscriptBytes, applyRemovals, type Removal } from '../../rules/retention/removal';
import type { CleanTools } from './cleanTools';
import { smallestThatFits } from './smallestThatFits';
import { MEGABYTE } from '../../text/bytes';

/** What goes by age, and as much more as makes the state small enough, in the order of retention. */
export async function chooseRemovals(
  tools: CleanTools,
  history: KeptHistory,
): Promise<readonly Removal[]> {
  const { checkpoints, files, limits } = tools;
  const now = tools.clock.now().getTime();
  const { byAge, toShrink } = planRetention(history, limits, now);
  if (limits.maxStateMb === 0 || toShrink.length === 0) return byAge;
  const size = stateSize(await files.usage());
  const most = limits.maxStateMb * MEGABYTE;
  if (size <= most) return byAge;
  const withMore = (count: number): readonly Removal[] => [...byAge, ...toShrink.slice(0, count)];
  const count = await smallestThatFits(toShrink.length, async (each) => {
    const removals = withMore(each);
    const needed = findNeededCheckpoints(applyRemovals(history, removals));
    const freed = await checkpoints.prune(needed, { dryRun: true });
    return size - freed - sumTranscriptBytes(removals) <= most;
  });
  const chosen = withMore(count);
  // A row that only a rewind kept goes with that rewind, not the next time.
  return [...chosen, ...planRetention(applyRemovals(history, chosen), limits, now).byAge];
}

/**
 * What goes while a part of the history cannot be read: known turns, their transcripts, attempts and
 * directives, by age alone. Whatever frees checkpoints only would free nothing, and a transcript may be of a lost turn.
 */
export function chooseWithoutCheckpoints(
  { clock, limits }: Pick<CleanTools, 'clock' | 'limits'>,
  history: KeptHistory,
): readonly Removal[] {
  const { byAge } = planRetention(history, limits, clock.now().getTime());
  return byAge.filter(
    ({ kind, why }) => why !== 'unknownTurn' && kind !== 'checkpoints' && kind !== 'rewind',
  );
}
