import type { StepLine } from '../../src/model/steps/stepLine';
import type { TurnSteps } from '../../src/protocol/taskPage/taskPageView';

/** The steps of the opened turn; `lines` begin at the index `dropped`. */
export type ShownTurn = Omit<TurnSteps, 'base' | 'from'>;

/** The turn with a change to it; undefined if the change does not fit, so that the whole turn must be requested. */
export function applySteps(before: ShownTurn, change: TurnSteps): ShownTurn | undefined {
  const { turn, base, from, dropped, lines } = change;
  const kept = from - before.dropped;
  const fits = turn === before.turn && base === before.revision && dropped >= before.dropped;
  if (!fits || kept < 0 || kept > before.lines.length) return undefined;
  const old: readonly StepLine[] = before.lines.slice(dropped - before.dropped, kept);
  return { ...change, lines: [...old, ...lines] };
}
