import type { Lesson } from '../domain/lesson';
import type { LessonRequest } from '../orchestration/lessons/changeLesson';
import type { Answer } from '../ports/answer';
import type { WorkspaceState } from '../ports/workspaceState';
import type { LessonsAnswer, ShownLesson } from './app';
import { askOrDo, type AskingParts } from './askOrDo';
import { guarded } from './refusals';

/** Every lesson, newest first, or those that fit a text, the best first. */
export async function readLessons(
  state: Pick<WorkspaceState, 'read'>,
  text?: string,
): Promise<LessonsAnswer> {
  return await guarded(async () => {
    const lessons = (await state.read()).listLessons();
    if (text === undefined) return { ok: true, lessons: newestFirst(lessons) };
    // Looking for lessons is rare; what it needs is loaded then.
    const { searchLessons } = await import('../detection/lessons/searchLessons');
    return { ok: true, lessons: searchLessons(lessons, text) };
  });
}

/** Changes or removes a lesson, also while a run goes on. */
export async function changeOneLesson(
  asking: AskingParts,
  request: LessonRequest,
): Promise<Answer> {
  const { changeLesson } = await import('../orchestration/lessons/changeLesson');
  const { clock } = asking.parts;
  return await askOrDo(asking, request, ({ lease: { store } }) =>
    changeLesson({ store, clock }, request),
  );
}

function newestFirst(lessons: readonly Lesson[]): readonly ShownLesson[] {
  const sorted = lessons.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return sorted.map((lesson) => ({ lesson }));
}
