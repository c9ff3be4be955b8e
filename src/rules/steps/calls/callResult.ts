import type { Refusal } from '../../../model/failure/refusal';
import { MAX_EVIDENCE, type Step } from '../../../model/steps/step';
import { ComparableText } from '../text/comparableText';
import { isChange } from '../effects/stepEffect';
import { readFailureText } from '../text/readFailureText';
import {
  mayHaveExternalCause,
  findExternalCause,
  readResultStatus,
  type ExternalCause,
} from '../results/findExternalCause';
import { readRefusal } from '../refusals/readRefusal';
import { isUsageText } from '../refusals/classifyRejection';
import { startsWithFailure, classifyResult, type ResultKind } from '../results/classifyResult';
import type { KnownCall, KnownResult } from './observedStep';
import { toTextKey } from '../text/parseArgs';
import { splitExcerpt, toExcerpt, EXCERPT_END } from '../text/toExcerpt';
import { hashMiddle, LongText } from '../text/longText';

/** Characters by which equal failures may differ in length, besides a third and what they repeat of their calls. */
const LENGTH_TOLERANCE = 100;

/** Longest result that is looked at for a refusal when it comes for the first time. */
const MAX_FIRST_REFUSAL = 1_500;

const NONE: number[] = [];

/** A result of a call, with what is found out about it when somebody asks. */
export class CallResult implements KnownResult {
  steps: number[] = NONE;
  countSinceChange = 0;
  /** Undefined once it is forgotten. */
  private excerpt: string | undefined;
  private comparable: ComparableText | undefined;
  private comparableFailure: ComparableText | undefined;
  private knownKind: ResultKind | undefined;
  /** `null`: nothing outside. */
  private externalCause: ExternalCause | null | undefined;
  private knownRefusal: Refusal | undefined;
  private mayBeRefusal: boolean | undefined;
  private knownStatus: KnownResult['status'] | undefined;
  private lastChange = -1;
  /** Number of the first call of those made at once that gave it last. */
  private lastBatch = -1;
  /** It is told that the call ended well: nobody refused it. */
  private readonly endedWell: boolean;
  /** What was read was there: words about failures stand in it. */
  private readonly isReadContent: boolean;
  private readonly length: number;
  /** Stands for what is between the ends of a long text. */
  private readonly middleHash: string | number;
  /** The whole of a text of which only the ends are kept; undefined for a short one. */
  private readonly longText: LongText | undefined;
  /** Stands for the kept text once it is forgotten. */
  private droppedKey = '';

  constructor(
    private readonly call: KnownCall,
    { result, error }: Step,
  ) {
    this.excerpt = toExcerpt(result);
    this.length = result.length;
    this.middleHash = hashOmittedMiddle(result, this.excerpt, call);
    if (this.isLong) this.longText = new LongText(result);
    if (error === true) this.knownKind = 'failure';
    this.endedWell = error === false;
    this.isReadContent = this.endedWell && call.effect.kind === 'reads';
  }

  /** Only its ends are kept. */
  get isLong(): boolean {
    return this.length > 2 * EXCERPT_END;
  }

  get key(): string {
    return this.excerpt === undefined ? this.droppedKey : toTextKey(this.excerpt);
  }

  get text(): string {
    return this.excerpt ?? '';
  }

  get kind(): ResultKind {
    return (this.knownKind ??= this.isRejectedChange() ? 'failure' : this.classifyText());
  }

  private classifyText(): ResultKind {
    const kind = classifyResult({ result: this.text });
    return this.isReadContent && kind === 'failure' && !startsWithFailure(this.text)
      ? 'answer'
      : kind;
  }

  /** What was to be changed was not: it is only said how to do it. */
  private isRejectedChange(): boolean {
    return isChange(this.call.effect) && isUsageText(this.text, this.call);
  }

  get status(): 'pending' | 'passed' | '' {
    return (this.knownStatus ??= readResultStatus(this.text, this.kind));
  }

  get hasExternalCause(): boolean {
    return this.readExternalCause() !== null;
  }

  get refusal(): Refusal | undefined {
    // A refusal is short; a long result is looked at when it comes again.
    if (this.length > MAX_FIRST_REFUSAL && this.steps.length < 2) return undefined;
    if (this.mayBeRefusal === undefined) this.mayBeRefusal = mayHaveExternalCause(this.text);
    const outside = this.mayBeRefusal ? this.readExternalCause() : null;
    if (outside === null || (this.endedWell && outside.by !== 'environment')) return undefined;
    return (this.knownRefusal ??= readRefusal(outside, this.call));
  }

