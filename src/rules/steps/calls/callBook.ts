import type { Step } from '../../../model/steps/step';
import { shownArguments } from '../shown/provingStep';
import { cut } from '../shown/quote';
import { Recent } from './recent';
import type { KnownCall, SeenStep } from './seenStep';
import { isChange, type StepEffect } from '../effects/effect';
import { GivenResult } from './givenResult';
import { stepEffect } from '../effects/stepEffect';
import { readArgs, textKey, type ReadArgs } from '../text/textKey';
import { keptText } from '../text/keptText';

/** Calls that are remembered; a cycle may be as long. */
const MAX_CALLS = 1_024;
/** Different results that are remembered of one call, the newest. */
const MAX_RESULTS = 4;
/** Results in a row that were all new, after which only the newest is compared by what varies: the call really varies. */
const VARIED = 8;
/** Results whose text is kept, the newest: older ones are the same only where every character is. */
const MAX_TEXTS = 128;
/** Long results that are kept as a whole, the newest. */
const MAX_WHOLE_TEXTS = 8;

/** Commands that ask how long something takes. */
const MEASURES = /\b(?:bench(?:mark)?s?|hyperfine|timeit)\b|(?:^|[;&|"'(]\s*)(?:time|perf stat)\s/i;

/** Remembers the calls of a run and what they gave; of bounded memory. */
export class CallBook {
  private readonly calls = new Recent<Call>(MAX_CALLS);
  private readonly texts: GivenResult[] = [];
  private readonly wholeTexts: GivenResult[] = [];
  private change = 0;
  /** Number of the newest step that waited. */
  private waited = -1;

  /** Takes a step in and tells what is known of it. */
  see(step: Step): SeenStep {
    const call = this.callOf(step);
    const { result, isNew } = this.resultOf(call, step);
    const news = !isNew ? '' : call.isOld ? 'result' : 'call';
    const isNewChange = isNew && isChange(call.effect) && result.kind !== 'failure';
    if (isNewChange) this.change += 1;
    const isAwaited = this.waited > (result.steps.at(-1) ?? Infinity);
    if (call.effect.kind === 'waits') this.waited = step.number;
    result.visit(step, this.change);
    call.isOld = true;
    return { step, call, result, news, isNewChange, isAwaited };
  }

  private callOf(step: Step): Call {
    const read = readArgs(step.args);
    const args = textKey(read.canonical);
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

  private resultOf(
    call: Call,
    step: Step,
  ): { readonly result: GivenResult; readonly isNew: boolean } {
    const equal = givenAs(step.result, call.results);
    if (equal !== undefined) {
      if (equal.remember(step)) this.keep(equal);
      return { result: equal, isNew: false };
    }
    const result = new GivenResult(call, step);
    const like = newestLike(result, call);
    call.varied = like === undefined ? call.varied + 1 : 0;
    if (like !== undefined) return { result: like, isNew: false };
    call.results.push(result);
    if (call.results.length > MAX_RESULTS) call.results.shift();
    this.keep(result);
    if (result.isLong) this.keepWhole(result);
    return { result, isNew: true };
  }

  private keep(result: GivenResult): void {
    this.texts.push(result);
    if (this.texts.length > MAX_TEXTS) this.texts.shift()?.forget();
  }

  private keepWhole(result: GivenResult): void {
    this.wholeTexts.push(result);
    if (this.wholeTexts.length > MAX_WHOLE_TEXTS) this.wholeTexts.shift()?.forgetBetween();
  }
}

function givenAs(text: string, results: readonly GivenResult[]): GivenResult | undefined {
  for (const each of results) if (each.isText(text)) return each;
  return undefined;
}

/** The newest result of a call that differs from another one only in what varies. */
function newestLike(result: GivenResult, { results, varied }: Call): GivenResult | undefined {
  const oldest = varied < VARIED ? 0 : results.length - 1;
  for (let at = results.length - 1; at >= oldest; at -= 1) {
    const each = results[at];
    if (each?.isLike(result) === true) return each;
  }
  return undefined;
}

class Call implements KnownCall {
  readonly results: GivenResult[] = [];
  isOld = false;
  /** Results in a row that were all new. */
  varied = 0;
  readonly tool: string;
  readonly args: string;
  readonly effect: StepEffect;
  private quoted: string | undefined;
  private measuring: boolean | undefined;

  constructor(
    readonly key: string,
    step: Step,
    { canonical, value }: ReadArgs,
  ) {
    this.tool = step.tool;
    this.args = keptText(canonical);
    this.effect = stepEffect(step, value);
  }

  get measures(): boolean {
    return (this.measuring ??= MEASURES.test(this.args));
  }

  get quote(): string {
    return (this.quoted ??= cut(`${this.tool} ${shownArguments(this.args)}`));
  }
}
