/** A text, the same in other words, and one about the same matter that says something else. */
export type CalibrationTriple = readonly [text: string, again: string, other: string];

/** Two texts, labelled as equal in meaning or not. */
export interface CalibrationPair {
  readonly texts: readonly [one: string, other: string];
  readonly same: boolean;
}

/** A model's similarity of a labelled pair. */
export interface Score {
  /** Cosine, −1 to 1. */
  readonly cosine: number;
  readonly same: boolean;
}

export type Calibration =
  | {
      readonly kind: 'calibrated';
      /** Cosine above which two texts say the same; below 1. */
      readonly threshold: number;
      /** Share (0–1) of the pairs that the threshold calls right; of the different ones all. */
      readonly accuracy: number;
    }
  | { readonly kind: 'cannot tell' };

/** Share of the same texts that must be more alike than any two different ones. */
const LEAST_FOUND = 1 / 3;
/** Where the threshold lies between the most alike different texts (0) and the same ones above them (1). */
const MARGIN = 0.5;

/**
 * Every text with its other words, with the other one about its matter, and with the texts about
 * other matters. `isOpen`: the pairs that are left to a model; the others tell nothing.
 */
export function toCalibrationPairs(
  triples: readonly CalibrationTriple[],
  isOpen: (one: string, other: string) => boolean = () => true,
): readonly CalibrationPair[] {
  return triples
    .flatMap(([text, again, other], place) => [
      toPair([text, again], true),
      toPair([text, other], false),
      ...triples.slice(place + 1).map(([elsewhere]) => toPair([text, elsewhere], false)),
    ])
    .filter(({ texts: [one, two] }) => isOpen(one, two));
}

function toPair(texts: CalibrationPair['texts'], same: boolean): CalibrationPair {
  return { texts, same };
}

/**
 * The cosine above which a model finds texts the same. Rather a repetition missed than two texts
 * mistaken for one: it is above the cosine of every two different ones, half way from the highest
 * of them to the mean of the same ones above. A model that does not find a third of the same ones
 * more alike than any different ones cannot tell; nor is anything told by cosines that are no
 * numbers, or without pairs of both sorts. The order does not matter.
 */
export function calibrate(scores: readonly Score[]): Calibration {
  const [same, different] = [true, false].map((kind) =>
    scores.flatMap((score) => (score.same === kind ? [score.cosine] : [])),
  ) as [number[], number[]];
  const isSound = scores.every(({ cosine }) => Number.isFinite(cosine));
  if (!isSound || same.length === 0 || different.length === 0) return { kind: 'cannot tell' };
  const highest = different.reduce((most, cosine) => Math.max(most, cosine), -1);
  const above = same.filter((cosine) => cosine > highest);
  if (above.length < LEAST_FOUND * same.length) return { kind: 'cannot tell' };
  const mean = above.toSorted((a, b) => a - b).reduce((sum, one) => sum + one, 0) / above.length;
  const threshold = highest + MARGIN * (mean - highest);
  const found = same.filter((cosine) => cosine > threshold).length;
  // Rounding may leave nothing between them.
  if (found === 0 || threshold >= 1) return { kind: 'cannot tell' };
  return { kind: 'calibrated', threshold, accuracy: (found + different.length) / scores.length };
}
