import type { Refusal } from '../../../model/failure/refusal';
import { MAX_EVIDENCE, type Step } from '../../../model/steps/step';
import { ComparedText } from '../text/comparedText';
import { isChange } from '../effects/effect';
import { failureText } from '../text/failureText';
import { mayRefuse, outsideOf, whatItSays, type Outside } from '../results/outside';
import { refusalBy } from '../refusals/refusal';
import { saysUsage } from '../refusals/misuse';
import { beginsAsFailure, resultKind, type ResultKind } from '../results/resultKind';
import type { KnownCall, KnownResult } from './seenStep';
import { textKey } from '../text/textKey';
import { endsOf, keptText, KEPT_CHARACTERS } from '../text/keptText';
import { wholeText, WholeText } from '../text/wholeText';

/** Characters by which equal failures may differ in length, besides a third and what they repeat of their calls. */
const MOST_VARIED = 100;

/** Longest result that is looked at for a refusal when it comes for the first time. */
const LONGEST_REFUSAL = 1_500;

const NONE: number[] = [];

/** A result of a call, with what is found out about it when somebody asks. */
export class GivenResult implements KnownResult {
  steps: number[] = NONE;
  timesSinceChange = 0;
  /** Undefined once it is forgotten. */
  private kept: string | undefined;
  private compared: ComparedText | undefined;
  private failure: ComparedText | undefined;
  private told: ResultKind | undefined;
  /** `null`: nothing outside. */
  private outside: Outside | null | undefined;
  private refused: Refusal | undefined;
  private mayRefuse: boolean | undefined;
  private said: KnownResult['says'] | undefined;
  private change = -1;
  /** Number of the first call of those made at once that gave it last. */
  private round = -1;
  /** It is told that the call ended well: nobody refused it. */
  private readonly isGranted: boolean;
  /** What was read was there: words about failures stand in it. */
  private readonly isRead: boolean;
  private readonly length: number;
  /** Stands for what is between the ends of a long text. */
  private readonly whole: string | number;
  /** The whole of a text of which only the ends are kept; undefined for a short one. */
  private readonly between: WholeText | undefined;
  /** Stands for the kept text once it is forgotten. */
  private forgotten = '';

  constructor(
    private readonly call: KnownCall,
    { result, error }: Step,
  ) {
    this.kept = keptText(result);
    this.length = result.length;
    this.whole = betweenEnds(result, this.kept, call);
    if (this.isLong) this.between = new WholeText(result);
    if (error === true) this.told = 'failure';
    this.isGranted = error === false;
    this.isRead = this.isGranted && call.effect.kind === 'reads';
  }

  /** Only its ends are kept. */
  get isLong(): boolean {
    return this.length > 2 * KEPT_CHARACTERS;
  }

  get key(): string {
    return this.kept === undefined ? this.forgotten : textKey(this.kept);
  }

  get text(): string {
    return this.kept ?? '';
  }

  get kind(): ResultKind {
    return (this.told ??= this.isRefused() ? 'failure' : this.kindOfText());
  }

  private kindOfText(): ResultKind {
    const kind = resultKind({ result: this.text });
    return this.isRead && kind === 'failure' && !beginsAsFailure(this.text) ? 'answer' : kind;
  }

  /** What was to be changed was not: it is only said how to do it. */
  private isRefused(): boolean {
    return isChange(this.call.effect) && saysUsage(this.text, this.call);
  }

  get says(): 'pending' | 'passed' | '' {
    return (this.said ??= whatItSays(this.text, this.kind));
  }

  get isOutside(): boolean {
    return this.findOutside() !== null;
  }

  get refusal(): Refusal | undefined {
    // A refusal is short; a long result is looked at when it comes again.
    if (this.length > LONGEST_REFUSAL && this.steps.length < 2) return undefined;
    if (this.mayRefuse === undefined) this.mayRefuse = mayRefuse(this.text);
    const outside = this.mayRefuse ? this.findOutside() : null;
    if (outside === null || (this.isGranted && outside.by !== 'environment')) return undefined;
    return (this.refused ??= refusalBy(outside, this.call));
  }

