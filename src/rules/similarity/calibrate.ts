/** A text, a paraphrase, and a different text about the same matter. */
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
      /** Cosine above which two texts have the same meaning; below 1. */
      readonly threshold: number;
      /** Share (0–1) of the pairs that the threshold classifies correctly; it is correct for all different ones. */
      readonly accuracy: number;
    }
  | { readonly kind: 'cannot tell' };

/** Minimum share of equal pairs with a higher cosine than all different pairs. */
const LEAST_FOUND = 1 / 3;
/**
 * Position of the threshold between the highest cosine of different pairs (0) and the mean of the equal pairs above it
 * (1).
 */
const MARGIN = 0.5;

/**
 * Pairs each text with its paraphrase, with the different text about its matter, and with the texts about other
 * matters. `isOpen` selects the pairs that words leave to a model.
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
 * Determines the cosine above which a model considers texts equal. Prefers a missed repetition to a false one: the
 * threshold is above the cosine of every different pair, half way to the mean of the equal pairs above. The model
 * cannot tell if less than a third of the equal pairs exceed all different ones, if a cosine is not a number, or if one
 * sort of pairs is missing. Independent of the order.
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
  // Rounding may leave no cosine in between.
  if (found === 0 || threshold >= 1) return { kind: 'cannot tell' };
  return { kind: 'calibrated', threshold, accuracy: (found + different.length) / scores.length };
}
