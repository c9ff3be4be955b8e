import type { ConfigProblem } from '../../model/config/config';

/** Content of the set-up page of one folder. JSON only. */
export interface SetUpView {
  /** Name of the folder. */
  readonly folder: string;
  /** What keeps Devs from changing `devs.yaml`; absent if nothing does. */
  readonly obstacle?: Obstacle;
  readonly agent: AgentStep;
  readonly verify: VerifyStep;
  readonly task: TaskStep;
  readonly run: RunStep;
}

/** There is no `devs.yaml`, or it has problems. */
export interface Obstacle {
  readonly kind: 'missing' | 'invalid';
  /** What is to be done first, one sentence. */
  readonly hint: string;
  /** Empty where the file is missing. */
  readonly problems: readonly ConfigProblem[];
}

/** A step of the set-up. */
export interface Step {
  /** Whether it is true now. */
  readonly done: boolean;
  /** What is so, or what is to be done, in a sentence or two. */
  readonly says: string;
}

/** The agent. */
export interface AgentStep extends Step {
  /** Agents whose programs are there, and those that `devs.yaml` names. */
  readonly choices: readonly AgentChoice[];
  /** Known agents whose programs are not there, with the commands that install them. */
  readonly others: readonly { readonly name: string; readonly install: string }[];
}

/** An agent that can be chosen. */
export interface AgentChoice {
  readonly name: string;
  /** Whether it is the default agent of `devs.yaml`. */
  readonly chosen: boolean;
  /** Whether its program is there. */
  readonly found: boolean;
  /** Where its program is, or that it is missing. */
  readonly detail: string;
}

/** The verification. */
export interface VerifyStep extends Step {
  /** The command of `devs.yaml`, else the project's test command; '' if neither is known. */
  readonly command: string;
  /** The command of `devs.yaml`; absent if it has none. */
  readonly written?: string;
  /** The newest trial; absent before the first. */
  readonly trial?: Trial;
}

/** One run of a verify command. */
export interface Trial {
  readonly command: string;
  readonly state: 'running' | 'passes' | 'fails' | 'cannotRun' | 'stopped';
  /** What its end means; '' while it runs. */
  readonly message: string;
  /** The end of its output. */
  readonly output: string;
}

/** The first task. */
export interface TaskStep extends Step {
  readonly count: number;
}

/** The run. */
export interface RunStep {
  readonly enabled: boolean;
  /** What is missing; '' if nothing is. */
  readonly hint: string;
  /** Present if no task can run before the user decides about one in the dashboard. */
  readonly decides?: true;
}
