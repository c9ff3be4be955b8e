import type { Measurement } from '../../domain/task';
import { measureProgress } from './measureProgress';
import type { MeasuredTurn } from './regression';

/** The turn that set the best measurement of rule 4: the baseline, or the last one that was progress. */
export function bestTurn(turns: readonly MeasuredTurn[]): MeasuredTurn | undefined {
  let best: Measurement | undefined;
  let found: MeasuredTurn | undefined;
  for (const turn of turns) {
    const verdict = measureProgress(best, turn.measurement);
    if (best === undefined || verdict.progress) found = turn;
    best = verdict.best;
  }
  return found;
}
