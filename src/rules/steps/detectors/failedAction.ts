import {
  batchOf,
  type KnownCall,
  type KnownResult,
  type ObservedStep,
} from '../calls/observedStep';
import { hasFailedTests } from '../results/classifyResult';
import { compareReasons } from '../results/compareReasons';
import { readReasonLine } from '../results/readReasonLine';
import { compareWords } from '../text/areSimilarCalls';
import { namesOtherItem } from '../text/namesOtherItem';
import { toWords, type Words } from '../text/toWords';
import { readRefusedAction } from '../refusals/readRefusedAction';

/** Minimum share of common words of two calls that attempt the same thing, for short and long ones. */
const MIN_SHARE = 0.4;
const MIN_LONG_SHARE = 0.7;
/** Number of words of a long call. */
const LONG = 40;
/** Runs of tests, linters and compilers: failing is their answer. */
const CHECKS =
  /\b(?:tests?|check|lint|typecheck|pytest|jest|vitest|mocha|tox|nox|rspec|phpunit|ctest|tsc|eslint|mypy|ruff|flake8|pylint|clippy|verify)\b/i;

/** A failed call that was meant to do something: no reading and no check. */
export interface FailedAction {
  readonly number: number;
  readonly batch: number;
  readonly call: KnownCall;
  readonly result: KnownResult;
  /** As in `readReasonLine`; never empty. */
  readonly reason: string;
  /** Program and subcommand of a shell command, otherwise the tool. */
  readonly action: string;
  words?: Words;
}

/** Reads a failed action from a step; undefined for any other step. */
export function readFailedAction(observed: ObservedStep): FailedAction | undefined {
  const { call, result, step } = observed;
  const { kind } = call.effect;
  if (kind === 'reads' || kind === 'waits' || result.kind !== 'failure') return undefined;
  const action = readRefusedAction(call);
  if (CHECKS.test(action)) return undefined;
  const reason = readReasonLine(result.text, call.args);
  // A message with numbers may look like a count of failed tests.
  if (reason === '' || hasFailedTests(result.text.replace(reason, ''))) return undefined;
  return { number: step.number, batch: batchOf(observed), call, result, reason, action };
}

/** Whether two failed actions have the same tool, program and subcommand. */
export function isSameAction(a: FailedAction, b: FailedAction): boolean {
  return a.action === b.action && a.call.tool === b.call.tool;
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
  const files = new Set(a.call.args.match(FILE));
  return (b.call.args.match(FILE) ?? []).some((file) => !files.has(file));
}
const FILE = /[\w-]{0,100}(?:\/[\w.-]{1,100}){1,20}|[\w-]{1,100}\.[a-z]\w{0,5}\b/gi;

/**
 * Compares what two calls attempt: `same` if only numbers, field names and marks differ; `alike` if
 * they share many of their words; '' otherwise.
 */
export function comparePayloads(a: FailedAction, b: FailedAction): 'same' | 'alike' | '' {
  if (a.call === b.call) return 'same';
  a.words ??= toWords(a.call.args);
  b.words ??= toWords(b.call.args);
  const { share, onlyNumbers, isNextItem } = compareWords(a.words, b.words);
  if (onlyNumbers && !namesOtherItem(a.call.args, b.call.args)) return 'same';
  if (onlyNumbers || isNextItem) return '';
  const isLong = a.words.count + b.words.count > 2 * LONG;
  return share >= (isLong ? MIN_LONG_SHARE : MIN_SHARE) ? 'alike' : '';
}
