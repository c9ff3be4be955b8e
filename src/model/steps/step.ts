import type { FindingPlace } from './findingPlace';
import type { AskedPermission } from '../permissions/askedPermission';
import type { AgentQuestion } from '../tools/agentQuestion';
import type { ContextUsage } from './contextUsage';
import type { PlanEntry } from './plan';
import type { Refusal } from '../failure/refusal';
import type { UsageReport } from '../usage/usage';

/** Formats of event streams that an agent of type `command` prints on standard output. */
export const PRINTED_FORMATS = ['claude', 'codex', 'gemini', 'opencode', 'qwen'] as const;
export type PrintedFormat = (typeof PRINTED_FORMATS)[number];

/** Formats of event streams; `acp`: messages of the Agent Client Protocol, of an agent of type `acp`. */
export const STEP_FORMATS = [...PRINTED_FORMATS, 'acp'] as const;
export type StepFormat = (typeof STEP_FORMATS)[number];

/** Values of an agent's `steps` in `devs.yaml`: the format of its events, or `text`: no events, only its output is watched. */
export const STEP_SOURCES = [...PRINTED_FORMATS, 'text'] as const;
export type StepSource = StepFormat | 'text';

/**
 * One step of an agent: a tool call with its result, or a text. All texts come from agents and tools, with any content
 * and length.
 */
export interface Step {
  /** Ascending within a run: the number in the recording, else 0, 1, 2 …; 1, 2, 3 … in a running turn. */
  readonly number: number;
  /** Name of the tool; '' for a text. */
  readonly tool: string;
  /** Arguments: JSON as text, or the tool's text input. */
  readonly args: string;
  /** Result of the tool; '' for a text. */
  readonly result: string;
  /** Text or thought of the agent with it; '' for none. */
  readonly thought: string;
  /** Whether the tool reported a failure; absent if unknown. */
  readonly error?: boolean;
  /** Id of the agent inside the run, such as a sub-agent's; absent for the main one. */
  readonly thread?: string;
  /**
   * Number of the first call of a batch: calls made at once, without knowing each other's results. Absent for the first
   * call and for a single call.
   */
  readonly madeWith?: number;
  /** Beginning of the user message directly before it; absent if there was none or it is not recorded. */
  readonly asked?: string;
}

/** A call without its result. */
export type StartedStep = Pick<
  Step,
  'number' | 'tool' | 'args' | 'thought' | 'thread' | 'madeWith'
>;

/** A call that the agent's own permission rules refused, or Devs when the agent asked. */
export interface AgentRefusedCall {
  readonly tool: string;
  /** As in `Step`. */
  readonly args: string;
  /** Why Devs refused it; absent if the agent did. */
  readonly reason?: string;
  /** As in `PermissionAnswer`. */
  readonly remedy?: string;
}

/** A used-up limit that the user configured for the agent itself, such as `--max-turns`. */
export interface AgentLimit {
  readonly kind: 'turns' | 'budget' | 'time';
  /** The agent's message, one line; never empty. */
  readonly words: string;
}

/** One observation in an agent's event stream. */
export type StepEvent =
  | { readonly kind: 'begun'; readonly step: StartedStep }
  | { readonly kind: 'ended'; readonly step: Step }
  | {
      /** The agent waits before it continues, for example for its service. */
      readonly kind: 'notice';
      /** The agent's own text, such as "retrying 6 of 10, overloaded, 19 s"; at most a few thousand characters. */
      readonly text: string;
    }
  /** The agent replaced its plan. */
  | { readonly kind: 'plan'; readonly entries: readonly PlanEntry[] }
  | { readonly kind: 'usage'; readonly usage: ContextUsage }
  | {
      /** What it said so far that this call of it used. */
      readonly kind: 'spent';
      readonly report: UsageReport;
      /** In which of its sessions; absent: it has named none. */
      readonly session?: string;
      /** It said so with the end of its turn. */
      readonly endsTurn?: true;
    };

/** Names of the step detectors. */
export const STEP_DETECTORS = [
  'repeated call',
  'call cycle',
  'similar calls',
  'undone edits',
  'repeated edit',
  'failure after edits',
  'repeated text',
  'nothing new',
  'refused call',
  'repeated failure',
] as const;
export type StepDetectorName = (typeof STEP_DETECTORS)[number];

/** Whether a detector watches steps. */
export function isStepDetector(detector: string): detector is StepDetectorName {
  return STEP_DETECTORS.some((name) => name === detector);
}

