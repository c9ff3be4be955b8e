import type { EmbeddingSettings } from '../../model/config/config';
import type { Cosines, ModelEmbedder, TextPair } from '../../ports/embedder';
import type { Models } from '../../ports/models';
import type { TextKind } from './calibration';

/** Failures in a row after which a model is not asked any more. */
const MOST_FAILURES = 2;

/** Similarity of texts according to a model. */
export interface ModelComparison {
  /** One for each pair, in their order (−1 to 1). */
  readonly cosines: readonly number[];
  /** Above it two texts say the same; below 1. */
  readonly sameAbove: number;
}

export interface ModelQuestion {
  readonly kind: TextKind;
  /** One at least. */
  readonly pairs: readonly TextPair[];
  readonly signal: AbortSignal;
}

type Failure = Extract<Cosines, { readonly kind: 'failed' }>;

interface OpenModel {
  readonly model: ModelEmbedder;
  failures: number;
}

/**
 * The model of embeddings of a run, which keeps it to its end: opened when first needed, calibrated
 * when first asked. Words decide if it cannot; `warn` is called once.
 */
export class EmbeddingComparison {
  private open: OpenModel | undefined;
  private readonly warned = new Set<TextKind | 'failed'>();

  constructor(
    private readonly models: Pick<Models, 'embedder'>,
    private readonly warn: (message: string) => void,
  ) {}

  /** Undefined where the model cannot tell. Never rejects. */
  async compare(
    settings: EmbeddingSettings,
    question: ModelQuestion,
  ): Promise<ModelComparison | undefined> {
    const open = this.openModel(settings);
    if (open.failures >= MOST_FAILURES) return undefined;
    const answer = await ask(open.model, question);
    switch (answer.kind) {
      case 'compared':
        open.failures = 0;
        return answer;
      case 'failed':
        this.noteFailure(open, answer);
        return undefined;
      case 'cannot tell':
        this.warnUseless(open, question.kind);
        return undefined;
      default:
        return answer satisfies never;
    }
  }

  private openModel(settings: EmbeddingSettings): OpenModel {
    this.open ??= { model: this.models.embedder(settings), failures: 0 };
    return this.open;
  }

  private noteFailure(open: OpenModel, { why, detail, permanent }: Failure): void {
    // No warning after a cancel.
    if (why === 'cancelled') return;
    open.failures = permanent ? MOST_FAILURES : open.failures + 1;
    // The detail names whom it was that failed.
    this.warnOnce(
      'failed',
      `the embedding model failed, so texts are compared by their words only: ${detail}`,
    );
  }

  private warnUseless({ model }: OpenModel, kind: TextKind): void {
    this.warnOnce(
      kind,
      `${kind} are compared by their words only: ${model.name} does not rate equal ${kind} as more similar ` +
        'than different ones: name another model as `embeddings.model`',
    );
  }

  private warnOnce(what: TextKind | 'failed', message: string): void {
    if (!this.warned.has(what)) this.warn(message);
    this.warned.add(what);
  }
}

async function ask(
  model: ModelEmbedder,
  { kind, pairs, signal }: ModelQuestion,
): Promise<
  (ModelComparison & { readonly kind: 'compared' }) | Failure | { readonly kind: 'cannot tell' }
> {
  // The pairs whose answer is known are of no use where no model is configured.
  const { calibrationOf } = await import('./calibration');
  const calibration = await calibrationOf(model, kind, signal);
  if (calibration.kind !== 'calibrated') return calibration;
  const answer = await model.cosines(pairs, signal);
  if (answer.kind === 'failed') return answer;
  return { kind: 'compared', cosines: answer.cosines, sameAbove: calibration.threshold };
}
