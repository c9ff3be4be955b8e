import { listQuestions } from '../../model/overview/overview';
import type { AgentQuestion } from '../../model/tools/agentQuestion';
import type { QuestionInFolder } from '../folders/askedInFolder';
import { agentWords, isQuestionInFull, questionWords } from '../text/askedWords';
import { ANSWER, AskedNotification, NOT_IN_FULL, SHOW } from './askedNotification';
import type { NotificationSurface } from './notificationSurface';
import { titleOf } from './pauseMessage';
import type { ActionAnswer } from './showAnswer';

/** What the buttons do. */
export interface QuestionPromptActions {
  /** Asks which question to answer, and for the answer. */
  readonly answer: (questions: readonly QuestionInFolder[]) => Promise<ActionAnswer | undefined>;
  /** Shows the question in the dashboard. */
  readonly show: (question: QuestionInFolder) => Promise<ActionAnswer | undefined>;
}

/** Notifies about questions of running agents. */
export function questionNotification(
  prompts: QuestionPromptActions,
  surface: NotificationSurface,
): AskedNotification<AgentQuestion> {
  return new AskedNotification(
    {
      list: listQuestions,
      message: messageOf,
      buttons: () => [ANSWER, SHOW],
      plural: 'questions',
      act: async (button, { first, open }) =>
        button === ANSWER ? await prompts.answer(open) : await prompts.show(first),
    },
    surface,
  );
}

function messageOf(questions: readonly QuestionInFolder[]): string {
  const [first] = questions;
  if (first === undefined) return '';
  if (questions.length > 1) {
    const named = questions.map(
      ({ task, asked }) => `${titleOf(task)}: ${questionWords(asked, 80)}`,
    );
    return `${questions.length} questions wait for you: ${named.join('; ')}`;
  }
  const { task, asked } = first;
  const rest = isQuestionInFull(asked) ? '' : NOT_IN_FULL;
  return `${agentWords(asked)} asks about ${titleOf(task)}: ${questionWords(asked)}${rest}`;
}
