import type { FailureAnalysisReport } from '../../model/reports/pauseReport';
import { describeLesson, describeSimilarity, tryCommand } from '../../reports/task/describeLesson';
import { fenced, quoted, sentence } from '../../text/markdown';

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
      `${sentence(`${describeLesson(lesson)}; ${describeSimilarity(similarity)}`)}:`,
      '',
      fenced(lesson.text),
      '',
      `To try it: ${quoted(tryCommand(taskId, lesson))}`,
      '',
    ]),
  ];
}
