import type { TaskOverview } from '../../model/overview/overview';
import { isMissingRemedy } from '../../reports/task/nextStep';
import { sanitizeLabel, withoutLinks } from '../text/sanitizeLabel';

/** Longest question in a prompt, in characters; the report has all of it. */
const MAX_QUESTION = 1_000;

/** Options of the input box for a hint, or for the answer when the report asks a question. */
export function hintInput(task: TaskOverview): {
  readonly title: string;
  readonly prompt: string;
  readonly placeHolder?: string;
  readonly ignoreFocusOut: true;
} {
  const { id, report, interventions } = task;
  const question = report?.question?.trim() ?? '';
  if (question === '') {
    return {
      title: `Resume ${id}`,
      prompt: isMissingRemedy(task)
        ? withoutLinks(sanitizeLabel(task.statusReason, MAX_QUESTION))
        : 'Enter a hint for the agent, or leave the box empty to resume without a hint.',
      ...(isMissingRemedy(task) && {
        placeHolder: 'Enter a hint, or leave the box empty to resume without a hint.',
      }),
      ignoreFocusOut: true,
    };
  }
  const prompt = withoutLinks(sanitizeLabel(question, MAX_QUESTION));
  if (interventions.includes('accept')) {
    const placeHolder =
      'Enter a hint for the agent, or leave the box empty to send the task back without a hint.';
    return { title: `Send back ${id}`, prompt, placeHolder, ignoreFocusOut: true };
  }
  return {
    title: `Answer ${id}`,
    prompt,
    placeHolder: 'Enter your answer, or leave the box empty to resume without an answer.',
    ignoreFocusOut: true,
  };
}
