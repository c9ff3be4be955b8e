import type { Store } from '../../ports/store';
import { selectCounted } from '../../model/turn/turn';
import type { EventJournal } from '../state/eventJournal';
import { leaveDueFiles } from '../state/recordPivotFiles';
import { requireTask } from '../state/requireTask';
import type { Finding } from './listFindings';

export interface TakeBackTools {
  readonly store: Store;
  readonly journal: EventJournal;
}

/** What dismissing findings changed in the counters of the task that their turns count on. */
export interface TakenBack {
  /** Entropy before and after. */
  readonly entropy: readonly [before: number, after: number];
  /** Number of failed strategies that no longer count. */
  readonly strategies: number;
  /** A pivot directive that no turn had carried yet is dropped. */
  readonly isDirectiveDropped: boolean;
}

/**
 * Takes back what the turns of findings, oldest first, added to the counters since a human last decided. Turns, events
 * and pivots stay as they are. A directive that a turn has carried already stays given; its strategy no longer counts.
 * Call it in the journal's transaction.
 */
export function takeBack(
  tools: TakeBackTools,
  countsOn: string,
  findings: readonly Finding[],
): TakenBack {
  const before = requireTask(tools.store, countsOn).entropyCount;
  let [strategies, isDirectiveDropped] = [0, false];
  for (const finding of findings.toReversed()) {
    if (!stillCounts(tools.store, countsOn, finding)) continue;
    if (finding.turn.consequence !== 'pivot') {
      takeBackEntropy(tools.store, countsOn, finding);
      continue;
    }
    strategies += 1;
    takeBackStrategy(tools.store, countsOn);
    if (dropDirective(tools, countsOn, finding)) isDirectiveDropped = true;
  }
  const after = requireTask(tools.store, countsOn).entropyCount;
  return { entropy: [before, after], strategies, isDirectiveDropped };
}

/** A human's decision reset all counters; other outcomes added nothing. */
function stillCounts(store: Store, countsOn: string, { turn }: Finding): boolean {
  const { turnsBefore } = requireTask(store, countsOn);
  return turn.outcome === 'no_progress' && turn.number > turnsBefore;
}

/** Progress and the end of the strategy have reset what it added. */
function takeBackEntropy(store: Store, countsOn: string, { turn }: Finding): void {
  const { strategyNumber, entropyCount } = requireTask(store, countsOn);
  const later = selectCounted(store.listTurns(countsOn)).filter(
    ({ number }) => number > turn.number,
  );
  const isReset = later.some(({ outcome }) => outcome !== 'no_progress');
  if (turn.strategyNumber !== strategyNumber || isReset || entropyCount === 0) return;
  store.updateTask(countsOn, { entropyCount: entropyCount - 1 });
}

function takeBackStrategy(store: Store, countsOn: string): void {
  const { pivotCount } = requireTask(store, countsOn);
  store.takeBackFailure(countsOn);
  store.updateTask(countsOn, { pivotCount: Math.max(0, pivotCount - 1) });
}

/** The strategy goes on, unless a turn has begun with the directive. */
function dropDirective(tools: TakeBackTools, countsOn: string, { turn }: Finding): boolean {
  const { store } = tools;
  const { pivotDue } = requireTask(store, countsOn);
  if (pivotDue === 0 || store.countTurns(countsOn) !== turn.number) return false;
  leaveDueFiles(tools, countsOn);
  const entropyCount = Math.max(0, turn.entropyAfter - 1);
  store.updateTask(countsOn, { pivotDue: 0, strategyNumber: turn.strategyNumber, entropyCount });
  return true;
}
