import { createHash } from 'node:crypto';
import type { FailureSignature } from '../../../model/failure/failure';
import { MAX_FAILING_TESTS } from '../../../model/verification/testRun';
import { toBlockTiers, maskErrorLine, toTextTiers, type Tiers } from './tiers';
import { errorType } from './errorType';
import type { FailureBlock } from './failureBlock';
import { readFailureBlocks, includeFailure } from './readFailureBlocks';
import { toFallbackMessage, findMainError, toFailureMessage } from './failureMessage';
import { findFailureLocation } from './findFailureLocation';
import { toStackContext } from './toStackContext';
import { foldTestId, findUnnamedIds } from './testIds';

/** What is known of a failure. */
export interface FailureEvidence {
  /** What was printed, from `outputLines`. */
  readonly lines: readonly string[];
  /** Ids of the tests that failed, where a report or the closing lines name them. */
  readonly failingTests: readonly string[];
  /**
   * How the program ended, in words ("exit code 1", "signal SIGKILL"): part of the failure where the
   * text says nothing or the program did not end by itself.
   */
  readonly end: string;
  /** Absolute path of the workspace: masked, and what tells the user's own files. */
  readonly workspace: string;
}

/** Lines of the whole text that are looked at where none says what failed: so many from either end. */
const MAX_TEXT_LINES = 300;

/**
 * The signature of a failure (docs/decisions/loop-detection-algorithm.md, §1): of the lines that say what failed, in whatever
 * order they came; of the whole masked text and the end where no line does. Never throws; its time
 * grows with the length of the text alone.
 */
export function failureSignature(evidence: FailureEvidence): FailureSignature {
  const blocks = readFailureBlocks(evidence.lines);
  const tests = [...new Set(evidence.failingTests)].sort().slice(0, MAX_FAILING_TESTS);
  // What the lines name is in the signature already, whether or not a report names it too.
  const unnamed = toTextTiers(findUnnamedIds(tests, blocks), evidence.workspace);
  const names = unnamed.map(({ exact, loose }) => ({
    exact: foldTestId(exact),
    loose: foldTestId(loose),
  }));
  const failure = includeFailure(blocks) ? fromBlocks(blocks, evidence) : fromText(evidence);
  const context = toStackContext(blocks, evidence.workspace);
  return {
    exactHash: hashOf([...failure.parts, ...names].map(({ exact }) => exact)),
    hash: hashOf([...failure.parts, ...names].map(({ loose }) => loose)),
    ...failure.summary,
    contextHash: context === '' ? '' : hashOf([context]),
    failingTests: tests,
  };
}

/** What a failure consists of, in two tiers, and what is told of it. */
interface Failure {
  readonly parts: readonly Tiers[];
  readonly summary: Pick<FailureSignature, 'exactMessage' | 'errorType' | 'location'>;
}

function fromBlocks(blocks: readonly FailureBlock[], { end, workspace }: FailureEvidence): Failure {
  const mask = (line: string): string => maskErrorLine(line, workspace);
  const errors = blocks.filter(({ kind }) => kind === 'error');
  const main = findMainError(blocks);
  const ordered = main === undefined ? [] : [main, ...errors];
  const tests = blocks.filter(({ kind }) => kind === 'test').flatMap(({ lines }) => lines);
  const location = findFailureLocation(blocks, workspace);
  return {
    parts: [...toBlockTiers(blocks, workspace), ...toAbruptEnd(end)],
    summary: {
      exactMessage: toFailureMessage(blocks, mask) ?? toFallbackMessage([], end),
      errorType: errorType(
        ordered.map(({ lines }) => lines.join('\n')),
        tests,
        end,
      ),
      ...(location === undefined ? {} : { location }),
    },
  };
}

/** Exit codes with which shells say that a program was ended: by timeout(1), by a signal. */
const TIMED_OUT = 124;
const FIRST_SIGNAL = 129;
const LAST_SIGNAL = 165;

/**
 * How the program ended where it did not end by itself: a signal, a time limit. Nothing for an exit
 * code of its own: behind the same lines 1 and 2 mean the same.
 */
function toAbruptEnd(end: string): readonly Tiers[] {
  const code = /\bexit code (.{1,20})$/.exec(end)?.[1];
  const number = Number(code);
  const isAbrupt = number === TIMED_OUT || (number >= FIRST_SIGNAL && number <= LAST_SIGNAL);
  return end === '' || (code !== undefined && !isAbrupt) ? [] : [{ exact: end, loose: end }];
}

function fromText({ lines, end, workspace }: FailureEvidence): Failure {
  const said = lines.filter((line) => line.trim() !== '');
  const bounded =
    said.length > 2 * MAX_TEXT_LINES
      ? [...said.slice(0, MAX_TEXT_LINES), ...said.slice(-MAX_TEXT_LINES)]
      : said;
  const parts = toTextTiers(bounded, workspace);
  const words = parts.map(({ exact }) => exact);
  return {
    parts: [...parts, { exact: end, loose: end }],
    summary: { exactMessage: toFallbackMessage(words, end), errorType: errorType(words, [], end) },
  };
}

/** SHA-256 (hex) of the parts without regard to their order, as parallel tests print in any. */
function hashOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts.toSorted()) hash.update(`${part}\0`, 'utf8');
  return hash.digest('hex');
}
