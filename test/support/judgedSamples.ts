import type { JudgedTurn } from '../../src/model/judge/judgedTurn';

type Decided = Extract<JudgedTurn, { readonly kind: 'decided' }>;
type Undecided = Extract<JudgedTurn, { readonly kind: 'undecided' }>;

export const JUDGE_NAME = 'qwen3:8b at localhost:11434';

/** A judge that saw no progress, after two calls. */
export function decided(change: Partial<Decided> = {}): Decided {
  return {
    kind: 'decided',
    about: 'progress',
    by: JUDGE_NAME,
    asked: 'a'.repeat(64),
    cost: { calls: 2, durationMs: 3_100, inputTokens: 1_204, outputTokens: 80, usd: 0.0006 },
    verdict: {
      isRegressive: false,
      noProgress: true,
      external: false,
      reasoning: 'The same assertion fails as in attempts 1 and 2.',
    },
    ...change,
  };
}

/** One that says so instead. */
export function saying(
  verdict: Partial<Decided['verdict']>,
  change: Partial<Decided> = {},
): Decided {
  const whole = decided(change);
  return { ...whole, verdict: { ...whole.verdict, noProgress: false, ...verdict } };
}

/** A judge that was asked once and did not answer in time. */
export function undecided(change: Partial<Undecided> = {}): Undecided {
  return {
    kind: 'undecided',
    about: 'progress',
    by: JUDGE_NAME,
    cost: { calls: 1, durationMs: 60_000 },
    why: 'timeout',
    detail: 'no answer within 60 s',
    ...change,
  };
}

/** What a model may write: Markdown, HTML, commands of a terminal, bidirectional text, lines. */
export const HOSTILE_REASONING =
  '[open](command:devs.run) <img src=x onerror=1> `code` |cell|\n# heading\n\u001b[2Jgone\u202e ![i](http://x/y)';
