import { LEADING_TIME } from '../../output/leadingTime';
import { splitPrefixedStreams } from '../../output/prefixedLines';
import { BlockReader } from './blockReader';
import type { FailureBlock } from './failureBlock';
import { countsFailures } from './linePatterns';

/** Limits for reading a text or a part of it; half for its beginning and half for its end. */
interface Budget {
  /** Characters to read closely; each line counts `LINE_COST` more than its length. */
  readonly effort: number;
  readonly blocks: number;
}

/** The blocks that were read, and the cost. */
interface Reading {
  readonly blocks: readonly FailureBlock[];
  readonly effort: number;
}

/** Limits for one whole text. */
const WHOLE: Budget = { effort: 3_000_000, blocks: 600 };
/** Share of the effort for the text as it is; the rest is for text after prefixes. */
const AS_IT_STANDS = 2 / 3;
const LINE_COST = 40;
/** Maximum number of nested prefixes that are removed: "shop-1  | cart:test: …". */
const MAX_PREFIXES = 2;

/**
 * Finds the lines that describe a failure, of any tool, in blocks; empty if there are none. Of very many lines, keeps
 * those at the beginning and at the end. If a prefix hides the lines (several programs at once, times), reads them
 * without it and gives each program a share.
 */
export function readFailureBlocks(lines: readonly string[]): readonly FailureBlock[] {
  return readUnwrapped(stripTimes(lines), MAX_PREFIXES, WHOLE).blocks;
}

function readUnwrapped(lines: readonly string[], prefixes: number, budget: Budget): Reading {
  if (budget.effort <= 0 || budget.blocks <= 0) return { blocks: [], effort: 0 };
  if (prefixes === 0) return readBlocks(lines, budget);
  const plain = readBlocks(lines, { ...budget, effort: budget.effort * AS_IT_STANDS });
  if (plain.blocks.some(isLocated)) return plain;
  const rest = { ...budget, effort: budget.effort - plain.effort };
  const inside = readStreams(splitPrefixedStreams(lines), prefixes - 1, rest);
  const { blocks } = inside.blocks.some(isLocated) ? inside : plain;
  return { blocks, effort: plain.effort + inside.effort };
}

/** Reads each stream with its share of the budget, the shortest first; the others get what it leaves. */
function readStreams(
  streams: readonly (readonly string[])[],
  prefixes: number,
  budget: Budget,
): Reading {
  const read = streams.map((): readonly FailureBlock[] => []);
  let { effort, blocks } = budget;
  const shortestFirst = [...streams.entries()].sort(([, a], [, b]) => a.length - b.length);
  shortestFirst.forEach(([at, lines], done) => {
    const left = streams.length - done;
    const share = { effort: effort / left, blocks: Math.ceil(blocks / left) };
    const reading = readUnwrapped(lines, prefixes, share);
    effort -= reading.effort;
    blocks -= reading.blocks.length;
    read[at] = reading.blocks;
  });
  return { blocks: read.flat(), effort: budget.effort - effort };
}

/** Whether the block is a failed test or an error with a place, not only a message of a build tool around them. */
function isLocated({ kind, stack, place }: FailureBlock): boolean {
  return kind === 'test' || stack.length > 0 || place !== undefined;
}

/** Number of lines checked for a leading time. */
const SAMPLE = 50;

function stripTimes(lines: readonly string[]): readonly string[] {
  const sample = lines.slice(0, SAMPLE).filter((line) => line !== '');
  const isTimed = sample.length > 0 && sample.every((line) => LEADING_TIME.test(line));
  return isTimed ? lines.map((line) => line.replace(LEADING_TIME, '')) : lines;
}

function readBlocks(lines: readonly string[], budget: Budget): Reading {
  const first = new BlockReader();
  const firstBlocks = Math.ceil(budget.blocks / 2);
  const half = budget.effort / 2;
  let next = 0;
  while (next < lines.length && first.effort < half && first.blocks.length < firstBlocks) {
    first.read(lines[next] ?? '');
    next += 1;
  }
  first.end();
  if (next === lines.length) return first;
  const last = new BlockReader();
  for (let at = Math.max(next, findTailStart(lines, half)); at < lines.length; at += 1) {
    last.read(lines[at] ?? '');
  }
  last.end();
  const lastBlocks = Math.max(0, last.blocks.length - (budget.blocks - firstBlocks));
  return {
    // One more block was open when reading stopped.
    blocks: [...first.blocks.slice(0, firstBlocks), ...last.blocks.slice(lastBlocks)],
    effort: first.effort + last.effort,
  };
}

/** Index of the first of the last lines that are read closely. */
function findTailStart(lines: readonly string[], within: number): number {
  let start = lines.length;
  for (let effort = 0; start > 0 && effort < within; start -= 1) {
    effort += (lines[start - 1]?.length ?? 0) + LINE_COST;
  }
  return start;
}

/** Whether the blocks contain a failure: an error, a failed test, or a count of failures. */
export function includeFailure(blocks: readonly FailureBlock[]): boolean {
  return blocks.some(({ kind, lines: [line = ''] }) => kind !== 'counts' || countsFailures(line));
}
