/** A new task for `devs.yaml`. The file omits empty values, and a title that equals the id. */
export interface NewTask {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** One of `agents`; absent: the default. */
  readonly agent?: string;
  /** A line for the shell; absent: the command of `devs.yaml` for all tasks, if any. */
  readonly verify?: string;
  /** Ids of tasks that must be done before. */
  readonly dependsOn?: readonly string[];
  /** As in `TaskDefinition`; absent: 0. */
  readonly priority?: number;
  /** As in `TaskDefinition`. */
  readonly link?: string;
}

/** What several new tasks have in common. */
export type SharedTaskParts = Pick<NewTask, 'agent' | 'verify' | 'dependsOn'>;
