import type { LoopPolicy } from '../task/attempt';
import type { Limits } from './limits';
import type { NotifyTarget } from './notifyTarget';
import type { Isolation } from '../landing/landing';
import type { PermissionPolicy } from '../permissions/permissionPolicy';
import type { StepSource } from '../steps/step';
import type { Command, TaskDefinition } from '../task/task';
import type { Budgets, PriceList } from '../usage/budget';

/** Name of the file in the workspace's root that holds its tasks and agents. */
export const CONFIG_FILE = 'devs.yaml';

/**
 * A program that gets a prompt and leaves edits and a final text. `command`: it takes the prompt on standard input or in
 * a file; `acp`: it speaks the Agent Client Protocol.
 */
export interface AgentDefinition {
  readonly name: string;
  readonly type: 'command' | 'acp';
  readonly command: Command;
  /** Milliseconds after which the process tree of the turn is ended. */
  readonly timeoutMs: number;
  /** Added to the agent's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What it is good at, one line, shown to other agents that may ask it; absent: not shown. */
  readonly about?: string;
  /** Agents that it may ask; absent: all other agents. */
  readonly asks?: readonly string[];
  /** Agents that go on with its tasks while it is at a usage limit, the first that is not at its own; absent: none. */
  readonly fallback?: readonly string[];
  /**
   * Format of the JSON events on its standard output; `text`: plain text, watched for repetition, each block a step;
   * absent: plain text that is not watched. Always `acp` for an agent of that type.
   */
  readonly steps?: StepSource;
  /**
   * `false`: it is offered no tools of Devs; `true`: they are offered to a program that Devs does not know too; absent:
   * those that Devs knows, and every agent of type `acp`.
   */
  readonly mcp?: boolean;
  /** `continue`: a turn goes on in the agent's session of the turn before; absent: each turn begins a new one. */
  readonly session?: 'fresh' | 'continue';
  /** Id of the session mode in which an agent of type `acp` works; absent: its own default. */
  readonly mode?: string;
  /** Id of the way to log in that an agent of type `acp` is asked to use at the start of a turn; absent: none. */
  readonly login?: string;
}

/** The configured judge model and its location. */
export type JudgeModel =
  | {
      /** An HTTP endpoint that speaks OpenAI's chat completions. */
      readonly type: 'endpoint';
      /** Absolute http(s) address including its version (`/v1`), without user and key. */
      readonly url: string;
      readonly model: string;
    }
  | {
      /** A language model of the editor. */
      readonly type: 'vscode';
      /** Absent: any vendor. */
      readonly vendor?: string;
      /** Its id or family; absent: the first available one. */
      readonly model?: string;
    };

/** Settings of the judge model, asked where rules cannot decide (design §4, rule 4). */
export interface JudgeSettings {
  readonly model: JudgeModel;
  /** Time limit of one question, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of calls for one task since the last intervention; whole number >= 1. */
  readonly maxCalls: number;
  /** US dollars for a million tokens; absent: cost is shown in tokens. */
  readonly prices?: { readonly input: number; readonly output: number };
}

/** Settings of the model that measures the similarity of texts. */
export interface EmbeddingSettings {
  /** As in `JudgeModel`. */
  readonly url: string;
  readonly model: string;
  /** Time limit of one request, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * What follows the first pass of a task that proves nothing (design §9): `retry` gives the agent a turn to make it pass
 * with the tests as they were, `ask` asks the human at once.
 */
export type OnDoubt = 'retry' | 'ask';

/**
 * Where a pivot returns a task's files before its next turn: to its best turn (its start where there was no
 * progress), to its start, or nowhere.
 */
export type OnPivot = (typeof ON_PIVOT)[number];
export const ON_PIVOT = ['best', 'start', 'keep'] as const;

/** What a run does after a task paused. */
export type OnPause = 'stop' | 'continue';

/** `devs.yaml`, validated, with defaults filled in and limits resolved from all sources. */
export interface DevsConfig {
  readonly agents: Readonly<Record<string, AgentDefinition>>;
  readonly tasks: readonly TaskDefinition[];
  /** Verifies tasks without their own command; absent: those are not verified. */
  readonly verify?: Command | undefined;
  readonly verifyTimeoutMs: number;
  /** Report files or globs, relative to the workspace. */
  readonly reports: readonly string[];
  readonly limits: Limits;
  /** Whether the loop threshold moves within `ADAPTIVE_RANGE` by what this workspace's history shows. */
  readonly adaptive: boolean;
  /** When attempts count as a loop, and the recovery. */
  readonly loopDetection: LoopPolicy;
  /** Absent: rules alone decide. */
  readonly judge?: JudgeSettings | undefined;
  /** Absent: texts are compared by their words only. */
  readonly embeddings?: EmbeddingSettings | undefined;
  /** Whether a pass has to prove the task done: its baseline is measured, doubtful and flaky passes are assessed (design §9). */
  readonly baseline: boolean;
  readonly onDoubt: OnDoubt;
  readonly onPivot: OnPivot;
  /** Name of the agent that is called once before a task pauses because its strategies failed; absent: none is. */
  readonly debugger?: string | undefined;
  readonly onEvent?: Command;
  /** Absent: nobody is told. */
  readonly notify?: readonly NotifyTarget[] | undefined;
  /** Who decides about what agents of type `acp` ask permission for. */
  readonly permissions: PermissionPolicy;
  /** Environment variables whose values are masked, besides those with secret names. */
  readonly secrets?: readonly string[];
  /** Transcripts keep what programs printed, unmasked; absent: they are masked. */
  readonly rawTranscripts?: boolean;
  /** What a million tokens cost where agents do not state it; absent: nothing is known. */
  readonly prices?: PriceList | undefined;
  /** What agents may use; absent: no limit. */
  readonly budget?: Budgets | undefined;
  readonly onPause: OnPause;
  /** Tasks that work at once, whole number >= 1; absent: 1. With more, `isolation` is there. */
  readonly parallel?: number | undefined;
  /** Each task works in a git worktree of its own; absent: in the workspace. */
  readonly isolation?: Isolation | undefined;
}

/** A problem in a file or an environment variable, and the correct form. */
export interface ConfigProblem {
  /** `devs.yaml`, or the name of an environment variable or setting. */
  readonly source: string;
  /** 1-based; absent if the problem has no line. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** 1-based, exclusive end of the place on the same line, if known. */
  readonly endColumn?: number;
  /** The problem and the correct form, one or two sentences. */
  readonly message: string;
  /** Words that may be meant in place of the one there, the likeliest first; absent for none. */
  readonly suggestions?: readonly string[];
}

/** Formats a problem as `devs.yaml:12: …`, or without the line if it has none. */
export function formatProblem(problem: ConfigProblem): string {
  const place = problem.line === undefined ? problem.source : `${problem.source}:${problem.line}`;
  return `${place}: ${problem.message}`;
}

export type ConfigResult =
  | { readonly kind: 'ok'; readonly config: DevsConfig }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly ConfigProblem[];
      /** What the file said when it was last valid; absent if that is not known. */
      readonly lastValid?: DevsConfig;
    };

/** What is known of the configuration: the current one, or the last valid one while the file is invalid. */
export function knownConfig(result: ConfigResult): DevsConfig | undefined {
  return result.kind === 'ok'
    ? result.config
    : result.kind === 'invalid'
      ? result.lastValid
      : undefined;
}