/** Verdict of a detector on the steps of one run. */
export interface StepVerdict {
  /** Number of the step at which it was found. */
  readonly step: number;
  /** `suspect` is only shown, `stuck` ends a turn. */
  readonly level: 'suspect' | 'stuck';
  readonly detector: StepDetectorName;
  /** Numbers of the proving steps, ascending; at most the newest `MAX_EVIDENCE`. */
  readonly evidence: readonly number[];
  /** Number of occurrences, and the number at which it is `stuck`. */
  readonly count: number;
  readonly limit: number;
  /** One sentence for humans, without a full stop: the calls by their names, and a line of at most `MAX_REASON_QUOTE`. */
  readonly message: string;
  /** Refusal of the calls; absent if nothing outside the agent refused them. */
  readonly refusal?: Refusal;
  /** Its places; only of `stuck` verdicts in a turn. */
  readonly places?: readonly FindingPlace[];
}

/** Maximum number of steps named by a verdict. */
export const MAX_EVIDENCE = 50;
/** Maximum length of a quote in a verdict, in characters. */
export const MAX_QUOTE = 80;
/** Maximum length of the line in a verdict that says why a call failed, in characters. */
export const MAX_REASON_QUOTE = 160;

/** Stored form of a step that proves a verdict, secrets masked. */
export interface ProvingStep {
  readonly number: number;
  readonly tool: string;
  /** Beginning of its arguments, one line, at most `MAX_STEP_TEXT` characters. */
  readonly call: string;
  /** Beginning of its result (without a tool, of its text), one line, at most `MAX_STEP_TEXT` characters. */
  readonly result: string;
  /** What a person reads in place of arguments that are data: "cart.js +1: `return sum;`"; absent: `call`. */
  readonly subject?: string;
  /** What a person reads in place of the result: the failing tests, the line that says why; absent: `result`. */
  readonly outcome?: string;
}

/** Proving steps of a loop inside a turn, in a list of turns: the newest ones. */
export interface ShownProof {
  /** Oldest first, `MAX_SHOWN_PROOF` at most. */
  readonly newest: readonly ProvingStep[];
  /** Number of proving steps. */
  readonly count: number;
  /** What a human can do about the loop; absent in turns of earlier versions that say nothing about it. */
  readonly advice?: string;
}
/** Maximum number of proving steps shown per turn in a list. */
export const MAX_SHOWN_PROOF = 8;

/** A call that has ended, for a list of what an agent did; texts in words, secrets masked, one line each. */
export interface ShownStep {
  readonly number: number;
  readonly tool: string;
  /** What the call is about, with the lines that an edit adds and removes: "src/cart.js +1 −1"; '' if unknown. */
  readonly call: string;
  readonly failed?: true;
}

/** Maximum number of ended calls that are shown of a running turn. */
export const MAX_RECENT_STEPS = 5;

/** Maximum length of a step's call and result, in characters. */
export const MAX_STEP_TEXT = 200;

/** Current activity of the agent of a running turn, read from its event stream. */
export interface RunningSteps {
  readonly turn: number;
  readonly agent: string;
  /** Number of ended steps in this call of the agent. */
  readonly count: number;
  /** The newest calls that have ended, oldest first, `MAX_RECENT_STEPS` at most; absent before the first one. */
  readonly recent?: readonly ShownStep[];
  /** The agent's plan, `MAX_PLAN` entries at most; absent for none. */
  readonly plan?: readonly PlanEntry[];
  /** Absent where the agent does not say. */
  readonly usage?: ContextUsage;
  /** The last sentence that the agent wrote, one line, secrets masked; absent for none. */
  readonly said?: string;
  /** The newest running step, `call` as in `ShownStep`; absent between steps. */
  readonly current?: {
    readonly number: number;
    readonly tool: string;
    readonly call: string;
    /** ISO 8601, UTC. */
    readonly startedAt: string;
  };
  /** Permission requests that wait for a human, oldest first; absent for none. */
  readonly asks?: readonly AskedPermission[];
  /** Whether a human can interrupt the agent with a hint; absent if not. */
  readonly takesHints?: true;
  /** What the agent asked a human in this call, oldest first, answered or not; absent for nothing. */
  readonly questions?: readonly AgentQuestion[];
  /** What the agent waits for, if reported since its last step began or ended; absent for nothing. */
  readonly notice?: string;
  /** The current suspicion of a loop; absent for none. */
  readonly suspicion?: StepVerdict;
}
