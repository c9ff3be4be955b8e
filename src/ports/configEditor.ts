import type { Answer } from './answer';

/** A new task from a human. An empty title, a title equal to the id, and an empty verify command are omitted. */
export interface NewTask {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly verify?: string;
}

/** A move of a task in the list, to the place before or after another one. */
export interface TaskMove {
  readonly taskId: string;
  readonly to: 'before' | 'after';
  readonly other: string;
}

/** Result of `init`: the findings and the written file, or the reason for writing none. */
export type InitAnswer =
  | {
      readonly ok: true;
      /** Absolute path of the file that was written. */
      readonly file: string;
      /** Agents found on PATH, in the order of preference; the first one is the default. */
      readonly agents: readonly string[];
      readonly verify: string | undefined;
      readonly message: string;
    }
  | { readonly ok: false; readonly message: string };

/** Writes `devs.yaml` at a human's request. Never rejects. */
export interface ConfigEditor {
  /** Writes a first file; never overwrites one. */
  init(): Promise<InitAnswer>;
  /** Adds a task, keeping comments and order; writes only if the file is valid before and after. */
  addTask(task: NewTask): Promise<Answer>;
  /** Moves a task and keeps everything else; refused where it would stand above a task that it waits for. */
  moveTask(move: TaskMove): Promise<Answer>;
}
