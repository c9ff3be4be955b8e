import type { FailureBlock } from './failureBlock';
import { truncate } from '../../../text/truncate';

/** Longest message, in characters. */
const MAX_MESSAGE = 500;
const MAX_LINES = 6;

/**
 * What a human reads of a failure: the first error that no other came of, else the tests that
 * failed, else the counts; undefined where nothing is said. Never empty, 500 characters at most.
 */
export function toFailureMessage(
  blocks: readonly FailureBlock[],
  mask: (line: string) => string,
): string | undefined {
  const error = findMainError(blocks);
  if (error !== undefined) return clip(stripProperties(error.lines).slice(0, MAX_LINES).map(mask));
  const tests = blocks.filter(({ kind }) => kind === 'test');
  const said = tests.length > 0 ? tests : blocks;
  return clip(said.slice(0, MAX_LINES).map(({ lines: [line = ''] }) => mask(line)));
}

/** A property of an error as Node.js prints it below the stack: the message has said it already. */
const PROPERTY =
  /^ {0,20}(?:(?:generatedMessage|code|actual|expected|operator|diff): .{1,1000},|(?:operator|diff): '\w{1,40}')$/;

function stripProperties(lines: readonly string[]): readonly string[] {
  const said = lines.filter((line) => !PROPERTY.test(line));
  return said.length === 0 ? lines : said;
}

/** The first error that no other came of, one with a place before others; undefined without errors. */
export function findMainError(blocks: readonly FailureBlock[]): FailureBlock | undefined {
  const errors = blocks.filter(({ kind }) => kind === 'error');
  const last = errors.filter(({ superseded }) => !superseded);
  return last.find(isPlaced) ?? last[0] ?? errors[0];
}

/** An error with a place says more than what a build tool says around it. */
function isPlaced({ stack, place }: FailureBlock): boolean {
  return stack.length > 0 || place !== undefined;
}

/** Message if no line names the failure: the last lines, else how the program ended. */
export function toFallbackMessage(masked: readonly string[], end: string): string {
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
