import type { NewTask } from '../model/task/newTask';
import type { Answer } from './answer';

/** A move of a task in the list, to the place before or after another one. */
export interface TaskMove {
  readonly taskId: string;
  readonly to: 'before' | 'after';
  readonly other: string;
}

/** A change of one setting of `devs.yaml`. */
export type ConfigChange =
  /** The default agent: one of `agents`, or a known one, whose definition is then added. */
  | { readonly kind: 'agent'; readonly name: string }
  /** The command that verifies tasks without their own; a line for the shell. */
  | { readonly kind: 'verify'; readonly command: string };

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

/** An agent for which Devs has a definition. */
export interface KnownAgent {
  readonly name: string;
  /** Name of its program. */
  readonly program: string;
  /** Whether it is proposed: another definition of an agent is not, where that agent itself is there. */
  readonly isOffered: boolean;
  /** Where its program is on PATH; absent if it is not there. */
  readonly file?: string;
  /** The command that installs it. */
  readonly install: string;
}

/** What a first `devs.yaml` can say. */
export interface ConfigSuggestions {
  /** In the order of preference. */
  readonly agents: readonly KnownAgent[];
  /** The project's test command; absent if none was found. */
  readonly verify?: string;
}

export interface AddTasksOptions {
  readonly dryRun?: boolean;
}

/** Writes `devs.yaml` at a human's request. Never rejects. */
export interface ConfigEditor {
  /** Looks at PATH and the project's files; starts nothing. */
  suggest(): Promise<ConfigSuggestions>;
  /** Writes a first file; never overwrites one. */
  init(): Promise<InitAnswer>;
  /** Changes one setting, every other line kept; writes only if the file is valid before and after. */
  change(change: ConfigChange): Promise<Answer>;
  /**
   * Adds tasks, all or none, keeping comments and order; writes only if the file is valid before and after. With `dryRun`
   * it writes nothing, and refuses what it would refuse.
   */
  addTasks(tasks: readonly NewTask[], options?: AddTasksOptions): Promise<Answer>;
  /** Moves a task and keeps everything else; refused where it would stand above a task that it waits for. */
  moveTask(move: TaskMove): Promise<Answer>;
}
