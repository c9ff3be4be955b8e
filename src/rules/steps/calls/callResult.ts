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
import { readReasonLine } from '../results/readReasonLine';
import { readRefusal } from '../refusals/readRefusal';
import { isComplaint } from '../refusals/isComplaint';
import { isUsageText } from '../refusals/classifyRejection';
import { startsWithFailure, classifyResult, type ResultKind } from '../results/classifyResult';
import type { KnownCall, KnownResult } from './observedStep';
import { toTextKey } from '../text/parseArgs';
import { splitExcerpt, toExcerpt, EXCERPT_END } from '../text/toExcerpt';
import { hashMiddle, LongText } from '../text/longText';

/**
 * Tolerance in length of equal failures, in characters, plus a third and what they repeat of their
 * calls.
 */
const LENGTH_TOLERANCE = 100;

/** Maximum length of a result that is checked for a refusal at its first occurrence. */
const MAX_FIRST_REFUSAL = 1_500;

const NONE: number[] = [];

/** A result of a call; its properties are computed on first use. */
export class CallResult implements KnownResult {
  steps: number[] = NONE;
  countSinceChange = 0;
  /** The kept text; undefined once it is dropped. */
  private excerpt: string | undefined;
  private comparable: ComparableText | undefined;
  private comparableFailure: ComparableText | undefined;
  private knownKind: ResultKind | undefined;
  /** `null`: no external cause. */
  private externalCause: ExternalCause | null | undefined;
  private knownRefusal: Refusal | undefined;
  private mayBeRefusal: boolean | undefined;
  private knownReason: string | undefined;
  private knownStatus: KnownResult['status'] | undefined;
  private lastChange = -1;
  /** Batch of the newest occurrence. */
  private lastBatch = -1;
  /** The agent reported success, so no one refused the call. */
  private readonly endedWell: boolean;
  /** Content that was read successfully, so words of failures in it are quoted. */
  private readonly isReadContent: boolean;
  private readonly length: number;
  /** Hash of the middle of a long text. */
  private readonly middleHash: string | number;
  /** The whole text, if only its ends are kept. */
  private readonly longText: LongText | undefined;
  /** Key of the kept text once it is dropped. */
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

  /** Whether only the ends are kept. */
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
    if (
      (kind === 'answer' || kind === 'done') &&
      this.mayComplain() &&
      isComplaint(this.text, this.call, this.endedWell)
    )
      return 'failure';
    return this.isReadContent && kind === 'failure' && !startsWithFailure(this.text)
      ? 'answer'
      : kind;
  }

  /** Whether the call did more than read. */
  private mayComplain(): boolean {
    const { kind } = this.call.effect;
    return kind !== 'reads' && kind !== 'plans' && kind !== 'waits';
  }

  /** Whether a change was rejected: the result is usage text only. */
  private isRejectedChange(): boolean {
    return isChange(this.call.effect) && isUsageText(this.text, this.call);
  }

  get reason(): string {
    if (this.excerpt === undefined) return '';
    return (this.knownReason ??= readReasonLine(this.excerpt, this.call.args));
  }

  get status(): 'pending' | 'passed' | '' {
    return (this.knownStatus ??= readResultStatus(this.text, this.kind));
  }

  get hasExternalCause(): boolean {
    return this.readExternalCause() !== null;
  }

  get refusal(): Refusal | undefined {
    // A refusal is short; a long result is checked when it repeats.
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

  /**
   * Adds an occurrence; `change` is the number of new changes before it. Of a batch only the first
   * call counts.
   */
  addStep({ number, madeWith = number }: Step, change: number): void {
    if (madeWith === this.lastBatch) return;
    this.lastBatch = madeWith;
    this.countSinceChange = change === this.lastChange ? this.countSinceChange + 1 : 1;
    this.lastChange = change;
    // Most results occur once: a growing list reserves memory.
    if (this.steps.length === 0) this.steps = [number];
    else this.steps.push(number);
    if (this.steps.length > MAX_EVIDENCE) this.steps.shift();
  }

  /** Drops the text to free memory. */
  dropText(): void {
    this.droppedKey = this.key;
    this.excerpt = undefined;
    this.comparable = undefined;
    this.comparableFailure = undefined;
    this.longText?.forget();
  }

  /** Drops the middle of the text to free memory. */
  dropLongText(): void {
    this.longText?.forget();
  }

  /**
   * Restores a dropped text from a step with the same text; returns whether it had been dropped.
   */
  restoreText({ result }: Step): boolean {
    if (this.excerpt !== undefined) return false;
    this.excerpt = toExcerpt(result);
    return true;
  }

  /**
   * Whether the result has this text. Long texts are compared by length, ends and a sample of the
   * middle, since comparing all of each would dominate the run time.
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
    // Measured durations are not noise.
    if (this.call.isMeasurement) return false;
    this.comparable ??= new ComparableText(splitExcerpt(this.excerpt));
    other.comparable ??= new ComparableText(splitExcerpt(other.excerpt));
    return this.comparable.isEquivalentTo(other.comparable) && this.hasEquivalentMiddle(other);
  }

  /** Whether the middles have the same length or the same words and numbers. */
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

  /** Whether the lengths allow the same failure, given repeated arguments and volatile text. */
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

/** Hashes the middle of a text that is not kept whole; exact for measuring calls. */
function hashOmittedMiddle(text: string, kept: string, call: KnownCall): string | number {
  return kept.length === text.length ? '' : hashMiddle(text, call.isMeasurement);
}
