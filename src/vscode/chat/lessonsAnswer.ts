import type { LessonsAnswer, ShownLesson } from '../../app/api/answers';
import { describeFailure } from '../../model/report/describeFailure';
import { describeLesson, describeSimilarity, lessonLine } from '../../reports/task/describeLesson';
import { COMMANDS } from '../contributions/contributions';
import { NO_LESSONS } from '../lessons/noLessons';
import type { ChatAnswer } from './chatAnswer';
import { chatCode, chatList, chatText } from './chatText';

/** Lessons of one answer. */
const MAX_LISTED = 5;

/** The lessons of all folders: those similar to `words`, the best first, else the newest. */
export function lessonsAnswer(answers: readonly LessonsAnswer[], words: string): ChatAnswer {
  const found = answers.flatMap((each) => (each.ok ? each.lessons : []));
  const notes = answers.flatMap((each) => (each.ok ? (each.note ?? []) : each.message));
  const listed = found.toSorted(words === '' ? newestFirst : bestFirst).slice(0, MAX_LISTED);
  const none = words === '' ? NO_LESSONS : 'No lesson matches these words.';
  return {
    markdown: [
      listed.length === 0 ? none : chatList(listed.map(lessonMarkdown)),
      ...notes.map((note) => chatText(note)),
    ].join('\n\n'),
    buttons: [{ title: 'All Lessons…', command: COMMANDS.lessons }],
  };
}

function lessonMarkdown({ lesson, similarity }: ShownLesson): string {
  const facts = [
    describeLesson(lesson),
    ...(similarity === undefined ? [] : [describeSimilarity(similarity)]),
    `stuck at ${describeFailure(lesson.failure)}`,
  ];
  return `${chatCode(lessonLine(lesson.text))}  \n  ${chatText(facts.join(', '))}`;
}

function newestFirst(a: ShownLesson, b: ShownLesson): number {
  return b.lesson.at.localeCompare(a.lesson.at);
}

function bestFirst({ similarity: a = 0 }: ShownLesson, { similarity: b = 0 }: ShownLesson): number {
  return b - a;
}
