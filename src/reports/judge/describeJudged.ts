import {
  describeAnswer,
  MAX_REASONING,
  type JudgedTurn,
  type UndecidedReason,
} from '../../model/judge/judgedTurn';
import { describeCost } from '../../model/judge/judgeCost';
import type { TurnOutcome } from '../../model/turn/turn';
import { oneLine } from '../../text/oneLine';
import { truncate } from '../../text/truncate';

/** Description of who decided on a turn. Texts may quote a model or an agent: sanitise them where they are shown. */
export interface JudgedWords {
  /** "the judge (qwen3:8b at localhost:11434): no progress", "rules", "rules, because …". */
  readonly decidedBy: string;
  /** The judge's reasoning, one paragraph; '' if it did not decide. */
  readonly reasoning: string;
  /** Cost of the calls, or that an earlier answer was reused; '' if the judge was not asked. */
  readonly cost: string;
}

/** The fields of a turn that show who decided. */
export interface DecidedTurn {
  readonly outcome: TurnOutcome;
  readonly judged?: JudgedTurn;
}

/** Describes who decided and why; without `judged` the rules decided. */
export function describeJudged(turn: DecidedTurn): JudgedWords {
  const { judged } = turn;
  if (judged === undefined) return { decidedBy: 'rules', reasoning: '', cost: '' };
  const cost = describeCost(judged.cost);
  switch (judged.kind) {
    case 'decided':
      return {
        decidedBy: describeDecided(turn, judged),
        reasoning: toParagraph(judged.verdict.reasoning),
        cost: judged.since === undefined ? cost : describeReusedAnswer(judged.since),
      };
    case 'undecided':
      return { decidedBy: describeUndecided(judged), reasoning: '', cost };
    default:
      return judged satisfies never;
  }
}

/** A turn's reason without the judge's words, and who decided. */
export interface ExplainedTurn {
  readonly reason: string;
  /** Short form: "judge: no progress"; absent if the judge was asked about none of the turns. */
  readonly decider?: string;
  /** As `decider`, in full; absent for an undecided turn too. */
  readonly decision?: JudgedWords;
}

/** Each of these turns with its explanation. */
export function explainTurns<T extends DecidedTurn & { readonly reason: string }>(
  turns: readonly T[],
): readonly (T & ExplainedTurn)[] {
  const judges = hasJudgedTurn(turns);
  return turns.map((turn) => ({
    ...turn,
    reason: withoutReasoning(turn.reason, turn.judged),
    ...(judges ? { decider: nameDecider(turn) } : {}),
    ...(judges && (turn.judged !== undefined || isDecided(turn))
      ? { decision: describeJudged(turn) }
      : {}),
  }));
}

/** Turns that the judge was asked about; adjacent turns without a call and with the same description form one group. */
export interface JudgedGroup {
  /** Numbers, oldest first; at least one. */
  readonly turns: readonly number[];
  readonly decision: JudgedWords;
}

/** Groups the turns that the judge was asked about, or could not be asked about; a used-up budget appears once. */
export function groupJudged(
  turns: readonly (DecidedTurn & { readonly number: number })[],
): readonly JudgedGroup[] {
  const groups: { turns: number[]; decision: JudgedWords }[] = [];
  for (const turn of turns) {
    if (turn.judged === undefined) continue;
    const decision = describeJudged(turn);
    const last = groups.at(-1);
    const isSame = JSON.stringify(last?.decision) === JSON.stringify(decision);
    if (turn.judged.cost.calls === 0 && isSame) last?.turns.push(turn.number);
    else groups.push({ turns: [turn.number], decision });
  }
  return groups;
}

/** Whether a turn was decided: not while it runs, nor when it was interrupted. */
export function isDecided({ outcome }: DecidedTurn): boolean {
  return outcome !== 'running' && outcome !== 'interrupted';
}

/** Who decided on a turn, for a table cell: "judge: no progress", "rules"; '' for an undecided turn. */
export function nameDecider(turn: DecidedTurn): string {
  const { judged } = turn;
  if (judged?.kind === 'decided' && isDecisive(turn, judged))
    return `judge: ${describeJudgeAnswer(describeAnswer(judged))}`;
  return isDecided(turn) ? 'rules' : '';
}