  private readExternalCause(): ExternalCause | null {
    if (this.externalCause === undefined)
      this.externalCause = findExternalCause(this.text, this.kind, this.call.args) ?? null;
    return this.externalCause;
  }

  get stepsSinceChange(): readonly number[] {
    return this.steps.slice(-this.countSinceChange);
  }

  /** It was given in a step, after so many new changes of the run; of calls made at once the first counts. */
  addStep({ number, madeWith = number }: Step, change: number): void {
    if (madeWith === this.lastBatch) return;
    this.lastBatch = madeWith;
    this.countSinceChange = change === this.lastChange ? this.countSinceChange + 1 : 1;
    this.lastChange = change;
    // Most results are given once: a list that grows takes room for more.
    if (this.steps.length === 0) this.steps = [number];
    else this.steps.push(number);
    if (this.steps.length > MAX_EVIDENCE) this.steps.shift();
  }

  /** Gives its text back. */
  dropText(): void {
    this.droppedKey = this.key;
    this.excerpt = undefined;
    this.comparable = undefined;
    this.comparableFailure = undefined;
    this.longText?.forget();
  }

  /** Gives back what is between its ends. */
  dropLongText(): void {
    this.longText?.forget();
  }

  /** Takes its text once more from a step that gave it; whether it had been forgotten. */
  restoreText({ result }: Step): boolean {
    if (this.excerpt !== undefined) return false;
    this.excerpt = toExcerpt(result);
    return true;
  }

  /**
   * Whether a text is this very one. Of a long one its length, its ends and some of what is between them tell: to
   * read the whole of each costs more than all else that is done with it.
   */
  hasText(text: string): boolean {
    if (text.length !== this.length) return false;
    if (this.excerpt?.length === this.length) return this.excerpt === text;
    const kept = toExcerpt(text);
    const isKept =
      this.excerpt === undefined ? this.droppedKey === toTextKey(kept) : this.excerpt === kept;
    return isKept && this.middleHash === hashOmittedMiddle(text, kept, this.call);
  }

  isEquivalentTo(other: CallResult): boolean {
    if (this.hasSameText(other)) return true;
    if (this.excerpt === undefined || other.excerpt === undefined) return false;
    // What is measured on purpose is no noise.
    if (this.call.isMeasurement) return false;
    this.comparable ??= new ComparableText(splitExcerpt(this.excerpt));
    other.comparable ??= new ComparableText(splitExcerpt(other.excerpt));
    return this.comparable.isEquivalentTo(other.comparable) && this.hasEquivalentMiddle(other);
  }

  /** Of what is between the ends, the same length or the same words and numbers tell that it is alike. */
  private hasEquivalentMiddle({ length, longText: between }: CallResult): boolean {
    return (
      this.length === length || this.longText === undefined || this.longText.isEquivalentTo(between)
    );
  }

  private hasSameText(other: CallResult): boolean {
    if (this.length !== other.length || this.middleHash !== other.middleHash) return false;
    if (this.excerpt !== undefined && other.excerpt !== undefined)
      return this.excerpt === other.excerpt;
    return this.key === other.key;
  }

  isSameFailure(other: CallResult): boolean {
    if (this.kind !== 'failure' || other.kind !== 'failure') return false;
    if (this.isEquivalentTo(other)) return true;
    if (!this.mayBeSameFailure(other)) return false;
    const [a, b] = [this.toComparableFailure(), other.toComparableFailure()];
    return a !== undefined && b !== undefined && !a.isEmpty && a.isEquivalentTo(b);
  }

  /** Whether their lengths allow it: what they repeat of their calls is left out, a little varies. */
  private mayBeSameFailure(other: CallResult): boolean {
    const [a, b] = [this.text.length, other.text.length];
    const repeated = this.call.args.length + other.call.args.length;
    return Math.abs(a - b) <= LENGTH_TOLERANCE + Math.max(a, b) / 3 + repeated;
  }

  private toComparableFailure(): ComparableText | undefined {
    if (this.excerpt === undefined) return undefined;
    return (this.comparableFailure ??= new ComparableText(
      readFailureText(this.text, this.call.args, isChange(this.call.effect)),
    ));
  }
}

/** As `wholeText`, of a text that is not kept as a whole; what is measured on purpose differs by the least difference. */
function hashOmittedMiddle(text: string, kept: string, call: KnownCall): string | number {
  return kept.length === text.length ? '' : hashMiddle(text, call.isMeasurement);
}
