import { createJudgePrompt, type JudgePrompt } from '../../rules/judge/judgePrompt';
import type { JudgeQuestion } from '../../rules/judge/judgeQuestion';
import { readAnswer } from '../../rules/judge/readAnswer';
import type { JudgeSettings } from '../../model/config/config';
import {
  NO_COST,
  type JudgeCost,
  type JudgeVerdict,
  type UndecidedReason,
} from '../../model/judge/judgedTurn';
import type { Clock } from '../../ports/clock';
import type { Judge, JudgeOptions, JudgeReply } from '../../ports/judge';

/** Result of one question, including its retry. */
export type Asked =
  | { readonly kind: 'answered'; readonly verdict: JudgeVerdict }
  | {
      readonly kind: 'failed';
      readonly why: UndecidedReason;
      readonly detail: string;
      readonly permanent: boolean;
    };

type Failed = Extract<Asked, { readonly kind: 'failed' }>;

interface AskedModelOptions {
  readonly judge: Judge;
  readonly settings: Pick<JudgeSettings, 'timeoutMs'>;
  readonly clock: Clock;
}

interface AskedModelLimits {
  readonly signal: AbortSignal;
  readonly callsLeft: number;
  readonly msLeft: () => number;
}

/** Before a second try where the service asked for fewer calls. */
const SECOND_TRY_MS = 2_000;

const USED_UP: Failed = {
  kind: 'failed',
  why: 'budget',
  detail: 'its calls for this task are used up (judge.maxCalls)',
  permanent: false,
};

const OUT_OF_TIME: Failed = {
  kind: 'failed',
  why: 'timeout',
  detail: 'the run has no time left',
  permanent: false,
};

/** The model for one turn: what is asked of it adds up, and never goes beyond the calls that are left. */
export class AskedModel {
  private spent: JudgeCost = NO_COST;

  constructor(
    private readonly options: AskedModelOptions,
    private readonly limits: AskedModelLimits,
  ) {}

  /** Everything so far, failed calls included. */
  get cost(): JudgeCost {
    return this.spent;
  }

  /** Asks, and retries once after a failure that may be temporary. */
  async ask(question: JudgeQuestion): Promise<Asked> {
    const first = await this.askOnce(question);
    if (first.kind === 'answered' || !mayGoBetter(first)) return first;
    if (this.callsLeft() === 0) return first;
    if (first.why === 'rate limit')
      await this.options.clock.wait(SECOND_TRY_MS, this.limits.signal);
    if (this.limits.signal.aborted) return first;
    return await this.askOnce(question);
  }

  private callsLeft(): number {
    return Math.max(0, this.limits.callsLeft - this.spent.calls);
  }

  private async askOnce(question: JudgeQuestion): Promise<Asked> {
    const maxCalls = this.callsLeft();
    if (maxCalls === 0) return USED_UP;
    const { judge, settings, clock } = this.options;
    const { signal } = this.limits;
    const msLeft = this.limits.msLeft();
    if (msLeft <= 0) return OUT_OF_TIME;
    const began = clock.elapsed();
    const timeoutMs = Math.max(1, Math.min(settings.timeoutMs, msLeft));
    const reply = await replyOf(judge, createJudgePrompt(question), {
      signal,
      timeoutMs,
      maxCalls,
    });
    this.spend(reply, clock.elapsed() - began);
    if (reply.kind === 'failed') {
      const { why, detail, permanent } = reply;
      return { kind: 'failed', why, detail, permanent };
    }
    const verdict = readAnswer(reply.text);
    return verdict === undefined ? nonsense(judge) : { kind: 'answered', verdict };
  }

  private spend(reply: JudgeReply, ms: number): void {
    const tokens: Pick<JudgeCost, 'inputTokens' | 'outputTokens'> =
      reply.kind === 'answered' ? reply : {};
    const { calls, durationMs } = this.spent;
    const inputTokens = sum(this.spent.inputTokens, tokens.inputTokens);
    const outputTokens = sum(this.spent.outputTokens, tokens.outputTokens);
    this.spent = {
      calls: calls + reply.calls,
      durationMs: durationMs + Math.max(0, ms),
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
    };
  }
}

/** Reply of a judge; a rejected promise counts as a failure, and its message is not shown. */
async function replyOf(
  judge: Judge,
  prompt: JudgePrompt,
  options: JudgeOptions,
): Promise<JudgeReply> {
  try {
    return await judge.ask(prompt, options);
  } catch {
    const detail = `${judge.name} could not be asked`;
    return { kind: 'failed', why: 'service failure', detail, permanent: false, calls: 1 };
  }
}

function mayGoBetter({ why, permanent }: Failed): boolean {
  return !permanent && why !== 'cancelled' && why !== 'budget';
}

function nonsense({ name }: Judge): Failed {
  return {
    kind: 'failed',
    why: 'nonsense',
    detail: `${name} gave no answer in the requested format`,
    permanent: false,
  };
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
