import type { QuestionInFolder } from '../folders/askedInFolder';
import type { TaskInFolder } from '../folders/taskInFolder';
import { titleOf } from '../notifications/pauseMessage';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { FolderActions } from '../run/folderActions';
import { agentWords, isQuestionInFull, questionWords } from '../text/askedWords';
import { chooseAsked } from './chooseAsked';
import type { UserInput } from './userInput';

export interface QuestionPromptsOptions {
  readonly actions: Pick<FolderActions, 'answerQuestion'>;
  readonly input: Pick<UserInput, 'pickOne' | 'enterLine'>;
  /** Shows a task in the dashboard, with the cursor in the box for the answer to the question with this id. */
  readonly show: (task: TaskInFolder, question: string) => Promise<ActionAnswer | undefined>;
}

/** Asks for the answers to questions of running agents. */
export class QuestionPrompts {
  constructor(private readonly options: QuestionPromptsOptions) {}

  /** Asks which question, unless there is one alone, and for the answer; in the dashboard where a line cannot show the question. */
  async answer(questions: readonly QuestionInFolder[]): Promise<ActionAnswer | undefined> {
    if (questions.length === 0) return { ok: true, message: NO_QUESTION };
    const question = await chooseAsked(this.options.input, questions, WHICH);
    if (question === undefined) return undefined;
    if (!isQuestionInFull(question.asked)) return await this.show(question);
    const answer = await this.options.input.enterLine({
      title: `${agentWords(question.asked)} asks about ${titleOf(question.task)}`,
      prompt: questionWords(question.asked),
      placeHolder: 'Your answer, one line',
      elsewhere: 'Write a longer answer in the dashboard',
      take: (text) => this.give(question, text),
    });
    return answer === 'elsewhere' ? await this.show(question) : answer;
  }

  /** Shows the question in the dashboard. */
  async show(question: QuestionInFolder): Promise<ActionAnswer | undefined> {
    return await this.options.show(question, question.asked.id);
  }

  private async give(
    { folder, task, asked: { id, askedAt } }: QuestionInFolder,
    text: string,
  ): Promise<ActionAnswer> {
    const answer = text.trim();
    if (answer === '') return { ok: false, message: 'Write an answer first.' };
    const reply = { taskId: task.id, id, askedAt, text: answer };
    return await this.options.actions.answerQuestion(folder, reply);
  }
}

const WHICH = {
  title: 'Questions',
  placeHolder: 'Which question do you want to answer?',
  words: questionWords,
};
const NO_QUESTION = 'No agent is waiting for an answer from you.';
