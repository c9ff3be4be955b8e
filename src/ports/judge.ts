import type { UndecidedReason } from '../model/judge/judgedTurn';

/** What a judge model is asked: who it is and what to answer, then the facts as data. */
export interface JudgePrompt {
  readonly system: string;
  /** Facts as one JSON document, and what it is to be answered. */
  readonly user: string;
  /** JSON schema of the answer, for models that can be held to one. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Why a call came to nothing. */
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

/** How one call of the model went. */
export type JudgeReply = {
  /** Calls that it took: 1, or more where the model had to be asked in another way; 0 where it was not reached for (no consent). */
  readonly calls: number;
} & (
  | {
      readonly kind: 'answered';
      /** As the model wrote it, 100,000 characters at most: JSON, nearly JSON, or nonsense. */
      readonly text: string;
      /** Tokens as the service counts them; absent where it does not. */
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    }
  | {
      readonly kind: 'failed';
      readonly why: JudgeFailure;
      /** One sentence for humans without a full stop, with the remedy: no key, nothing of the prompt, nothing that a server wrote. */
      readonly detail: string;
      /** Asking again cannot help before a human did something. */
      readonly permanent: boolean;
    }
);

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** Milliseconds that all of it may take. */
  readonly timeoutMs: number;
  /** Calls that it may make; whole number >= 1. */
  readonly maxCalls: number;
}

/** A model that judges turns where rules cannot (decision 67, the "orchestrator LLM"). */
export interface Judge {
  /** For humans: "qwen3:8b at localhost:11434". */
  readonly name: string;
  /** Asks once. Never rejects; settles within the time limit, and soon after `signal` aborts. */
  ask(prompt: JudgePrompt, options: JudgeOptions): Promise<JudgeReply>;
}
