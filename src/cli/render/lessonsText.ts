import type { ShownLesson } from '../../app/api/answers';
import type { SuggestedLesson } from '../../reports/pause/pauseView';
import {
  describeLesson,
  describeSimilarity,
  lessonLine,
  shortId,
} from '../../reports/task/describeLesson';
import { describeFailure } from '../../model/report/describeFailure';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { oneLine } from '../../text/oneLine';
import { shortName, truncate } from '../../text/truncate';

/** Characters of a lesson's text that are shown; `--json` has all. */
const MAX_TEXT = 600;
/** Characters of a failure's message that are shown: the values that differ often stand at its end. */
const MAX_FAILURE = 200;

/** Output of `devs lessons`: all lessons. */
export function lessonsText(lessons: readonly ShownLesson[], style: Style): string {
  const blocks = lessons.map((shown) => lessonLines(shown, style).join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

function lessonLines({ lesson, similarity }: ShownLesson, style: Style): readonly string[] {
  const alike = similarity === undefined ? [] : [describeSimilarity(similarity)];
  const edited = lesson.editedAt === undefined ? [] : ['edited'];
  const facts = [describeLesson(lesson), lesson.at.slice(0, 10), ...edited, ...alike];
  const message = truncate(printableLine(oneLine(lesson.failure.exactMessage)), MAX_FAILURE);
  return [
    `${style.bold(printableLine(shortId(lesson)))}  ${printableLine(facts.join(', '))}`,
    `    ${fitted(printableLine(lessonLine(lesson.text)))}`,
    style.dim(`    stuck at ${printableLine(describeFailure(lesson.failure))}: ${message}`),
  ];
}

function fitted(line: string): string {
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}… (--json shows all)` : line;
}

/** Lessons from similar failures, each with the command that applies it. */
export function helpedBeforeLines(
  lessons: readonly SuggestedLesson[],
  style: Style,
): readonly string[] {
  return lessons.flatMap(({ line, origin, command }) => [
    `- ${style.green(shortName(printableLine(line)))}`,
    `  ${printableLine(origin)}`,
    `  ${printableLine(command)}`,
  ]);
}
