import { LEADING_TIME } from '../../output/leadingTime';
import { splitPrefixedStreams } from '../../output/prefixedLines';
import { BlockReader } from './blockReader';
import type { FailureBlock } from './failureBlock';
import { countsFailures } from './linePatterns';

/** What may be spent on a text or a part of it; half on its beginning and half on its end. */
interface Budget {
  /** Characters that are read closely; a line counts `LINE_COST` more than its length. */
  readonly effort: number;
  readonly blocks: number;
}

/** What was read, and what that has cost. */
interface Reading {
  readonly blocks: readonly FailureBlock[];
  readonly effort: number;
}

/** For all of one text, whatever is in it. */
const WHOLE: Budget = { effort: 3_000_000, blocks: 600 };
/** Of the effort, what a text as it stands may take; the rest is for what its prefixes hide. */
const AS_IT_STANDS = 2 / 3;
const LINE_COST = 40;
/** Prefixes before prefixes that are taken off: "shop-1  | cart:test: …". */
const MAX_PREFIXES = 2;

/**
 * The lines that say what failed, of any tool, in blocks; empty when there are none. Where they are
 * very many, those at the beginning and those at the end. Where a prefix hides them (several
 * programs at once, times), the lines without it, of each program a share.
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

/** Each stream gets its share of the budget; the shortest first, as what they leave is for the others. */
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

/** A failed test or an error with a place, as against what a build tool says around them. */
function isLocated({ kind, stack, place }: FailureBlock): boolean {
  return kind === 'test' || stack.length > 0 || place !== undefined;
}

/** Lines looked at to see whether all have a time in front. */
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
    // One more was still open when the reading of the beginning stopped.
    blocks: [...first.blocks.slice(0, firstBlocks), ...last.blocks.slice(lastBlocks)],
    effort: first.effort + last.effort,
  };
}

/** Where the last lines begin that are read closely however much stands before them. */
function findTailStart(lines: readonly string[], within: number): number {
  let start = lines.length;
  for (let effort = 0; start > 0 && effort < within; start -= 1) {
    effort += (lines[start - 1]?.length ?? 0) + LINE_COST;
  }
  return start;
}

/** True when the blocks say that something failed: an error, a test, or a count of failures. */
export function includeFailure(blocks: readonly FailureBlock[]): boolean {
  return blocks.some(({ kind, lines: [line = ''] }) => kind !== 'counts' || countsFailures(line));
}
