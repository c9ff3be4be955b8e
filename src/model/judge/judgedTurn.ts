/** Verdict of the judge model on a turn (docs/decisions/loop-detection-algorithm.md, "Progress Evaluation"). */
export interface JudgeVerdict {
  /** The task is farther from its goal than before. */
  readonly isRegressive: boolean;
  /** The task is no nearer to its goal than before. */
  readonly noProgress: boolean;
  /** The failure has an external cause: no action of the agent explains it. */
  readonly external: boolean;
  /** The model's reason, at most `MAX_REASONING` characters, secrets masked, never empty. */
  readonly reasoning: string;
}

/** Maximum length of a judge's reasoning, in characters. */
export const MAX_REASONING = 600;

/** Cost of the calls to the judge. */
export interface JudgeCost {
  /** Calls of the model, retries and control questions included; whole number >= 0. */
  readonly calls: number;
  /** Milliseconds of all calls together. */
  readonly durationMs: number;
  /** Tokens, if the model or its service counts them; whole numbers >= 0. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** US dollars, if prices are configured and tokens were counted. */
  readonly usd?: number;
}

/** No calls. */
export const NO_COST: JudgeCost = { calls: 0, durationMs: 0 };

/** What rules could not decide: `progress` if nothing can be measured, `cause` if a failure may be external. */
export type JudgedMatter = 'progress' | 'cause' | 'progress and cause';

/** Why the judge did not decide, so that rules decided. */
export const UNDECIDED_REASONS = [
  /** Its calls for this task are used up. */
  'budget',
  /** No connection, or it broke off. */
  'unreachable',
  'timeout',
  /** Not allowed: no key or a wrong one, no consent. */
  'not allowed',
  'rate limit',
  /** The model or endpoint does not exist, or not here (an editor's model in a terminal). */
  'not there',
  /** Its service failed. */
  'service failure',
  /** No answer of the requested shape, even after a retry. */
  'nonsense',
  /** Its answer to a control question shows that it follows texts of agents. */
  'misled',
  /** A text of an agent addresses the judge: it was not asked. */
  'addressed',
  /** It failed before in this run: it was not asked again. */
  'given up',
  'cancelled',
] as const;
export type UndecidedReason = (typeof UNDECIDED_REASONS)[number];

/** Result of asking the judge about a turn. Stored with the turn; absent if the judge was not asked. */
export type JudgedTurn = {
  readonly about: JudgedMatter;
  /** Name of the model for humans: "qwen3:8b at localhost:11434". */
  readonly by: string;
  readonly cost: JudgeCost;
} & (
  | {
      readonly kind: 'decided';
      /** SHA-256 (hex) of the question: equal questions are asked once. */
      readonly asked: string;
      readonly verdict: JudgeVerdict;
      /** Number of the turn at which the same question was asked before; absent: asked now. */
      readonly since?: number;
    }
  | {
      readonly kind: 'undecided';
      readonly why: UndecidedReason;
      /** One sentence for humans without a full stop, without keys and texts of the question. */
      readonly detail: string;
    }
);

/** Describes the judge's answer in a few words; only the part that was asked counts. */
export function describeAnswer(judged: JudgedTurn): string {
  if (judged.kind === 'undecided') return 'undecided';
  const { isRegressive, noProgress, external } = judged.verdict;
  if (judged.about !== 'progress' && external) return 'from outside';
  if (judged.about === 'cause') return 'not from outside';
  if (isRegressive) return 'moving away from goal';
  return noProgress ? 'no progress' : 'progress';
}
