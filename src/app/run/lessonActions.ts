import type { Lesson } from '../../model/failure/lesson';
import type { LessonRequest } from '../../engine/lessons/changeLesson';
import type { Answer } from '../../ports/answer';
import type { LessonsAnswer, ShownLesson } from '../api/answers';
import { executeOrForward, type ForwardingParts } from './executeOrForward';
import type { DevsAppParts } from '../lease/devsAppParts';
import { refuseOnStateError } from '../lease/refusals';

type SearchParts = Pick<DevsAppParts, 'state' | 'configSource' | 'adapters'>;

/** Lists all lessons, newest first, or those similar to a text, best first. */
export async function readLessons(parts: SearchParts, text?: string): Promise<LessonsAnswer> {
  return await refuseOnStateError(async () => {
    const lessons = (await parts.state.read()).listLessons();
    if (text === undefined) return { ok: true, lessons: sortNewestFirst(lessons) };
    // Loaded on demand: searching lessons is rare.
    const { searchLessons } = await import('../../rules/lessons/searchLessons');
    const { alike, notes } = await rankByEmbedding(parts, lessons, text);
    const [note] = notes;
    const found = searchLessons(lessons, text, undefined, alike);
    return { ok: true, lessons: found, ...(note !== undefined && { note }) };
  });
}

/**
 * Similarity of each lesson by the embedding model, if one is configured and the words leave it
 * open.
 */
async function rankByEmbedding(
  { configSource, adapters }: SearchParts,
  lessons: readonly Lesson[],
  text: string,
): Promise<{ readonly alike?: ReadonlyMap<string, number>; readonly notes: readonly string[] }> {
  const read = lessons.length === 0 ? undefined : await configSource.read();
  const settings = read?.kind === 'ok' ? read.config.embeddings : undefined;
  if (settings === undefined || text.trim() === '') return { notes: [] };
  const [{ EmbeddingComparison }, { compareLessonsByModel }, { askedFailure }] = await Promise.all([
    import('../../engine/similarity/embeddingComparison'),
    import('../../engine/lessons/compareLessonsByModel'),
    import('../../rules/lessons/searchLessons'),
  ]);
  const notes: string[] = [];
  const comparison = new EmbeddingComparison(adapters.models, (note) => notes.push(note));
  const { signal } = new AbortController();
  const question = { lessons, failure: askedFailure(text), signal };
  return { alike: await compareLessonsByModel(comparison, settings, question), notes };
}

/** Changes or removes a lesson, during a run too. */
export async function requestLessonChange(
  asking: ForwardingParts,
  request: LessonRequest,
): Promise<Answer> {
  const { changeLesson } = await import('../../engine/lessons/changeLesson');
  const { clock } = asking.parts;
  return await executeOrForward(asking, request, ({ lease: { store } }) =>
    changeLesson({ store, clock }, request),
  );
}

function sortNewestFirst(lessons: readonly Lesson[]): readonly ShownLesson[] {
  const sorted = lessons.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return sorted.map((lesson) => ({ lesson }));
}
