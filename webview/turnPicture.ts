import type { TurnMark } from '../src/model/overview/overview';
import { findFirstIndexes } from '../src/model/report/describeFailure';
import { capitalise } from '../src/text/sentence';

/** A turn with its marks in the chart of turns. */
export interface PicturedTurn extends TurnMark {
  /** Number of failing tests; undefined if none were executed. */
  readonly failing: number | undefined;
  /** Failing tests relative to the maximum of all turns, 0–1; undefined without counts. */
  readonly share: number | undefined;
  /** Equal for turns with the same failure; '' if no other turn has it. */
  readonly letter: string;
  /** Number of the first turn with the same failure, if it is an earlier one. */
  readonly sameAs: number | undefined;
  readonly best: boolean;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Computes the marks of a task's turns, oldest first. */
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

/** Describes the counts for screen readers: "failing tests: 5, 4, none counted, 4". */
export function describeCounts(turns: readonly PicturedTurn[]): string {
  if (turns.every(({ failing }) => failing === undefined)) return '';
  const counts = turns.map(({ failing }) => (failing === undefined ? 'not counted' : `${failing}`));
  return `failing tests: ${counts.join(', ')}`;
}

/** Caption of the chart, one short line: the last count, the best one, the meaning of letters. */
export function captionOf(turns: readonly PicturedTurn[]): string {
  const last = turns.findLast(({ failing }) => failing !== undefined);
  const counts =
    last === undefined ? '' : `Failing tests: ${last.failing}${bestBeside(last, turns)}`;
  const letters = turns.some(({ letter }) => letter !== '')
    ? 'turns with the same letter failed in the same way'
    : '';
  return capitalise([counts, letters].filter((part) => part !== '').join(' · '));
}

function bestBeside(last: PicturedTurn, turns: readonly PicturedTurn[]): string {
  const best = turns.find((turn) => turn.best && turn.failing !== undefined);
  if (best === undefined || last.failing === 0) return '';
  return best === last ? ', best so far' : `, best ${best.failing} in turn ${best.number}`;
}

/** Returns the failing tests; undefined for a measurement of coverage only. */
function failingOf(turn: TurnMark): number | undefined {
  return turn.testsRun === 0 ? undefined : turn.failingTests;
}

/** Assigns letters to failures that several turns share, by the index of the first turn. */
function letterOf(first: readonly (number | undefined)[]): ReadonlyMap<number, string> {
  const shared = new Set(first.filter((origin, index) => origin !== undefined && origin !== index));
  const origins = [...shared].flatMap((origin) => origin ?? []).sort((a, b) => a - b);
  // Beyond 26 repeated failures, a turn's caption distinguishes them.
  return new Map(origins.map((origin, index) => [origin, LETTERS[index] ?? '…']));
}
