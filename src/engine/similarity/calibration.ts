import { REQUEST_TRIPLES } from '../../rules/similarity/requestTriples';
import { classifyByWords } from '../../rules/similarity/lexicalSimilarity';
import {
  calibrate,
  toCalibrationPairs,
  type Calibration,
  type CalibrationPair,
} from '../../rules/similarity/calibrate';
import { FAILURE_TRIPLES } from '../../rules/lessons/failureTriples';
import type { Cosines, ModelEmbedder } from '../../ports/embedder';

/** Kind of the texts: requests between agents, or failure messages. */
export type TextKind = 'requests' | 'failures';

type Failure = Extract<Cosines, { readonly kind: 'failed' }>;

/** Calibration results of open models, kept for the lifetime of the process. */
const FOUND = new WeakMap<ModelEmbedder, Map<TextKind, Calibration>>();

/**
 * From which cosine on the model finds texts of this kind the same. Asks it about pairs of which
 * that is known, once for a process.
 */
export async function calibrationOf(
  model: ModelEmbedder,
  kind: TextKind,
  signal: AbortSignal,
): Promise<Calibration | Failure> {
  const found = FOUND.get(model) ?? new Map<TextKind, Calibration>();
  FOUND.set(model, found);
  const known = found.get(kind);
  if (known !== undefined) return known;
  const pairs = pairsOf(kind);
  const answer = await model.cosines(
    pairs.map(({ texts }) => texts),
    signal,
  );
  if (answer.kind === 'failed') return answer;
  const scores = pairs.map(({ same }, place) => ({ same, cosine: answer.cosines[place] ?? NaN }));
  const calibration = calibrate(scores);
  found.set(kind, calibration);
  return calibration;
}

function pairsOf(kind: TextKind): readonly CalibrationPair[] {
  switch (kind) {
    case 'requests':
      return toCalibrationPairs(
        REQUEST_TRIPLES,
        (one, other) => classifyByWords(one, other) === undefined,
      );
    case 'failures':
      return toCalibrationPairs(FAILURE_TRIPLES);
    default:
      return kind satisfies never;
  }
}
