import { MAX_EVIDENCE } from '../../../model/steps/step';
import { isTextOrPlan, type KnownResult, type ObservedStep } from '../calls/observedStep';
import { mayRestoreFiles } from '../edits/editHistory';
import { areAtPlace, Attempt, isAttempt } from './attempt';
import { isSameOutcome } from './isSameOutcome';
import { MAX_SAID } from './readIntention';
import { readShown, type Shown } from './shownOutcome';
import { showsEditUndone } from './showsEditUndone';
import { showsPlaceUnchanged } from './showsPlaceUnchanged';
import { evaluateOutput, type Evaluation } from './evaluateOutput';

/** Maximum number of outcomes that are tracked. */
const MAX_OUTCOMES = 8;
/** Maximum number of attempts between two runs. */
const MAX_ATTEMPTS = 8;
/** Number of new looks between two attempts by which an agent searches for the cause. */
const SEARCHES = 2;
/** Number of views after an attempt that may show its outcome. */
const MAX_VIEWS = 3;

/** Attempts at one place that left an outcome as it was. */
export interface Trial {
  /** As in `Shown`. */
  readonly kind: Shown['kind'];
  /** Number of checks with this outcome, or of attempts after which the view was the same. */
  readonly count: number;
  /** Number of attempts in a row whose edits were gone when a check listed their place; 0 for a view. */
  readonly undone: number;
  /** Steps of the attempts and of what showed their outcome, oldest first. */
  readonly steps: readonly number[];
  readonly result: KnownResult;
  /** Whether the agent wants another outcome; else it may be content with it. */
  readonly isUnwanted: boolean;
  /** The newest attempt. */
  readonly attempt: Attempt;
}

/** An outcome with what was done to change it. */
interface Outcome {
  shown: Shown;
  count: number;
  /** As in `Trial`. */
  undone: number;
  steps: readonly number[];
  isUnwanted: boolean;
  /** The attempt before it was shown first. */
  readonly shownAfter: Attempt | undefined;
  /** The attempts between the last two times that it was shown. */
  attempts: readonly Attempt[];
  /** The attempts since. */
  pending: Attempt[];
}

/** Tracks what checks and views show after each attempt to change it, in bounded memory. */
export class OutcomeHistory {
  private outcomes: Outcome[] = [];
  private newest: Attempt | undefined;
  /** What the agent said since the newest attempt. */
  private said = '';
  /** Number of looks since the newest attempt that were not made before. */
  private newLooks = 0;
  /** Number of further views that may show the outcome of the newest attempt. */
  private viewsLeft = 0;

  /** Records a step; returns the trial that it continues. */
  record(observed: ObservedStep): Trial | undefined {
    if (isTextOrPlan(observed)) {
      if (observed.step.tool === '') this.said = observed.step.thought.slice(0, MAX_SAID);
      return undefined;
    }
    const attempt = this.readAttempt(observed);
    // What only appears to be a change shows its own outcome first.
    if (attempt?.isGuess === false) this.addAttempt(attempt);
    const trial = this.recordShown(observed, attempt !== undefined);
    if (attempt?.isGuess === true) this.addAttempt(attempt);
    return trial;
  }

  private readAttempt(observed: ObservedStep): Attempt | undefined {
    if (!isAttempt(observed)) {
      if (isNewLook(observed)) this.newLooks += 1;
      return undefined;
    }
    if (endsTrials(observed)) this.outcomes = [];
    return new Attempt(observed, { said: this.said, looks: this.newLooks });
  }

  private recordShown(observed: ObservedStep, isAttempt: boolean): Trial | undefined {
    const shown = readShown(observed, isAttempt);
    if (shown === undefined) return undefined;
    // Without an attempt since, the same outcome is no news; comparing results costs time.
    const known = this.outcomes.findLast(
      (each) => each.pending.length > 0 && isSameOutcome(each, shown),
    );
    if (known !== undefined) return this.continueOutcome(known, shown, observed);
    const isRerun = this.outcomes.some(
      (each) => each.shown.result === shown.result && each.shown.shownBy === shown.shownBy,
    );
    if (!isRerun) this.addOutcome(shown, observed.step.number);
    return undefined;
  }

  private addAttempt(attempt: Attempt): void {
    for (const { pending } of this.outcomes) pending.push(attempt);
    this.outcomes = this.outcomes.filter(({ pending }) => pending.length <= MAX_ATTEMPTS);
    this.newest = attempt;
    this.said = '';
    this.newLooks = 0;
    this.viewsLeft = MAX_VIEWS;
  }

  private continueOutcome(known: Outcome, shown: Shown, observed: ObservedStep): Trial | undefined {
    // It becomes the newest.
    this.outcomes = [...this.outcomes.filter((each) => each !== known), known];
    const attempts = selectAttempts(known);
    const attempt = attempts.at(-1);
    if (attempt === undefined) return undefined;
    const evaluation = evaluate({ ...known, shown }, attempts, observed);
    const isTrial = evaluation !== 'wanted';
    const steps = [...attempts.map(({ number }) => number), observed.step.number];
    known.steps = [...new Set([...(isTrial ? known.steps : []), ...steps])].slice(-MAX_EVIDENCE);
    known.count = isTrial ? known.count + 1 : 1;
    known.isUnwanted = isTrial && (known.isUnwanted || evaluation === 'unwanted');
    known.undone = isTrial && isUndone(attempt, shown) ? countUndone(known, attempts) + 1 : 0;
    known.shown = shown;
    known.attempts = attempts;
    known.pending = [];
    if (!isTrial) return undefined;
    const { count, undone, isUnwanted } = known;
    const { kind, result } = shown;
    return { kind, count, undone, steps: known.steps, result, isUnwanted, attempt };
  }

