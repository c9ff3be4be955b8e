import { createHash } from 'node:crypto';
import type { FailureSignature, FailureLocation } from '../../../model/failure/failure';
import { MAX_FAILING_TESTS } from '../../../model/verification/testRun';
import { toBlockTiers, maskErrorLine, toTextTiers, type Tiers } from './tiers';
import { errorType } from './errorType';
import type { FailureBlock } from './failureBlock';
import { readFailureBlocks, includeFailure } from './readFailureBlocks';
import { toStackContext, listOwnFrames } from './toStackContext';
import { foldTestId, findUnnamedIds } from './testIds';
import { truncate } from '../../../text/truncate';
import { normalise } from './normalise';
import { isForeignFile } from './toOwnFile';

/** Input of a failure signature. */
export interface FailureEvidence {
  /** Output, from `outputLines`. */
  readonly lines: readonly string[];
  /** Ids of failed tests, as far as a report or the closing lines name them. */
  readonly failingTests: readonly string[];
  /**
   * How the program ended, as text ("exit code 1", "signal SIGKILL"). Part of the signature if the output is empty or
   * the program did not end by itself.
   */
  readonly end: string;
  /** Absolute path of the workspace; it is masked, and identifies the user's own files. */
  readonly workspace: string;
}

/** Maximum number of lines read from each end of the text if no line names the failure. */
const MAX_TEXT_LINES = 300;

/**
 * Computes the signature of a failure (docs/decisions/loop-detection-algorithm.md, §1): of the lines that name the
 * failure, in any order; if there are none, of the whole masked text and the end. Never throws; takes time linear in
 * the length of the text.
 */
export function failureSignature(evidence: FailureEvidence): FailureSignature {
  const blocks = readFailureBlocks(evidence.lines);
  const tests = [...new Set(evidence.failingTests)].sort().slice(0, MAX_FAILING_TESTS);
  // Tests that the lines name are already in the signature, even if no report names them.
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

/** Parts of a failure in two tiers, and its summary. */
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

/** Exit codes of shells for a program that was ended by timeout(1) or by a signal. */
const TIMED_OUT = 124;
const FIRST_SIGNAL = 129;
const LAST_SIGNAL = 165;

/**
 * Part for a program that did not end by itself: a signal or a time limit. Empty for its own exit code: with the same
 * lines, codes 1 and 2 are the same failure.
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

/** SHA-256 (hex) of the parts, independent of their order, since parallel tests print in any order. */
function hashOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts.toSorted()) hash.update(`${part}\0`, 'utf8');
  return hash.digest('hex');
}

/** Longest message, in characters. */
const MAX_MESSAGE = 500;
const MAX_LINES = 6;

/**
 * Message of the failure for a human: the first error that caused no other, else the failed tests, else the counts;
 * undefined if there is none of these. Never empty, at most 500 characters.
 */
function toFailureMessage(
  blocks: readonly FailureBlock[],
  mask: (line: string) => string,
): string | undefined {
  const error = findMainError(blocks);
  if (error !== undefined) return clip(stripProperties(error.lines).slice(0, MAX_LINES).map(mask));
  const tests = blocks.filter(({ kind }) => kind === 'test');
  const said = tests.length > 0 ? tests : blocks;
  return clip(said.slice(0, MAX_LINES).map(({ lines: [line = ''] }) => mask(line)));
}

/** A property that Node.js prints below the stack; the message contains it already. */
const PROPERTY =
  /^ {0,20}(?:(?:generatedMessage|code|actual|expected|operator|diff): .{1,1000},|(?:operator|diff): '\w{1,40}')$/;

function stripProperties(lines: readonly string[]): readonly string[] {
  const said = lines.filter((line) => !PROPERTY.test(line));
  return said.length === 0 ? lines : said;
}

/** The first error that caused no other, preferably one with a place; undefined without errors. */
function findMainError(blocks: readonly FailureBlock[]): FailureBlock | undefined {
  const errors = blocks.filter(({ kind }) => kind === 'error');
  const last = errors.filter(({ superseded }) => !superseded);
  return last.find(isPlaced) ?? last[0] ?? errors[0];
}

/** Whether the error has a place: it is more specific than the messages of a build tool around it. */
function isPlaced({ stack, place }: FailureBlock): boolean {
  return stack.length > 0 || place !== undefined;
}

/** Message if no line names the failure: the last lines, else the end of the program. */
function toFallbackMessage(masked: readonly string[], end: string): string {
  return clip([...masked.slice(-MAX_LINES)]) ?? clip([end]) ?? 'failed without output';
}

function clip(lines: readonly string[]): string | undefined {
  const text = lines
    .map((line) => line.replace(/^E {1,8}/, ''))
    .filter((line) => line !== '')
    .join('\n')
    .trim();
  return text === '' ? undefined : truncate(text, MAX_MESSAGE);
}

/**
 * Location of the failure: the innermost frame in the user's own files, of the first error that has one; else the first
 * file, masked, that a stack names outside of dependencies and runtime; undefined if there is none.
 */
function findFailureLocation(
  blocks: readonly FailureBlock[],
  workspace: string,
): FailureLocation | undefined {
  const telling = blocks.filter(({ stack, place }) => stack.length > 0 || place !== undefined);
  const ordered = [...telling.filter((each) => !each.superseded), ...telling];
  for (const block of ordered) {
    const [own] = listOwnFrames(block, workspace);
    if (own !== undefined) return own;
  }
  const named = ordered.flatMap(({ stack, place }) => [...stack, ...(place ? [place] : [])]);
  const outside = named.find(({ file }) => file !== '' && !isForeignFile(file));
  return outside && { ...outside, file: normalise(outside.file, workspace) };
}
