import type { NewTask } from './newTask';

/** Tasks that were found where people keep them: a GitHub issue, a checklist, a list of lines. */
export interface FoundTasks {
  /** Those that `devs.yaml` does not have yet, in the order of their sources, with ids that are free. */
  readonly tasks: readonly NewTask[];
  /** Those that it has already. */
  readonly there: readonly KnownTask[];
  /** Facts to know before they are added, a sentence each: a goal that was cut, an issue that is closed. */
  readonly notes: readonly string[];
}

/** A task of `devs.yaml` by its id and title. */
export interface KnownTask {
  readonly id: string;
  readonly title: string;
}
