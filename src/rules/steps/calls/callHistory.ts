import type { Step } from '../../../model/steps/step';
import { simplifyArguments } from '../shown/toProvingStep';
import { toQuote } from '../shown/toQuote';
import { RecentMap } from './recentMap';
import type { KnownCall, ObservedStep } from './observedStep';
import { isChange, type StepEffect } from '../effects/stepEffect';
import { CallResult } from './callResult';
import { readStepEffect } from '../effects/readStepEffect';
import { parseArgs, toTextKey, type CallArgs } from '../text/parseArgs';
import { toExcerpt } from '../text/toExcerpt';

/** Calls that are remembered; a cycle may be as long. */
const MAX_CALLS = 1_024;
/** Different results that are remembered of one call, the newest. */
const MAX_RESULTS = 4;
/** Results in a row that were all new, after which only the newest is compared by what varies: the call really varies. */
const MAX_VARIED = 8;
/** Results whose text is kept, the newest: older ones are the same only where every character is. */
const MAX_TEXTS = 128;
/** Long results that are kept as a whole, the newest. */
const MAX_LONG_TEXTS = 8;

/** Commands that ask how long something takes. */
const MEASURING_COMMAND =
  /\b(?:bench(?:mark)?s?|hyperfine|timeit)\b|(?:^|[;&|"'(]\s*)(?:time|perf stat)\s/i;

/** Remembers the calls of a run and what they gave; of bounded memory. */
export class CallHistory {
  private readonly calls = new RecentMap<Call>(MAX_CALLS);
  private readonly texts: CallResult[] = [];
  private readonly longTexts: CallResult[] = [];
  private changeCount = 0;
  /** Number of the newest step that waited. */
  private newestWait = -1;

  /** Takes a step in and tells what is known of it. */
  record(step: Step): ObservedStep {
    const call = this.findCall(step);
    const { result, isNew } = this.findResult(call, step);
    const news = !isNew ? '' : call.isKnown ? 'result' : 'call';
    const isNewChange = isNew && isChange(call.effect) && result.kind !== 'failure';
    if (isNewChange) this.changeCount += 1;
    const isAwaited = this.newestWait > (result.steps.at(-1) ?? Infinity);
    if (call.effect.kind === 'waits') this.newestWait = step.number;
    result.addStep(step, this.changeCount);
    call.isKnown = true;
    return { step, call, result, novelty: news, isNewChange, followsWait: isAwaited };
  }

  private findCall(step: Step): Call {
    const read = parseArgs(step.args);
    const args = toTextKey(read.canonical);
    // Hardly ever do two tools take the same arguments: those of the second are told apart by its name.
    const sameArgs = this.calls.get(args);
    if (sameArgs?.tool === step.tool) return sameArgs;
    const key = sameArgs === undefined ? args : `${step.tool}\n${args}`;
    const known = sameArgs === undefined ? undefined : this.calls.get(key);
    if (known !== undefined) return known;
    const call = new Call(key, step, read);
    this.calls.set(key, call);
    return call;
  }

  private findResult(
    call: Call,
    step: Step,
  ): { readonly result: CallResult; readonly isNew: boolean } {
    const equal = findSameText(step.result, call.results);
    if (equal !== undefined) {
      if (equal.restoreText(step)) this.keepText(equal);
      return { result: equal, isNew: false };
    }
    const result = new CallResult(call, step);
    const equivalent = findEquivalent(result, call);
    call.newInRow = equivalent === undefined ? call.newInRow + 1 : 0;
    if (equivalent !== undefined) return { result: equivalent, isNew: false };
    call.results.push(result);
    if (call.results.length > MAX_RESULTS) call.results.shift();
    this.keepText(result);
    if (result.isLong) this.keepLongText(result);
    return { result, isNew: true };
  }

  private keepText(result: CallResult): void {
    this.texts.push(result);
    if (this.texts.length > MAX_TEXTS) this.texts.shift()?.dropText();
  }

  private keepLongText(result: CallResult): void {
    this.longTexts.push(result);
    if (this.longTexts.length > MAX_LONG_TEXTS) this.longTexts.shift()?.dropLongText();
  }
}

function findSameText(text: string, results: readonly CallResult[]): CallResult | undefined {
  for (const each of results) if (each.hasText(text)) return each;
  return undefined;
}

/** The newest result of a call that differs from another one only in what varies. */
function findEquivalent(
  result: CallResult,
  { results, newInRow: varied }: Call,
): CallResult | undefined {
  const oldest = varied < MAX_VARIED ? 0 : results.length - 1;
  for (let at = results.length - 1; at >= oldest; at -= 1) {
    const each = results[at];
    if (each?.isEquivalentTo(result) === true) return each;
  }
  return undefined;
}

class Call implements KnownCall {
  readonly results: CallResult[] = [];
  isKnown = false;
  /** Results in a row that were all new. */
  newInRow = 0;
  readonly tool: string;
  readonly args: string;
  readonly effect: StepEffect;
  private quoted: string | undefined;
  private measuring: boolean | undefined;

  constructor(
    readonly key: string,
    step: Step,
    { canonical, value }: CallArgs,
  ) {
    this.tool = step.tool;
    this.args = toExcerpt(canonical);
    this.effect = readStepEffect(step, value);
  }

  get isMeasurement(): boolean {
    return (this.measuring ??= MEASURING_COMMAND.test(this.args));
  }

  get quote(): string {
    return (this.quoted ??= toQuote(`${this.tool} ${simplifyArguments(this.args)}`));
  }
}
