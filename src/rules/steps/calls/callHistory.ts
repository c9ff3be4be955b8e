import type { Step } from '../../../model/steps/step';
import { nameCall } from '../shown/nameCall';
import { RecentMap } from '../memory/recentMap';
import type { KnownCall, ObservedStep } from './observedStep';
import { isChange, type StepEffect } from '../effects/stepEffect';
import { EditHistory } from '../edits/editHistory';
import { CallResult } from './callResult';
import { readStepEffect } from '../effects/readStepEffect';
import { readRefusedAction } from '../refusals/readRefusedAction';
import { listItems } from '../text/numberedItems';
import { parseArgs, toTextKey, type CallArgs } from '../text/parseArgs';
import { toExcerpt } from '../text/toExcerpt';
import { toWords, type Words } from '../text/toWords';

/** Maximum number of remembered calls, hence of calls in a cycle. */
const MAX_CALLS = 1_024;
/** Maximum number of remembered results per call. */
const MAX_RESULTS = 4;
/**
 * Number of new results in a row after which only the newest is compared for equivalence: the
 * call's result really varies.
 */
const MAX_VARIED = 8;
/** Maximum number of results whose text is kept; older ones match only if equal. */
const MAX_TEXTS = 128;
/** Maximum number of long results that are kept whole. */
const MAX_LONG_TEXTS = 8;

/** Commands that measure durations. */
const MEASURING_COMMAND =
  /\b(?:bench(?:mark)?s?|hyperfine|timeit)\b|(?:^|[;&|"'(]\s*)(?:time|perf stat)\s/i;

/** Records the calls and results of a run, in bounded memory. */
export class CallHistory {
  private readonly calls = new RecentMap<Call>(MAX_CALLS);
  private readonly texts: CallResult[] = [];
  private readonly longTexts: CallResult[] = [];
  private readonly edits = new EditHistory();
  private changeCount = 0;
  /** Number of the newest step that waited; -1 for none. */
  private newestWait = -1;

  /** Records a step and returns what is known about it. */
  record(step: Step): ObservedStep {
    const call = this.findCall(step);
    const { result, isNew } = this.findResult(call, step);
    const novelty: ObservedStep['novelty'] = !isNew ? '' : call.isKnown ? 'result' : 'call';
    const isNewChange = isNew && isChange(call.effect) && result.kind !== 'failure';
    if (isNewChange) this.changeCount += 1;
    const isAwaited = this.newestWait > (result.steps.at(-1) ?? Infinity);
    if (call.effect.kind === 'waits') this.newestWait = step.number;
    const hasMoved = call.newest !== undefined && call.newest !== result;
    call.newest = result;
    result.addStep(step, this.changeCount);
    call.isKnown = true;
    const edited = this.edits.record({ step, effect: call.effect, result });
    return { step, call, result, novelty, isNewChange, followsWait: isAwaited, hasMoved, edited };
  }

  private findCall(step: Step): Call {
    const read = parseArgs(step.args);
    const args = toTextKey(read.canonical);
    // Two tools rarely take the same arguments; the key of the second includes its name.
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

/** Finds the newest result of a call that differs from the given one only in volatile text. */
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
  newest: CallResult | undefined;
  /** Number of new results in a row. */
  newInRow = 0;
  readonly tool: string;
  readonly args: string;
  readonly effect: StepEffect;
  private knownName: string | undefined;
  private knownAction: string | undefined;
  private knownWords: Words | undefined;
  private knownItems: ReadonlySet<string> | undefined;
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

  get name(): string {
    return (this.knownName ??= nameCall(this));
  }

  get action(): string {
    return (this.knownAction ??= readRefusedAction(this));
  }

  get words(): Words {
    return (this.knownWords ??= toWords(this.args));
  }

  get items(): ReadonlySet<string> {
    return (this.knownItems ??= listItems(this.args));
  }
}
