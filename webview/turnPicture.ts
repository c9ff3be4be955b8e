import type { TurnMark } from '../src/model/overview/overview';
import { findFirstIndexes } from '../src/model/report/describeFailure';

/** A turn with its marks in the picture of all turns. */
export interface PicturedTurn extends TurnMark {
  /** Failing tests, where some were run. */
  readonly failing: number | undefined;
  /** Failing tests as a part of the most in any of the turns, 0–1; undefined without counts. */
  readonly share: number | undefined;
  /** Equal for turns that failed the same way; '' where no other turn did. */
  readonly letter: string;
  /** The first turn that failed the same way, when it is an earlier one. */
  readonly sameAs: number | undefined;
  readonly best: boolean;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The turns of a task, oldest first, each with its place in the picture of them. */
export function pictureTurns(
  turns: readonly TurnMark[],
  bestTurn: number | undefined,
): readonly PicturedTurn[] {
  const first = findFirstIndexes(turns.map((turn) => turn.failure));
  const letters = letterOf(first);
  const counts = turns.flatMap((turn) => failingOf(turn) ?? []);
  const most = Math.max(0, ...counts);
  // If all turns are equal, none is the best.
  const differ = new Set(counts).size > 1 || turns.some((turn) => turn.outcome === 'progress');
  return turns.map((turn, index) => {
    const failing = failingOf(turn);
    const origin = first[index];
    return {
      ...turn,
      failing,
      share: failing === undefined || most === 0 ? failing : failing / most,
      letter: origin === undefined ? '' : (letters.get(origin) ?? ''),
      sameAs: origin === undefined || origin === index ? undefined : turns[origin]?.number,
      best: differ && turn.number === bestTurn,
    };
  });
}

/** The counts in words, for those who see no picture: "failing tests: 5, 4, none counted, 4". */
export function describeCounts(turns: readonly PicturedTurn[]): string {
  if (turns.every(({ failing }) => failing === undefined)) return '';
  const counts = turns.map(({ failing }) => (failing === undefined ? 'not counted' : `${failing}`));
  return `failing tests: ${counts.join(', ')}`;
}

/** Caption of the picture, one short line: the last count, the best one, the meaning of letters. */
export function captionOf(turns: readonly PicturedTurn[]): string {
  const last = turns.findLast(({ failing }) => failing !== undefined);
  const counts =
    last === undefined ? '' : `Failing tests: ${last.failing}${bestBeside(last, turns)}`;
  const letters = turns.some(({ letter }) => letter !== '')
    ? 'turns with the same letter failed in the same way'
    : '';
  return [counts, letters].filter((part) => part !== '').join(' · ');
}

function bestBeside(last: PicturedTurn, turns: readonly PicturedTurn[]): string {
  const best = turns.find((turn) => turn.best && turn.failing !== undefined);
  if (best === undefined || last.failing === 0) return '';
  return best === last ? ', best so far' : `, best ${best.failing} in turn ${best.number}`;
}

/** A measurement of coverage alone counts no tests. */
function failingOf(turn: TurnMark): number | undefined {
  return turn.testsRun === 0 ? undefined : turn.failingTests;
}

/** Letters for the failures that more than one turn shares, by the index of their first turn. */
function letterOf(first: readonly (number | undefined)[]): ReadonlyMap<number, string> {
  const shared = new Set(first.filter((origin, index) => origin !== undefined && origin !== index));
  const origins = [...shared].flatMap((origin) => origin ?? []).sort((a, b) => a - b);
  // Beyond 26 failures that come again, the caption of a turn tells them apart.
  return new Map(origins.map((origin, index) => [origin, LETTERS[index] ?? '…']));
}
