import { maskSecrets } from '../../text/maskSecrets';
import { modelSimilarity, openLessons } from '../../rules/lessons/openLessons';
import type { EmbeddingSettings } from '../../model/config/config';
import type { FailureSignature } from '../../model/failure/failure';
import type { Lesson } from '../../model/failure/lesson';
import type { EmbeddingComparison } from '../similarity/embeddingComparison';

export interface LessonQuestion {
  readonly lessons: readonly Lesson[];
  readonly failure: FailureSignature;
  readonly signal: AbortSignal;
}

/**
 * How similar lessons are to a failure by the model, by their ids (0–0.99); asked are only those
 * that words leave open. None where the model cannot tell. What a program printed may hold
 * keys: they are masked before it is sent.
 */
export async function compareLessonsByModel(
  comparison: EmbeddingComparison,
  settings: EmbeddingSettings,
  { lessons, failure, signal }: LessonQuestion,
): Promise<ReadonlyMap<string, number>> {
  const open = openLessons(lessons, failure);
  if (open.length === 0) return new Map();
  const message = maskSecrets(failure.exactMessage);
  const pairs = open.map((lesson) => [message, maskSecrets(lesson.failure.exactMessage)] as const);
  const answer = await comparison.compare(settings, { kind: 'failures', pairs, signal });
  if (answer === undefined) return new Map();
  const { cosines, sameAbove } = answer;
  return new Map(
    open.map(({ id }, place) => [id, modelSimilarity(cosines[place] ?? 0, sameAbove)] as const),
  );
}
