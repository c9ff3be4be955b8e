import type { FailureAnalysisReport } from '../../model/reports/pauseReport';
import {
  describeLesson,
  describeSimilarity,
  lessonCommand,
} from '../../reports/task/describeLesson';
import { codeBlock, inlineCode, escapeMarkdown } from '../../text/markdown';

/** What helped before when something failed like this; whatever a lesson says stands in code. */
export function lessonsMarkdown({
  lessons = [],
  taskId,
}: FailureAnalysisReport): readonly string[] {
  if (lessons.length === 0) return [];
  return [
    '## What helped before',
    '',
    ...lessons.flatMap(({ lesson, similarity }) => [
      `${escapeMarkdown(`${describeLesson(lesson)}; ${describeSimilarity(similarity)}`)}:`,
      '',
      codeBlock(lesson.text),
      '',
      `To try it: ${inlineCode(lessonCommand(taskId, lesson))}`,
      '',
    ]),
  ];
}
