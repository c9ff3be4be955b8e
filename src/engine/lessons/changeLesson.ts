import { MAX_LESSON_LENGTH, type Lesson } from '../../model/failure/lesson';
import { shortId } from '../../reports/task/describeLesson';
import type { Answer } from '../../ports/answer';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { InboxRequest } from '../../ports/workspaceState';
import { maskSecrets } from '../../text/maskSecrets';

/** Changes that a human can make to a lesson. */
export type LessonRequest = Extract<InboxRequest, { readonly type: 'editLesson' | 'removeLesson' }>;

/** True for a request that is about a lesson. */
export function isLessonRequest(request: InboxRequest): request is LessonRequest {
  return request.type === 'editLesson' || request.type === 'removeLesson';
}

/** Changes or removes a lesson, or refuses and changes nothing. A prefix of its id is enough. */
export function changeLesson(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  request: LessonRequest,
): Answer {
  const found = lessonByStart(store.listLessons(), request.lessonId);
  if (typeof found === 'string') return { ok: false, message: found };
  if (request.type === 'removeLesson') {
    store.removeLesson(found.id);
    return { ok: true, message: `Deleted the lesson ${shortId(found)}.` };
  }
  const text = maskSecrets(request.text.trim());
  if (text === '')
    return {
      ok: false,
      message: 'The text of the lesson is empty: write what helps against the failure.',
    };
  if (text.length > MAX_LESSON_LENGTH) {
    const message = `The text of the lesson is longer than ${MAX_LESSON_LENGTH} characters; write a shorter one.`;
    return { ok: false, message };
  }
  store.updateLesson(found.id, { text, editedAt: clock.now().toISOString() });
  return { ok: true, message: `Changed the lesson ${shortId(found)}.` };
}

/** The lesson whose id begins with the text, or a sentence why there is not exactly one. */
function lessonByStart(lessons: readonly Lesson[], start: string): Lesson | string {
  const wanted = start.trim().toLowerCase();
  const exact = lessons.find(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  const fitting = wanted === '' ? [] : lessons.filter(({ id }) => id.startsWith(wanted));
  const [only] = fitting;
  if (only === undefined)
    return `There is no lesson "${start}"; \`devs lessons\` lists all lessons.`;
  if (fitting.length === 1) return only;
  return `${fitting.length} lessons have an id that begins with "${start}"; write more of the id.`;
}
