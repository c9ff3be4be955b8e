/** Verdict of the judge model on a turn (docs/decisions/loop-detection-algorithm.md, "Progress Evaluation"). */
export interface JudgeVerdict {
  /** The task is farther from its goal than before. */
  readonly isRegressive: boolean;
  /** The task is no nearer to its goal than before. */
  readonly noProgress: boolean;
  /** The failure comes from outside the task: nothing that the agent did explains it. */
  readonly external: boolean;
  /** Why, in its own words: `MAX_REASONING` characters at most, secrets masked, never empty. */
  readonly reasoning: string;
}

/** Characters of a judge's reasoning that are kept. */
export const MAX_REASONING = 600;

/** Cost of the calls to the judge. */
export interface JudgeCost {
  /** Calls of the model, retries and control questions included; whole number >= 0. */
  readonly calls: number;
  /** Milliseconds of all calls together. */
  readonly durationMs: number;
  /** Tokens, where the model or its service counts them; whole numbers >= 0. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** US dollars, where prices are configured and tokens were counted. */
  readonly usd?: number;
}

/** No calls. */
export const NO_COST: JudgeCost = { calls: 0, durationMs: 0 };

/**
 * What rules could not decide: `progress` where nothing can be measured, `cause` where a
 * failure may come from outside the task.
 */
export type JudgedMatter = 'progress' | 'cause' | 'progress and cause';

/** Why the judge did not decide, so that rules did. */
export const UNDECIDED_REASONS = [
  /** Its calls for this task are used up. */
  'budget',
  /** No connection, or it broke off. */
  'unreachable',
  'timeout',
  /** Not allowed: no key or a wrong one, no consent. */
  'not allowed',
  'rate limit',
  /** There is no such model or endpoint, or not here (an editor's model in a terminal). */
  'not there',
  /** Its service failed. */
  'service failure',
  /** No answer of the shape that was asked for, not even the second time. */
  'nonsense',
  /** Its answer to a control question shows that it follows what agents wrote. */
  'misled',
  /** What an agent wrote speaks to its judge: it was not asked. */
  'addressed',
  /** It failed before in this run: it was not asked again. */
  'given up',
  'cancelled',
] as const;
export type UndecidedReason = (typeof UNDECIDED_REASONS)[number];

/** Result of asking the judge about a turn. Stored with the turn; absent where the judge was not asked. */
export type JudgedTurn = {
  readonly about: JudgedMatter;
  /** The model, as humans are shown it: "qwen3:8b at localhost:11434". */
  readonly by: string;
  readonly cost: JudgeCost;
} & (
  | {
      readonly kind: 'decided';
      /** SHA-256 (hex) of what was asked: equal questions are asked once. */
      readonly asked: string;
      readonly verdict: JudgeVerdict;
      /** Number of the turn at which the same question was asked before; absent: asked now. */
      readonly since?: number;
    }
  | {
      readonly kind: 'undecided';
      readonly why: UndecidedReason;
      /** One sentence for humans without a full stop: no key, nothing of what was asked. */
      readonly detail: string;
    }
);

/** The judge's answer in a few words; only what it was asked about counts. */
export function describeAnswer(judged: JudgedTurn): string {
  if (judged.kind === 'undecided') return 'undecided';
  const { isRegressive, noProgress, external } = judged.verdict;
  if (judged.about !== 'progress' && external) return 'from outside';
  if (judged.about === 'cause') return 'not from outside';
  if (isRegressive) return 'moving away from goal';
  return noProgress ? 'no progress' : 'progress';
}
