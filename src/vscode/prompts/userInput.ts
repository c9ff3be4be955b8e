import type { TaskQuestion } from './taskPicker';
import type { TaskInFolder } from '../folders/taskInFolder';

/** One line of a list to choose from. All texts are shown as they are: make them harmless first. */
export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Chosen at first, where several can be. */
  readonly picked?: boolean;
  /** Heading above this line. */
  readonly heading?: string;
  readonly value: T;
}

export interface PickOptions {
  readonly title: string;
  readonly placeHolder: string;
}

/** What a human presses after reading a sentence. */
export interface Confirmation {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

/** How flows ask the human; the editor's own lists in the extension, a script in tests. */
export interface UserInput {
  /** Undefined when there is none (which it tells) or the human thought better of it. */
  pickTask(
    tasks: readonly TaskInFolder[],
    question: TaskQuestion,
  ): Promise<TaskInFolder | undefined>;
  /** Undefined when the human thought better of it. */
  pickOne<T>(choices: readonly Choice<T>[], options: PickOptions): Promise<T | undefined>;
  /** Empty when all were unchosen, undefined when the human thought better of it. */
  pickSeveral<T>(
    choices: readonly Choice<T>[],
    options: PickOptions,
  ): Promise<readonly T[] | undefined>;
  /** True when the button was pressed. */
  confirm(confirmation: Confirmation): Promise<boolean>;
}
