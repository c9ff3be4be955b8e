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
import { toWords, type Words } from '../text/toWords';
import { readRefusedAction } from './readRefusedAction';

/** Minimum share of common words of two calls that attempt the same thing. */
const MIN_SHARE = 0.5;
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
  if (isCheck(observed)) return undefined;
  const reason = readReasonLine(result.text, call.args);
  if (reason === '') return undefined;
  const action = readRefusedAction(call);
  return { number: step.number, batch: batchOf(observed), call, result, reason, action };
}

function isCheck({ call, result }: ObservedStep): boolean {
  return CHECKS.test(readRefusedAction(call)) || hasFailedTests(result.text);
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

/**
 * Compares what two calls attempt: `same` if only numbers, field names and marks differ; `alike` if
 * they share half of their words; '' otherwise.
 */
export function comparePayloads(a: FailedAction, b: FailedAction): 'same' | 'alike' | '' {
  if (a.call === b.call) return 'same';
  a.words ??= toWords(a.call.args);
  b.words ??= toWords(b.call.args);
  const { share, onlyNumbers } = compareWords(a.words, b.words);
  if (onlyNumbers) return 'same';
  return share >= MIN_SHARE ? 'alike' : '';
}
