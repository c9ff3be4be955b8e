import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import {
  describeLesson,
  describeSimilarity,
  lessonCommand,
} from '../../reports/task/describeLesson';
import { codeBlock, inlineCode, escapeMarkdown } from '../../text/markdown';

/** Section with lessons of similar failures; empty for none. Texts of lessons are shown as code. */
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
