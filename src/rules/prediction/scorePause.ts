import type { PredictionReason } from '../../model/report/pausePrediction';
import { countOf } from '../../text/count';
import type { CourseTurn } from '../history/course';

/** Highest score of the table. */
export const MAX_SCORE = 10;

/** Score of a task after a turn that did not end it: the sum of the points of its terms, 0 … `MAX_SCORE`. */
export interface PauseScore {
  readonly score: number;
  /** Terms with points, in the order of the table. */
  readonly reasons: readonly PredictionReason[];
}

/** What the table reads, after a turn. */
interface Standing {
  /** 0 after a pivot. */
  readonly entropy: number;
  readonly failure: string | undefined;
  /** Turns in a row with the same failure, this one included; 0 without one. */
  readonly sameFailure: number;
  /** Turns since the last new best, or since the beginning. */
  readonly sinceBest: number;
  readonly pivots: number;
  readonly loopInside: boolean;
}

const BEGINNING: Standing = {
  ...{ entropy: 0, failure: undefined, sameFailure: 0, sinceBest: 0, pivots: 0, loopInside: false },
};

/** A row of the table: points and words of one recorded fact. */
interface Term {
  readonly points: (standing: Standing) => number;
  readonly text: (standing: Standing) => string;
}

/** docs/adaptive.md shows this table. */
const TABLE: readonly Term[] = [
  {
    points: ({ entropy }) => Math.min(entropy, 3),
    text: ({ entropy }) => `${countOf(entropy, 'turn')} failed in a row`,
  },
  {
    points: ({ sameFailure }) => rise(sameFailure, 2, 3),
    text: ({ sameFailure }) => `same failure ${countOf(sameFailure, 'time')}`,
  },
  {
    points: ({ sinceBest }) => rise(sinceBest, 3, 6),
    text: ({ sinceBest }) => `no new best for ${countOf(sinceBest, 'turn')}`,
  },
  {
    points: ({ pivots }) => Math.min(pivots, 2),
    text: ({ pivots }) => countOf(pivots, 'fresh start'),
  },
  {
    points: ({ loopInside }) => (loopInside ? 1 : 0),
    text: () => 'a loop inside the last turn',
  },
];

/** Scores a task after each of its counted turns, oldest first. */
export function listScores(turns: readonly CourseTurn[]): readonly number[] {
  let standing = BEGINNING;
  return turns.map((turn) => {
    standing = advance(standing, turn);
    return toScore(standing);
  });
}

/** Scores a task after the last of its counted turns, oldest first. */
export function scorePause(turns: readonly CourseTurn[]): PauseScore {
  const standing = turns.reduce(advance, BEGINNING);
  const reasons = TABLE.map(({ points, text }) => ({
    text: text(standing),
    points: points(standing),
  }));
  return { score: toScore(standing), reasons: reasons.filter(({ points }) => points > 0) };
}

function toScore(standing: Standing): number {
  return TABLE.reduce((sum, { points }) => sum + points(standing), 0);
}

/** 2 from `second` on, 1 from `first` on, else 0. */
function rise(value: number, first: number, second: number): number {
  if (value >= second) return 2;
  return value >= first ? 1 : 0;
}

function advance(before: Standing, turn: CourseTurn): Standing {
  const { pivoted } = turn;
  const failed = turn.outcome === 'no_progress';
  const failure = failed ? turn.failure : undefined;
  const again = failure !== undefined && failure === before.failure ? before.sameFailure : 0;
  return {
    entropy: failed && !pivoted ? Math.max(0, turn.entropy) : 0,
    failure,
    sameFailure: failure === undefined ? 0 : again + 1,
    sinceBest: failed ? before.sinceBest + 1 : 0,
    pivots: before.pivots + (pivoted ? 1 : 0),
    loopInside: failed && turn.loopInside,
  };
}
