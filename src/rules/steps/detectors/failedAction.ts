import {
  batchOf,
  type KnownCall,
  type KnownResult,
  type ObservedStep,
} from '../calls/observedStep';
import { readDeniedTarget, saysDenied } from '../refusals/readDeniedTarget';
import { hasFailedTests } from '../results/classifyResult';
import { compareReasons } from '../results/compareReasons';
import { isSpecificReason } from '../results/isSpecificReason';
import { compareWords } from '../text/areSimilarCalls';
import { nameOtherItems } from '../text/numberedItems';

/** Minimum share of common words of two calls that attempt the same thing, for short and long ones. */
const MIN_SHARE = 0.4;
const MIN_LONG_SHARE = 0.7;
/** Number of words of a long call. */
const LONG = 40;
/** Tolerance in length of results with the same reason, in characters, plus a third. */
const LENGTH_TOLERANCE = 100;
/** Runs of tests, linters and compilers: failing is their answer. */
const CHECKS =
  /\b(?:tests?|check|lint|typecheck|pytest|jest|vitest|mocha|tox|nox|rspec|phpunit|ctest|tsc|eslint|mypy|ruff|flake8|pylint|clippy|verify)\b/i;

/**
 * A failed call that did more than read. What it says is read on first use, since most failures
 * have nothing in common with another.
 */
export class FailedAction {
  readonly number: number;
  readonly batch: number;
  readonly call: KnownCall;
  readonly result: KnownResult;
  private knownTarget: string | undefined;
  private knownReason: string | undefined;
  private knownFiles: ReadonlySet<string> | undefined;
  private countable: boolean | undefined;
  private specific: boolean | undefined;

  constructor(observed: ObservedStep) {
    this.number = observed.step.number;
    this.batch = batchOf(observed);
    this.call = observed.call;
    this.result = observed.result;
  }

  /** As `readReasonLine`. */
  get reason(): string {
    return (this.knownReason ??= this.result.reason);
  }

  /** Whether it is no check, and says why it failed. */
  get isCountable(): boolean {
    return (this.countable ??= this.saysWhy());
  }

  /** As `isSpecificReason`. */
  get isSpecific(): boolean {
    return (this.specific ??= isSpecificReason(this.reason, this.call.args));
  }

  /** Whether something may not be changed or used at all. */
  get isDenied(): boolean {
    return saysDenied(this.reason);
  }

  /** As `readDeniedTarget`. */
  get deniedTarget(): string {
    return (this.knownTarget ??= readDeniedTarget(this.reason, this.call.args));
  }

  /** The files that the arguments name. */
  get files(): ReadonlySet<string> {
    return (this.knownFiles ??= new Set(this.call.args.match(FILE)));
  }

  private saysWhy(): boolean {
    if (CHECKS.test(this.call.action) || this.reason === '') return false;
    // A message with numbers may look like a count of failed tests.
    return !hasFailedTests(this.result.text.replace(this.reason, ''));
  }
}

/** Whether a step is a failed call that did more than read or wait. */
export function isFailedAction({ call, result }: ObservedStep): boolean {
  const { kind } = call.effect;
  return kind !== 'reads' && kind !== 'waits' && result.kind === 'failure';
}

/** Cheap pre-check whether two failures may have the same reason, by tool and length. */
export function mayHaveSameReason(a: FailedAction, b: FailedAction): boolean {
  if (a.result === b.result) return true;
  if (a.call.tool !== b.call.tool) return false;
  const [x, y] = [a.result.text.length, b.result.text.length];
  const repeated = a.call.args.length + b.call.args.length;
  return Math.abs(x - y) <= LENGTH_TOLERANCE + Math.max(x, y) / 3 + repeated;
}

/** Whether two failed actions have the same tool, program and subcommand. */
export function isSameAction(a: FailedAction, b: FailedAction): boolean {
  return a.call === b.call || (a.call.tool === b.call.tool && a.call.action === b.call.action);
}

/** As `compareReasons`, for two failed actions. */
export function compareFailedReasons(
  a: FailedAction,
  b: FailedAction,
): ReturnType<typeof compareReasons> {
  if (a.call === b.call && a.result === b.result) return 'same words';
  return compareReasons(
    { line: a.reason, args: a.call.args },
    { line: b.reason, args: b.call.args },
  );
}

/** Whether two calls failed for the same reason; not for two files, of which each is its own case. */
export function hasCommonReason(a: FailedAction, b: FailedAction): boolean {
  const common = compareFailedReasons(a, b);
  return common === 'same words' || (common === 'own input' && !namesFile(a, b));
}

/** Whether the arguments of one call name a file that the other's do not. */
function namesFile(a: FailedAction, b: FailedAction): boolean {
  return [...b.files].some((file) => !a.files.has(file));
}
/** A path or the name of a file; each part begins where none goes on, so that it is read once. */
const FILE =
  /(?:(?<![\w-])[\w-]{1,100})?(?:\/[\w.-]{1,100}){1,20}|(?<![\w-])[\w-]{1,100}\.[a-z]\w{0,5}\b/gi;

/**
 * Compares what two calls attempt: `same` if only numbers, field names and marks differ; `alike` if
 * they share many of their words; '' otherwise, also for the next item of a batch.
 */
export function comparePayloads(a: FailedAction, b: FailedAction): 'same' | 'alike' | '' {
  if (a.call === b.call) return 'same';
  const { share, onlyNumbers, isNextItem } = compareWords(a.call.words, b.call.words);
  if (onlyNumbers && !nameOtherItems(a.call.items, b.call.items)) return 'same';
  if (onlyNumbers || isNextItem) return '';
  const isLong = a.call.words.count + b.call.words.count > 2 * LONG;
  return share >= (isLong ? MIN_LONG_SHARE : MIN_SHARE) ? 'alike' : '';
}
