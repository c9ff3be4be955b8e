import type { Answer } from './answer';

/** A new task from a human; an empty title, a title equal to the id, and an empty verify are left out. */
export interface NewTask {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly verify?: string;
}

/** Result of `init`: what it found and wrote, or why it wrote nothing. */
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
  /** Adds a task, comments and order kept; writes nothing unless the file is valid before and after. */
  addTask(task: NewTask): Promise<Answer>;
}
