import type { SeenChange } from '../../model/review/seenChange';

/**
 * Why a decision about the work of a turn is not about what waits, of turn `waits`; undefined if it is. `look`: the command
 * that shows what waits.
 */
export function describeStale(
  { turn }: SeenChange,
  waits: number,
  look: string,
): string | undefined {
  if (turn === undefined || turn === waits) return undefined;
  const why =
    turn < waits
      ? `The change of turn ${turn} no longer waits for your decision: turn ${waits} changed it.`
      : `No change of turn ${turn} waits for your decision; the change of turn ${waits} does.`;
  return `${why} See it with \`${look}\`.`;
}
