import type { TaskQuestion } from './taskPicker';
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

/** A question with one button. */
export interface Confirmation {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
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
    options: PickOptions,
  ): Promise<readonly T[] | undefined>;
  /** True when the button was pressed. */
  confirm(confirmation: Confirmation): Promise<boolean>;
}
