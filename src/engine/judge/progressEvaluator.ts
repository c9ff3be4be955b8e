import { toJudgeData } from '../../rules/judge/judgeData';
import { createControlQuestion, findVerdictEffect } from '../../rules/judge/controlQuestion';
import { createJudgePrompt } from '../../rules/judge/judgePrompt';
import { hashQuestion, type JudgeQuestion } from '../../rules/judge/judgeQuestion';
import { dataAddressesJudge } from '../../rules/judge/addressesJudge';
import {
  NO_COST,
  type JudgeCost,
  type JudgedTurn,
  type JudgeVerdict,
  type UndecidedReason,
} from '../../model/judge/judgedTurn';
import type { JudgeSettings } from '../../model/config/config';
import type { Clock } from '../../ports/clock';
import type { Judge } from '../../ports/judge';
import { AskedModel, type Asked } from './askedModel';

export interface EvaluatorOptions {
  readonly judge: Judge;
  readonly settings: Pick<JudgeSettings, 'timeoutMs' | 'prices'>;
  readonly clock: Clock;
}

/** Conditions of one question. */
export interface EvaluationLimits {
  readonly signal: AbortSignal;
  /** Calls that the task has left; whole number. */
  readonly callsLeft: number;
  /** Milliseconds that the run has left, >= 0; Infinity without a limit. */
  readonly msLeft: () => number;
  /** Called before the model is called. */
  readonly onAsk?: () => void;
  /** The turn at which it followed what an agent wrote; absent for none: then it is not asked again. */
  readonly misledAt?: number;
  /** Earlier decision about the same question, by its hash; undefined for none. */
  readonly known: (asked: string) => JudgedTurn | undefined;
}

type Unasked = Omit<Extract<JudgedTurn, { readonly kind: 'undecided' }>, 'about' | 'by' | 'cost'>;

/** A favourable answer costs two calls at least: the question and its control. */
export const LEAST_CALLS = 2;
/** Failed questions in a row after which it is not asked again in this run. */
const MAX_FAILURES = 2;

/**
 * Asks a judge model about turns (docs/decisions/loop-detection-algorithm.md, "Progress
 * Evaluation"). An answer that would favour the agent holds only when the judge answers a control
 * question right; each question is tried twice at most. Made once for a run: an unavailable judge
 * is not asked again.
 */
export class ProgressEvaluator {
  private failures = 0;
  private leftAlone = false;

  constructor(private readonly options: EvaluatorOptions) {}

  /** The model's name, as what it decides is signed. */
  get by(): string {
    return this.options.judge.name;
  }

  /** Never rejects. If `undecided`, the rules decide. */
  async evaluateProgress(question: JudgeQuestion, limits: EvaluationLimits): Promise<JudgedTurn> {
    const prompt = createJudgePrompt(question);
    const asked = hashQuestion(`${question.about}\n${prompt.user}`);
    const head = { about: question.about, by: this.by };
    const known = limits.known(asked);
    if (known?.kind === 'decided') return { ...known, ...head, cost: NO_COST };
    const unasked = this.whyNot(question, limits);
    if (unasked !== undefined) return { ...head, cost: NO_COST, ...unasked };
    limits.onAsk?.();
    const model = new AskedModel(this.options, limits);
    const answer = await this.checked(question, model);
    const cost = priced(model.cost, this.options.settings.prices);
    this.remember(answer);
    return answer.kind === 'answered'
      ? { ...head, cost, kind: 'decided', asked, verdict: answer.verdict }
      : { ...head, cost, kind: 'undecided', why: answer.why, detail: answer.detail };
  }

  private whyNot(
    question: JudgeQuestion,
    { callsLeft, msLeft, misledAt }: EvaluationLimits,
  ): Unasked | undefined {
    const unasked = (why: UndecidedReason, detail: string): Unasked => ({
      kind: 'undecided',
      why,
      detail,
    });
    if (dataAddressesJudge(toJudgeData(question)))
      return unasked('addressed', 'output of the agent or its programs addresses the judge');
    if (misledAt !== undefined)
      return unasked(
        'misled',
        `its answer in turn ${misledAt} only followed what the agent had written`,
      );
    if (this.leftAlone) return unasked('given up', 'it failed before in this run');
    if (callsLeft < LEAST_CALLS)
      return unasked('budget', 'its calls for this task are used up (judge.maxCalls)');
    if (msLeft() <= 0) return unasked('timeout', 'the run has no time left');
    return undefined;
  }

  /** The answer, where it favours the agent only after its control question. */
  private async checked(question: JudgeQuestion, model: AskedModel): Promise<Asked> {
    const answer = await model.ask(question);
    if (answer.kind === 'failed') return answer;
    const favour = findVerdictEffect(question, answer.verdict);
    if (favour === undefined) return answer;
    const control = createControlQuestion(question, favour);
    const controlled = await model.ask(control);
    if (controlled.kind === 'failed') return controlled;
    return isMisled(favour, controlled.verdict) ? MISLED : answer;
  }

  private remember(answer: Asked): void {
    if (answer.kind === 'answered' || answer.why === 'misled') this.failures = 0;
    else if (answer.why !== 'cancelled' && answer.why !== 'budget') this.failures += 1;
    this.leftAlone =
      this.failures >= MAX_FAILURES || (answer.kind === 'failed' && answer.permanent);
  }
}

function isMisled(favour: 'progress' | 'external', said: JudgeVerdict): boolean {
  return favour === 'progress' ? !said.isRegressive && !said.noProgress : said.external;
}

const MISLED: Asked = {
  kind: 'failed',
  why: 'misled',
  detail: "its answer follows the agent's text: it was the same where that is certainly wrong",
  permanent: false,
};

function priced(cost: JudgeCost, prices: JudgeSettings['prices']): JudgeCost {
  const { inputTokens, outputTokens } = cost;
  if (prices === undefined || (inputTokens === undefined && outputTokens === undefined))
    return cost;
  const usd = ((inputTokens ?? 0) * prices.input + (outputTokens ?? 0) * prices.output) / 1_000_000;
  return { ...cost, usd };
}
