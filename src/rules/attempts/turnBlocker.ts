import type { BlockerKind } from '../../model/failure/blockerKind';
import type { FailureSignature } from '../../model/failure/failure';
import type { EndedTurn } from '../../model/turn/turn';
import { blockerKindOf, findBlockerKind, findBlockerOwner } from './blockerOwner';
import { blockerSignature } from './blockerSignature';

/** What kept an agent from going on with a task. */
export interface TurnBlocker {
  readonly kind: BlockerKind;
  /** The agent's statement, or the reason of the external failure with its remedy. */
  readonly reason: string;
  /** The blockers as a failure, to compare them. */
  readonly failure: FailureSignature;
}

/**
 * Finds what blocked a turn: the external failure or refused call that blocked its task, else the blocker that its agent
 * named, one for a human first. Undefined for none.
 */
export function findTurnBlocker(turn: EndedTurn): TurnBlocker | undefined {
  const { consequence, reason, external, statements } = turn;
  if (consequence === 'blocked') {
    const kind = external === undefined ? findBlockerKind(reason) : blockerKindOf(external);
    return { kind, reason, failure: blockerSignature([reason]) };
  }
  const lines = statements?.blocked ?? [];
  const main = lines.find((line) => findBlockerOwner(line).owner === 'human') ?? lines[0];
  if (main === undefined) return undefined;
  return { kind: findBlockerKind(main), reason: main, failure: blockerSignature(lines) };
}
