import type { Refusal } from '../failure/refusal';

/** Whose event stream an agent of type `command` prints on standard output. */
export const STEP_FORMATS = ['claude', 'codex', 'gemini', 'opencode', 'qwen'] as const;
export type StepFormat = (typeof STEP_FORMATS)[number];

/** What `steps` of an agent may name: whose events it prints, or `text`: no events, only its output is watched. */
export const STEP_SOURCES = [...STEP_FORMATS, 'text'] as const;
export type StepSource = (typeof STEP_SOURCES)[number];

/**
 * One step of an agent: a call of a tool with what came back, or something that it only said. All of
 * it is what an agent and its tools wrote: any text of any length.
 */
export interface Step {
  /** Ascending within a run: as the recording numbers it, else 0, 1, 2 …; 1, 2, 3 … of a running turn. */
  readonly number: number;
  /** Name of the tool; '' where the agent only spoke. */
  readonly tool: string;
  /** Arguments: JSON as text, or the text that the tool took. */
  readonly args: string;
  /** What the tool gave back; '' where the agent only spoke. */
  readonly result: string;
  /** What the agent said or thought with it; '' for nothing. */
  readonly thought: string;
  /** Whether the tool said that it failed; absent where nobody said. */
  readonly error?: boolean;
  /** Which of several agents inside the run took it, such as a sub-agent's id; absent for the main one. */
  readonly thread?: string;
  /**
   * Number of the first of several calls that were made at once, this one among the others: when the agent made
   * them it knew none of their results. Absent for that first one, and for a call that was made alone.
   */
  readonly madeWith?: number;
  /** The beginning of what the user said right before it; absent where nobody spoke, or the recording does not tell. */
  readonly asked?: string;
}

/** A call without its result. */
export type StartedStep = Pick<
  Step,
  'number' | 'tool' | 'args' | 'thought' | 'thread' | 'madeWith'
>;

/** A call that the agent's own permission rules refused. */
export interface AgentRefusedCall {
  readonly tool: string;
  /** As in `Step`. */
  readonly args: string;
}

/** A limit that the user gave to the agent itself, such as `--max-turns`, and that is used up. */
export interface AgentLimit {
  readonly kind: 'turns' | 'budget' | 'time';
  /** What the agent says of it, one line; never empty. */
  readonly words: string;
}

/** One observation in an agent's event stream. */
export type StepEvent =
  | { readonly kind: 'begun'; readonly step: StartedStep }
  | { readonly kind: 'ended'; readonly step: Step }
  | {
      /** It waits, such as for its service, before it goes on. */
      readonly kind: 'notice';
      /** What for, as the agent says it, such as "retrying 6 of 10, overloaded, 19 s"; a few thousand characters at most. */
      readonly text: string;
    };

/** Which detector inside a turn looked at steps and found something. */
export const STEP_DETECTORS = [
  'repeated call',
  'call cycle',
  'similar calls',
  'undone edits',
  'failure after edits',
  'repeated text',
  'refused call',
] as const;
export type StepDetectorName = (typeof STEP_DETECTORS)[number];

/** What a detector found in the steps of one run. */
export interface StepVerdict {
  /** Number of the step with which it was found. */
  readonly step: number;
  /** `suspect` is only shown, `stuck` ends a turn. */
  readonly level: 'suspect' | 'stuck';
  readonly detector: StepDetectorName;
  /** Numbers of the steps that prove it, ascending, the newest last; `MAX_EVIDENCE` at most, the newest. */
  readonly evidence: readonly number[];
  /** How often it has happened, and at how often it is `stuck`. */
  readonly count: number;
  readonly limit: number;
  /** One sentence for humans, without a full stop; it quotes nothing longer than `MAX_QUOTE`. */
  readonly message: string;
  /** What refused the calls, and which; absent where the loop is the agent's alone. */
  readonly refusal?: Refusal;
}

/** Steps that a verdict names at most. */
export const MAX_EVIDENCE = 50;
/** Characters of an agent's words that a verdict quotes at most. */
export const MAX_QUOTE = 80;

/** Stored form of a step that proves a verdict, secrets masked. */
export interface ProvingStep {
  readonly number: number;
  readonly tool: string;
  /** The beginning of its arguments, one line, `MAX_STEP_TEXT` characters at most. */
  readonly call: string;
  /** The beginning of its result (of what was said, where there was no tool), one line, as long. */
  readonly result: string;
}

/** Steps that prove a loop inside a turn as a list of many turns shows them: the newest ones. */
export interface ShownProof {
  /** Oldest first, `MAX_SHOWN_PROOF` at most. */
  readonly newest: readonly ProvingStep[];
  /** How many steps prove it. */
  readonly count: number;
}
/** Proving steps that are shown of one turn among many. */
export const MAX_SHOWN_PROOF = 8;

/** Characters that are kept of a step's call and of its result. */
export const MAX_STEP_TEXT = 200;

/** Current activity of the agent of a running turn, read from its event stream. */
export interface RunningSteps {
  readonly turn: number;
  readonly agent: string;
  /** Steps that have ended in this call of the agent. */
  readonly count: number;
  /** The newest one that has not ended, `call` as in `ProvingStep`; absent between steps. */
  readonly current?: {
    readonly number: number;
    readonly tool: string;
    readonly call: string;
    /** ISO 8601, UTC. */
    readonly startedAt: string;
  };
  /** What the agent waits for, reported since its last step began or ended; absent for nothing. */
  readonly notice?: string;
  /** The current suspicion of a loop; absent for none. */
  readonly suspicion?: StepVerdict;
}