  private addOutcome(shown: Shown, number: number): void {
    const isView = shown.kind === 'view';
    // What an attempt should change is looked at soon after it.
    if (isView && (this.newest === undefined || this.viewsLeft === 0)) return;
    if (isView) this.viewsLeft -= 1;
    const attempts = isView && this.newest !== undefined ? [this.newest] : NONE;
    const [first] = attempts;
    const steps =
      first === undefined || first.number === number ? [number] : [first.number, number];
    const outdated = this.outcomes.findIndex((each) => each.shown.shownBy === shown.shownBy);
    if (outdated >= 0) {
      this.outcomes.splice(outdated, 1);
      // Other tests pass than before: that is progress.
      if (!isView && shown.result.status === 'passed') this.outcomes = [];
    }
    const undone = this.newest !== undefined && isUndone(this.newest, shown) ? 1 : 0;
    // Not from parts by `...`, which takes several times as long.
    this.outcomes.push({
      shown,
      count: 1,
      undone,
      steps,
      isUnwanted: false,
      shownAfter: this.newest,
      attempts,
      pending: [],
    });
    if (this.outcomes.length > MAX_OUTCOMES) this.outcomes.shift();
  }
}

const NONE: readonly Attempt[] = [];

function isNewLook({ novelty, call: { effect } }: ObservedStep): boolean {
  return novelty === 'call' && (effect.kind === 'reads' || effect.kind === 'looks');
}

/** Whether other files or rows are looked at after a step. */
function endsTrials({ call, result }: ObservedStep): boolean {
  if (call.effect.kind === 'changes' && mayRestoreFiles(call)) return true;
  return CHANGED_SOME.test(result.text);
}

/** Says how much was changed: an unchanged view then shows something else, such as a total. */
const CHANGED_SOME =
  /\b(?:UPDATE|DELETE|INSERT \d) [1-9]|\b[1-9]\d{0,8} (?:rows?|records?|documents?|items?|cells?|entr(?:y|ies)) (?:(?:was|were) )?(?:affected|updated|changed|modified|inserted|deleted)\b/i;
/**
 * The attempts since an outcome was shown; of a view and of guesses only those that may have had to
 * change it.
 */
function selectAttempts({ shown, attempts, pending }: Outcome): readonly Attempt[] {
  const known = attempts.length > 0 ? attempts : pending.filter(({ isGuess }) => !isGuess);
  if (known.length === 0) return pending;
  const isView = shown.kind === 'view';
  return pending.filter(
    (each) => (!isView && !each.isGuess) || known.some((other) => areTogether(each, other, isView)),
  );
}

/** Whether two attempts are at one place; a whole file that is viewed is one. */
function areTogether(a: Attempt, b: Attempt, isView: boolean): boolean {
  return (isView && a.edits.length > 0 && a.isInFileOf(b)) || a.isAtPlaceOf(b);
}

/** Whether the agent wants another outcome; `wanted` also if the attempts are no further ones. */
function evaluate(
  { attempts: before, shown }: Outcome,
  attempts: readonly Attempt[],
  observed: ObservedStep,
): Evaluation {
  const { call, result } = observed;
  if (result.status === 'pending') return 'wanted';
  if (shown.kind === 'view') return isUnchangedView(attempts, observed) ? 'unwanted' : 'wanted';
  if (!areAtPlace(attempts, before)) return 'wanted';
  if (result.kind === 'failure' || isUndone(attempts.at(-1), shown)) return 'unwanted';
  const isRewritten = attempts.every((each) => isRewrite(each, before));
  if (!isRewritten || attempts.some(({ intention }) => intention === 'tidies')) return 'wanted';
  const evaluation = evaluateOutput(call, result);
  const isDissatisfied = attempts.some(({ intention }) => intention === 'dissatisfied');
  return evaluation === 'unknown' && isDissatisfied ? 'unwanted' : evaluation;
}

/** Whether a check lists the place of an attempt without its edits; a failure quotes lines of many places. */
function isUndone(attempt: Attempt | undefined, { kind, result, output }: Shown): boolean {
  const mayShow = kind === 'check' && result.kind !== 'failure';
  return mayShow && attempt !== undefined && showsEditUndone(attempt, output);
}

/** Number of attempts before these that were undone at the same place. */
function countUndone({ undone, attempts, shownAfter }: Outcome, now: readonly Attempt[]): number {
  const before = attempts.length === 0 && shownAfter !== undefined ? [shownAfter] : attempts;
  // Who looks around between two attempts searches for the cause.
  const searches = now.some(({ looksBefore }) => looksBefore >= SEARCHES);
  return areAtPlace(now, before) && !searches ? undone : 0;
}

/** Whether a view shows the place of attempts unchanged, and the agent only tries. */
function isUnchangedView(attempts: readonly Attempt[], observed: ObservedStep): boolean {
  const last = attempts.at(-1);
  if (last === undefined || attempts.some(({ looksBefore }) => looksBefore >= SEARCHES))
    return false;
  return showsPlaceUnchanged(last, observed);
}

/** Whether an attempt rewrites an earlier one; true if it does not state what it writes. */
function isRewrite(attempt: Attempt, before: readonly Attempt[]): boolean {
  const isFirst = before.length === 0 || attempt.edits.length === 0;
  return isFirst || before.some((other) => attempt.isRewriteOf(other));
}
