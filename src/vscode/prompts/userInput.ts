import type { TaskQuestion } from './taskPicker';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { TaskInFolder } from '../folders/taskInFolder';

/** One item of a list. Texts are shown unchanged: sanitize them first. */
export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Preselected, where several can be chosen. */
  readonly picked?: boolean;
  /** Heading above this line. */
  readonly heading?: string;
  readonly value: T;
}

export interface PickOptions {
  readonly title: string;
  readonly placeHolder: string;
}

/** A list of which several lines can be chosen. */
export interface SeveralOptions<T> {
  /** Title, for what is chosen at the moment. */
  readonly title: (chosen: readonly T[]) => string;
  /** Name of the title's button that accepts the choice. */
  readonly accept: (chosen: readonly T[]) => string;
  readonly placeHolder: string;
  /** Title once accepting was tried with nothing chosen, which then is not possible; absent where it is. */
  readonly nothingChosen?: string;
  /** The button of each line: opens a look at it; absent for none. Never rejects. */
  readonly look?: { readonly name: string; readonly open: (value: T) => Promise<void> };
}

/** A question with one button. */
export interface Confirmation {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

/** A box for one line. */
export interface LineOptions extends PickOptions {
  /** What is asked; stands below the line. */
  readonly prompt: string;
  /** Name of the button that leads to a larger box; it is there while the line is empty. */
  readonly elsewhere: string;
  /** Takes the line. Why it is refused is shown below it, and nothing of it is lost. */
  readonly take: (line: string) => Promise<ActionAnswer>;
}

/** How commands ask the user: the editor's lists in the extension, a script in tests. */
export interface UserInput {
  /** Undefined when there is none (a message says so) or the user cancelled. */
  pickTask(
    tasks: readonly TaskInFolder[],
    question: TaskQuestion,
  ): Promise<TaskInFolder | undefined>;
  /** Undefined when the user cancelled. */
  pickOne<T>(choices: readonly Choice<T>[], options: PickOptions): Promise<T | undefined>;
  /** Empty when all were unchosen, undefined when the user cancelled. */
  pickSeveral<T>(
    choices: readonly Choice<T>[],
    options: SeveralOptions<T>,
  ): Promise<readonly T[] | undefined>;
  /** The answer once the line was taken; undefined when the user cancelled. */
  enterLine(options: LineOptions): Promise<ActionAnswer | 'elsewhere' | undefined>;
  /** True when the button was pressed. */
  confirm(confirmation: Confirmation): Promise<boolean>;
}
