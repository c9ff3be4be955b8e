import { MAX_EVIDENCE, type Step } from '../../domain/step';
import { ComparedText } from './comparedText';
import { failureText } from './failureText';
import { isOutside, whatItSays } from './outside';
import { shownArguments } from './provingStep';
import { cut } from './quote';
import { Recent } from './recent';
import { resultKind, type ResultKind } from './resultKind';
import type { KnownCall, KnownResult, SeenStep } from './seenStep';
import type { StepEffect } from './effect';
import { stepEffect } from './stepEffect';
import { canonicalArgs, textKey } from './textKey';
import { keptText } from './volatileText';

/** Calls that are remembered; a cycle may be as long. */
const MAX_CALLS = 1_024;
/** Characters by which equal failures may differ in length, besides a third and what they repeat of their calls. */
const MOST_VARIED = 100;
/** Different results that are remembered of one call, the newest. */
const MAX_RESULTS = 4;
/** Results whose text is kept, the newest: older ones are the same only where every character is. */
const MAX_TEXTS = 128;

/** Commands that ask how long something takes. */
const MEASURES = /\b(?:bench(?:mark)?s?|hyperfine|timeit)\b|(?:^|[;&|"'(]\s*)(?:time|perf stat)\s/i;

/** Remembers the calls of a run and what they gave; of bounded memory. */
export class CallBook {
  private readonly calls = new Recent<Call>(MAX_CALLS);
  private readonly texts: Result[] = [];
  private change = 0;

  /** Takes a step in and tells what is known of it. */
  see(step: Step): SeenStep {
    const call = this.callOf(step);
    const { result, isNew } = this.resultOf(call, step);
    const news = !isNew ? '' : call.isOld ? 'result' : 'call';
    const isNewChange = isNew && changes(call.effect) && result.kind !== 'failure';
    if (isNewChange) this.change += 1;
    result.visit(step.number, this.change);
    call.isOld = true;
    return { step, call, result, news, isNewChange };
  }

  private callOf(step: Step): Call {
    const args = canonicalArgs(step.args);
    const key = textKey(`${step.tool}\n${args}`);
    const known = this.calls.get(key);
    if (known !== undefined) return known;
    const call = new Call(key, step, keptText(args));
    this.calls.set(key, call);
    return call;
  }

  private resultOf(call: Call, step: Step): { readonly result: Result; readonly isNew: boolean } {
    const key = textKey(step.result);
    const equal = call.results.find((each) => each.key === key);
    if (equal !== undefined) return { result: equal, isNew: false };
    const result = new Result(key, call, step);
    const like = call.isOld ? call.results.findLast((each) => each.isLike(result)) : undefined;
    if (like !== undefined) return { result: like, isNew: false };
    call.results.push(result);
    if (call.results.length > MAX_RESULTS) call.results.shift();
    this.texts.push(result);
    if (this.texts.length > MAX_TEXTS) this.texts.shift()?.forget();
    return { result, isNew: true };
  }
}

class Call implements KnownCall {
  readonly results: Result[] = [];
  isOld = false;
  readonly tool: string;
  readonly effect: StepEffect;
  private quoted: string | undefined;

  constructor(
    readonly key: string,
    step: Step,
    readonly args: string,
  ) {
    this.tool = step.tool;
    this.effect = stepEffect(step);
  }

  get quote(): string {
    return (this.quoted ??= cut(`${this.tool} ${shownArguments(this.args)}`));
  }
}

class Result implements KnownResult {
  readonly steps: number[] = [];
  sinceChange: number[] = [];
  private compared: ComparedText | undefined;
  private failure: ComparedText | undefined;
  private told: ResultKind | undefined;
  private outside: boolean | undefined;
  private said: KnownResult['says'] | undefined;
  private change = -1;

  constructor(
    readonly key: string,
    private readonly call: Call,
    { result, error }: Step,
  ) {
    this.compared = new ComparedText(result);
    if (error === true) this.told = 'failure';
  }

  get text(): string {
    return this.compared?.text ?? '';
  }

  get kind(): ResultKind {
    return (this.told ??= resultKind({ result: this.text }));
  }

  get says(): 'pending' | 'passed' | '' {
    return (this.said ??= whatItSays(this.text, this.kind));
  }

  get isOutside(): boolean {
    return (this.outside ??= isOutside(this.text, this.kind));
  }

  visit(step: number, change: number): void {
    if (change !== this.change) this.sinceChange = [];
    this.change = change;
    add(this.steps, step);
    add(this.sinceChange, step);
  }

  forget(): void {
    this.told = this.kind;
    this.outside = this.isOutside;
    this.said = this.says;
    this.compared = undefined;
    this.failure = undefined;
  }

  isLike(other: Result): boolean {
    if (this.key === other.key) return true;
    if (this.compared === undefined || other.compared === undefined) return false;
    // What is measured on purpose is no noise.
    if (MEASURES.test(this.call.args)) return false;
    return this.compared.isLike(other.compared);
  }

  isSameFailure(other: Result): boolean {
    if (this.kind !== 'failure' || other.kind !== 'failure') return false;
    if (this.isLike(other)) return true;
    if (!this.mayBeSameFailure(other)) return false;
    const [a, b] = [this.failureText(), other.failureText()];
    return a !== undefined && b !== undefined && a.text !== '' && a.isLike(b);
  }

  /** Whether their lengths allow it: what they repeat of their calls is left out, a little varies. */
  private mayBeSameFailure(other: Result): boolean {
    const [a, b] = [this.text.length, other.text.length];
    const repeated = this.call.args.length + other.call.args.length;
    return Math.abs(a - b) <= MOST_VARIED + Math.max(a, b) / 3 + repeated;
  }

  private failureText(): ComparedText | undefined {
    if (this.compared === undefined) return undefined;
    return (this.failure ??= new ComparedText(
      failureText(this.text, this.call.args, changes(this.call.effect)),
    ));
  }
}

function changes({ kind }: StepEffect): boolean {
  return kind === 'changes' || kind === 'replaces' || kind === 'writes';
}

function add(steps: number[], step: number): void {
  steps.push(step);
  if (steps.length > MAX_EVIDENCE) steps.shift();
}