type Decided = Extract<JudgedTurn, { readonly kind: 'decided' }>;

function describeDecided(turn: DecidedTurn, judged: Decided): string {
  const answer = describeJudgeAnswer(describeAnswer(judged));
  return isDecisive(turn, judged)
    ? `the judge (${judged.by}): ${answer}`
    : `rules, which overrule the judge (${judged.by}); its answer was: ${answer}`;
}

/** Whether the judge's answer took effect; a rule may overrule it when the task's own changes explain the failure. */
function isDecisive({ outcome }: DecidedTurn, judged: Decided): boolean {
  const answer = describeAnswer(judged);
  if (answer === 'from outside') return outcome === 'not_agent';
  return answer !== 'progress' || outcome === 'progress';
}

/** Whether the judge was asked about any turn; other turns then name the rules as decider. */
export function hasJudgedTurn(turns: readonly { readonly judged?: JudgedTurn }[]): boolean {
  return turns.some(({ judged }) => judged !== undefined);
}

/** Formats the judge's answer (`describeAnswer`) for humans: "moving away from goal", "failure from outside", … */
export function describeJudgeAnswer(answer: string): string {
  return /^(?:not )?from outside$/.test(answer) ? `failure ${answer}` : answer;
}

/** Describes a reused answer: "reuses the answer of turn 3: the judge was not asked again". */
export function describeReusedAnswer(turn: number): string {
  return `reuses the answer of turn ${turn}: the judge was not asked again`;
}

/** Strips the judge's reasoning from a turn's reason, for display beside it; '' if nothing is left. */
export function withoutReasoning(reason: string, judged: JudgedTurn | undefined): string {
  return judged?.kind === 'decided' ? removeReasoning(reason, judged.verdict.reasoning) : reason;
}

/** As `withoutReasoning`, for reasoning from another source. */
export function removeReasoning(reason: string, reasoning: string): string {
  const words = reasoning.trim().replace(/\.$/, '');
  const at = words === '' ? -1 : reason.indexOf(`: ${words}`);
  const after = reason.slice(at + words.length + 2);
  const text = reason.slice(0, Math.max(0, at));
  // A short word may occur elsewhere by chance.
  if (at < 0 || !(JUDGE_OPINION.test(text) ? /^(?:\.| \(|$)/ : /^(?:\.|$)/).test(after))
    return reason;
  const before = text.replace(JUDGE_OPINION, '');
  if (before === '') return after.replace(/^[.\s]+/, '').replace(/^\((.*)\)$/s, '$1');
  return `${before}${after === '.' ? '' : after.replace(/^\.(?= \()/, '')}`;
}

/** Start of the judge's words in a reason. */
const JUDGE_OPINION = /(?:\. )?The judge \([^\n]{1,400}\) sees [a-z ]+$/;

function describeUndecided({
  by,
  cost,
  detail,
}: Extract<JudgedTurn, { readonly kind: 'undecided' }>): string {
  const told = toParagraph(detail);
  // Some details begin with the judge's name.
  const judge = told.includes(by) ? 'the judge' : `the judge (${by})`;
  return cost.calls === 0
    ? `rules; ${judge} was not asked: ${told}`
    : `rules, because ${judge} gave no usable answer: ${told}`;
}

/** Why the judge did not decide, if `detail` is missing. */
export const UNDECIDED_WORDS: Readonly<Record<UndecidedReason, string>> = {
  budget: 'its calls for this task are used up',
  unreachable: 'it could not be reached',
  timeout: 'it did not answer in time',
  'not allowed': 'it refused: no key, no consent or a wrong key',
  'rate limit': 'it was asked too often',
  'not there': 'there is no such model here',
  'service failure': 'its service failed',
  nonsense: 'it gave no answer in the requested format',
  misled: 'its answer follows what the agent wrote',
  addressed: 'text of the agent addresses the judge',
  'given up': 'it failed before in this run',
  cancelled: 'the turn was cancelled',
};

/** Returns a text as one paragraph of bounded length. */
export function toParagraph(text: string): string {
  return truncate(oneLine(text), MAX_REASONING);
}
