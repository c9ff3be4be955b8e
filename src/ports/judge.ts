import type { UndecidedReason } from '../model/judge/judgedTurn';

/** Prompt for a judge model: its instructions, then the facts as data. */
export interface JudgePrompt {
  readonly system: string;
  /** The facts as one JSON document, and the question. */
  readonly user: string;
  /** JSON schema of the answer, for models with structured output. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Why a call failed. */
export type JudgeFailure = Extract<
  UndecidedReason,
  | 'unreachable'
  | 'timeout'
  | 'not allowed'
  | 'rate limit'
  | 'not there'
  | 'service failure'
  | 'cancelled'
>;

/** Result of asking the model once. */
export type JudgeReply = {
  /** Number of calls: 1, more after a retry in another form, 0 if the model was not called (no consent). */
  readonly calls: number;
} & (
  | {
      readonly kind: 'answered';
      /** The model's answer, at most 100,000 characters; not necessarily valid JSON. */
      readonly text: string;
      /** Tokens as counted by the service; absent if it does not count. */
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    }
  | {
      readonly kind: 'failed';
      readonly why: JudgeFailure;
      /** One sentence for humans without a full stop, with the remedy; without keys, prompt text and server output. */
      readonly detail: string;
      /** Retrying cannot help before a human acts. */
      readonly permanent: boolean;
    }
);

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** Time limit of all calls, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of calls; whole number >= 1. */
  readonly maxCalls: number;
}

/** A model that judges turns if rules cannot (decision 67, the "orchestrator LLM"). */
export interface Judge {
  /** For humans: "qwen3:8b at localhost:11434". */
  readonly name: string;
  /** Asks once. Never rejects; settles within the time limit, and soon after `signal` aborts. */
  ask(prompt: JudgePrompt, options: JudgeOptions): Promise<JudgeReply>;
}
