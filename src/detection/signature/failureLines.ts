import { BlockReader } from './blockReader';
import { prefixedStreams } from '../testRuns/prefixedLines';
import type { FailureBlock } from './failureBlock';
import { countsFailures } from './linePatterns';

/** Blocks that are kept: so many from the beginning and as many from the end. */
const MAX_BLOCKS = 300;
/** Characters that are read closely from the beginning, and as many from the end. */
const MAX_EFFORT = 1_000_000;
/** What a line counts besides its length, in characters, when the end is measured out. */
const LINE_COST = 40;

/**
 * The lines that say what failed, of any tool, in blocks; empty when there are none. Where they are
 * very many, those at the beginning and those at the end. Where a prefix hides them (several
 * programs at once, time stamps), the lines without it.
 */
export function failureBlocks(lines: readonly string[]): readonly FailureBlock[] {
  return unwrapped(withoutStamps(lines), MAX_PREFIXES);
}

/** Prefixes before prefixes that are taken off: "shop-1  | cart:test: …". */
const MAX_PREFIXES = 2;

function unwrapped(lines: readonly string[], prefixes: number): readonly FailureBlock[] {
  const plain = readBlocks(lines);
  if (prefixes === 0 || plain.some(isTelling)) return plain;
  const blocks = prefixedStreams(lines).flatMap((stream) => unwrapped(stream, prefixes - 1));
  return blocks.some(isTelling) ? blocks : plain;
}

/** A failed test or an error with a place, as against what a build tool says around them. */
function isTelling({ kind, stack, place }: FailureBlock): boolean {
  return kind === 'test' || stack.length > 0 || place !== undefined;
}

/** Lines looked at to see whether all have a time in front. */
const SAMPLE = 50;
const STAMP = /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,Z+:-]{0,16}\]? /;

function withoutStamps(lines: readonly string[]): readonly string[] {
  const sample = lines.slice(0, SAMPLE).filter((line) => line !== '');
  const isStamped = sample.length > 0 && sample.every((line) => STAMP.test(line));
  return isStamped ? lines.map((line) => line.replace(STAMP, '')) : lines;
}

function readBlocks(lines: readonly string[]): readonly FailureBlock[] {
  const first = new BlockReader();
  let next = 0;
  // One block more is still open when the reading stops.
  while (next < lines.length && first.effort < MAX_EFFORT && first.blocks.length < MAX_BLOCKS - 1) {
    first.read(lines[next] ?? '');
    next += 1;
  }
  first.end();
  if (next === lines.length) return first.blocks;
  const last = new BlockReader();
  for (let index = Math.max(next, startOfEnd(lines)); index < lines.length; index += 1) {
    last.read(lines[index] ?? '');
  }
  last.end();
  return [...first.blocks, ...last.blocks.slice(-MAX_BLOCKS)];
}

/** Where the last lines begin that are read closely however much stands before them. */
function startOfEnd(lines: readonly string[]): number {
  let start = lines.length;
  for (let effort = 0; start > 0 && effort < MAX_EFFORT; start -= 1) {
    effort += (lines[start - 1]?.length ?? 0) + LINE_COST;
  }
  return start;
}

/** True when the blocks say that something failed: an error, a test, or a count of failures. */
export function sayFailure(blocks: readonly FailureBlock[]): boolean {
  return blocks.some(({ kind, lines: [line = ''] }) => kind !== 'counts' || countsFailures(line));
}
