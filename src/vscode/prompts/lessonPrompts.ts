import type { App } from '../../app/api/app';
import { MAX_LESSON_LENGTH, type Lesson } from '../../model/failure/lesson';
import { describeLesson } from '../../reports/task/describeLesson';
import { describeFailure } from '../../model/report/describeFailure';
import { NO_LESSONS } from '../lessons/noLessons';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { Choice, UserInput } from './userInput';
import type { ActionAnswer } from '../notifications/showAnswer';

/** User input of the lesson commands. */
export interface LessonPrompts {
  readonly input: Pick<UserInput, 'pickOne' | 'confirm'>;
  /** Asks for one line; undefined when the user cancelled. */
  readonly ask: (title: string, value: string) => Promise<string | undefined>;
  readonly copy: (text: string) => Promise<void>;
}

/** Replaces a line break while a text is edited on one line. */
const LINE_END = ' ⏎ ';
const COPY = 'Copy';

type Action = (
  lesson: Lesson,
  app: Pick<App, 'editLesson' | 'removeLesson'>,
  prompts: LessonPrompts,
) => Promise<ActionAnswer | undefined>;

const ACTIONS: readonly Choice<Action>[] = [
  { label: 'Show', value: show },
  { label: COPY, value: copy },
  { label: 'Edit…', value: edit },
  { label: 'Delete…', value: remove },
];

/** Lets the user choose a lesson, newest first, and show, copy, edit or delete it. */
export async function showLessons(
  app: Pick<App, 'lessons' | 'editLesson' | 'removeLesson'>,
  prompts: LessonPrompts,
): Promise<ActionAnswer | undefined> {
  const answer = await app.lessons();
  if (!answer.ok) return answer;
  if (answer.lessons.length === 0) {
    return { ok: true, message: NO_LESSONS };
  }
  const options = { title: 'Lessons', placeHolder: 'Search for what failed or what helped' };
  const lesson = await prompts.input.pickOne(answer.lessons.map(lessonChoice), options);
  if (lesson === undefined) return undefined;
  const what = {
    title: sanitizeLabel(lesson.text),
    placeHolder: 'What do you want to do with this lesson?',
  };
  const action = await prompts.input.pickOne(ACTIONS, what);
  return await action?.(lesson, app, prompts);
}

function lessonChoice({ lesson }: { readonly lesson: Lesson }): Choice<Lesson> {
  return {
    label: sanitizeLabel(lesson.text),
    description: sanitizeLabel(describeLesson(lesson)),
    detail: sanitizeLabel(lesson.failure.exactMessage),
    value: lesson,
  };
}

async function show(
  lesson: Lesson,
  _app: unknown,
  prompts: LessonPrompts,
): Promise<ActionAnswer | undefined> {
  const { failure, text } = lesson;
  const copied = await prompts.input.confirm({
    message: `How the task ${sanitizeLabel(lesson.taskId)} got out of its loop`,
    detail: [
      ...text.split('\n').map((line) => sanitizeLabel(line, MAX_LESSON_LENGTH)),
      '',
      sanitizeLabel(describeLesson(lesson)),
      `Stuck at ${sanitizeLabel(describeFailure(failure))}:`,
      ...failure.exactMessage.split('\n').map((line) => sanitizeLabel(line)),
    ].join('\n'),
    button: COPY,
  });
  return copied ? await copy(lesson, _app, prompts) : undefined;
}

async function copy(
  { text }: Lesson,
  _app: unknown,
  prompts: LessonPrompts,
): Promise<ActionAnswer> {
  await prompts.copy(text);
  return { ok: true, message: 'Copied the lesson.' };
}

async function edit(
  { id, text }: Lesson,
  app: Pick<App, 'editLesson'>,
  { ask }: LessonPrompts,
): Promise<ActionAnswer | undefined> {
  const shown = text.replaceAll('\n', LINE_END);
  const changed = await ask('Edit the lesson: what helps?', shown);
  if (changed === undefined || changed === shown) return undefined;
  return await app.editLesson(id, changed.replaceAll(LINE_END, '\n'));
}

async function remove(
  lesson: Lesson,
  app: Pick<App, 'removeLesson'>,
  { input }: LessonPrompts,
): Promise<ActionAnswer | undefined> {
  const agreed = await input.confirm({
    message: 'Delete this lesson?',
    detail: `${sanitizeLabel(lesson.text)}\n${sanitizeLabel(describeLesson(lesson))}`,
    button: 'Delete',
  });
  return agreed ? await app.removeLesson(lesson.id) : undefined;
}
