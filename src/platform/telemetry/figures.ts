import type { Counter, Histogram, Meter } from '@opentelemetry/api';

/** Bounds that the conventions name for tokens and for seconds. */
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECONDS = Array.from({ length: 14 }, (_, power) => 2 ** power / 100);
/** A turn takes minutes, sometimes hours. */
const TURN_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400];

/** The metrics of a run. */
export interface Figures {
  readonly tokens: Histogram;
  readonly operations: Histogram;
  readonly turns: Histogram;
  readonly cost: Counter;
  readonly loops: Counter;
  readonly pivots: Counter;
  readonly pauses: Counter;
}

/** Creates the instruments: the first two are of the conventions, the others ours. */
export function createFigures(meter: Meter): Figures {
  const histogram = (
    name: string,
    unit: string,
    description: string,
    bounds: number[],
  ): Histogram =>
    meter.createHistogram(name, {
      ...{ unit, description },
      advice: { explicitBucketBoundaries: bounds },
    });
  const counter = (name: string, unit: string, description: string): Counter =>
    meter.createCounter(name, { unit, description });
  return {
    tokens: histogram(
      ...([
        'gen_ai.client.token.usage',
        '{token}',
        'Number of input and output tokens used.',
      ] as const),
      TOKENS,
    ),
    operations: histogram(
      ...(['gen_ai.client.operation.duration', 's', 'GenAI operation duration.'] as const),
      SECONDS,
    ),
    turns: histogram('devs.turn.duration', 's', 'Duration of turns, by outcome.', TURN_SECONDS),
    cost: counter('devs.cost', '{USD}', 'What agents say that they cost, in US dollars.'),
    loops: counter('devs.loops', '{loop}', 'Loops that were found, by detector.'),
    pivots: counter('devs.pivots', '{pivot}', 'Pivots that were issued.'),
    pauses: counter('devs.pauses', '{pause}', 'Pauses for a human, by reason.'),
  };
}
