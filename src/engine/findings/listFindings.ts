import type { FindingIdentity } from '../../model/steps/finding';
import type { FindingPlace } from '../../model/steps/findingPlace';
import { isStepDetector } from '../../model/steps/step';
import { hasEnded, type EndedTurn } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';

/** A loop in the steps of a turn, which ended the turn. */
export interface Finding extends FindingIdentity {
  readonly turn: EndedTurn;
  readonly message: string;
  /** The agent's calls were refused, which blocks the task. */
  readonly isRefusal: boolean;
  /** A human called it no loop. */
  readonly isDismissed: boolean;
}

/** Findings of turns that count on a task, oldest first. Places are [] where an earlier version recorded the turn. */
export function listFindings(
  store: Pick<StoreReader, 'listTurns' | 'listDismissedFindings'>,
  countsOn: string,
): readonly Finding[] {
  const dismissed = new Set(store.listDismissedFindings(countsOn).map(({ turnId }) => turnId));
  return store.listTurns(countsOn).flatMap((turn) => {
    const loop = hasEnded(turn) ? turn.inTurnLoop : undefined;
    if (!hasEnded(turn) || loop === undefined || !isStepDetector(loop.detector)) return [];
    const places: readonly FindingPlace[] = loop.places ?? [];
    return [
      {
        ...{ turn, detector: loop.detector, places, message: loop.message },
        isRefusal: loop.refusal !== undefined,
        isDismissed: dismissed.has(turn.id),
      },
    ];
  });
}