  private findOutside(): Outside | null {
    if (this.outside === undefined)
      this.outside = outsideOf(this.text, this.kind, this.call.args) ?? null;
    return this.outside;
  }

  get sinceChange(): readonly number[] {
    return this.steps.slice(-this.timesSinceChange);
  }

  /** It was given in a step, after so many new changes of the run; of calls made at once the first counts. */
  visit({ number, madeWith = number }: Step, change: number): void {
    if (madeWith === this.round) return;
    this.round = madeWith;
    this.timesSinceChange = change === this.change ? this.timesSinceChange + 1 : 1;
    this.change = change;
    // Most results are given once: a list that grows takes room for more.
    if (this.steps.length === 0) this.steps = [number];
    else this.steps.push(number);
    if (this.steps.length > MAX_EVIDENCE) this.steps.shift();
  }

  /** Gives its text back. */
  forget(): void {
    this.forgotten = this.key;
    this.kept = undefined;
    this.compared = undefined;
    this.failure = undefined;
    this.between?.forget();
  }

  /** Gives back what is between its ends. */
  forgetBetween(): void {
    this.between?.forget();
  }

  /** Takes its text once more from a step that gave it; whether it had been forgotten. */
  remember({ result }: Step): boolean {
    if (this.kept !== undefined) return false;
    this.kept = keptText(result);
    return true;
  }

  /**
   * Whether a text is this very one. Of a long one its length, its ends and some of what is between them tell: to
   * read the whole of each costs more than all else that is done with it.
   */
  isText(text: string): boolean {
    if (text.length !== this.length) return false;
    if (this.kept?.length === this.length) return this.kept === text;
    const kept = keptText(text);
    const isKept = this.kept === undefined ? this.forgotten === textKey(kept) : this.kept === kept;
    return isKept && this.whole === betweenEnds(text, kept, this.call);
  }

  isLike(other: GivenResult): boolean {
    if (this.isSameText(other)) return true;
    if (this.kept === undefined || other.kept === undefined) return false;
    // What is measured on purpose is no noise.
    if (this.call.measures) return false;
    this.compared ??= new ComparedText(endsOf(this.kept));
    other.compared ??= new ComparedText(endsOf(other.kept));
    return this.compared.isLike(other.compared) && this.isLikeBetween(other);
  }

  /** Of what is between the ends, the same length or the same words and numbers tell that it is alike. */
  private isLikeBetween({ length, between }: GivenResult): boolean {
    return this.length === length || this.between === undefined || this.between.isLike(between);
  }

  private isSameText(other: GivenResult): boolean {
    if (this.length !== other.length || this.whole !== other.whole) return false;
    if (this.kept !== undefined && other.kept !== undefined) return this.kept === other.kept;
    return this.key === other.key;
  }

  isSameFailure(other: GivenResult): boolean {
    if (this.kind !== 'failure' || other.kind !== 'failure') return false;
    if (this.isLike(other)) return true;
    if (!this.mayBeSameFailure(other)) return false;
    const [a, b] = [this.failureText(), other.failureText()];
    return a !== undefined && b !== undefined && !a.isEmpty && a.isLike(b);
  }

  /** Whether their lengths allow it: what they repeat of their calls is left out, a little varies. */
  private mayBeSameFailure(other: GivenResult): boolean {
    const [a, b] = [this.text.length, other.text.length];
    const repeated = this.call.args.length + other.call.args.length;
    return Math.abs(a - b) <= MOST_VARIED + Math.max(a, b) / 3 + repeated;
  }

  private failureText(): ComparedText | undefined {
    if (this.kept === undefined) return undefined;
    return (this.failure ??= new ComparedText(
      failureText(this.text, this.call.args, isChange(this.call.effect)),
    ));
  }
}

/** As `wholeText`, of a text that is not kept as a whole; what is measured on purpose differs by the least difference. */
function betweenEnds(text: string, kept: string, call: KnownCall): string | number {
  return kept.length === text.length ? '' : wholeText(text, call.measures);
}
