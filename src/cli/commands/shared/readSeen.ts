import type { SeenChange } from '../../../app/api/requests';
import { printableLine } from '../../terminal/printable';
import { failed, type Outcome } from '../../terminal/outcome';

/** The option of decisions about a change. */
export interface TurnOption {
  /** As it was typed. */
  readonly turn?: string;
}

/** The change that a decision names by the turn that made it; a failure for what is no number. */
export function readSeen({
  turn,
}: TurnOption): { readonly ok: true; readonly seen: SeenChange } | (Outcome & { ok: false }) {
  if (turn === undefined) return { ok: true, seen: {} };
  return /^[1-9]\d{0,8}$/.test(turn)
    ? { ok: true, seen: { turn: Number(turn) } }
    : failed(`--turn ${printableLine(turn)}: name the number of a turn, such as --turn 3.`);
}
