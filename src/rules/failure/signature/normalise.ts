import { meetsAnyNeed, parseNeeds, readTraits, type LineTraits } from './lineTraits';
import type { Mask } from './mask';
import { PATHS, relativeTo } from './paths';
import { STATED } from './statedMasks';
import { statesValues } from './statement';
import { VOLATILE } from './volatileMasks';

/** What was masked may show what stood behind it: once more, until nothing changes. */
const MAX_PASSES = 4;

/**
 * A line with all that varies from run to run masked: times, durations, temporary and home paths,
 * addresses, ports, uuids, hashes, process and thread ids, seeds, progress, the order of sets; paths
 * in the workspace become relative to it. Numbers of lines stay (`withoutLines`). Masking twice
 * changes nothing (docs/decisions/loop-detection-algorithm.md, §1; "What the data teaches"). Where a test states the values that it
 * compared (`isStatement`), less is masked: see `STATED`.
 */
export function normalise(
  line: string,
  workspace: string,
  isStatement = statesValues(line),
): string {
  const masks = isStatement ? STATED_MASKS : MASKS;
  let text = line;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const masked = maskOnce(text, workspace, masks);
    if (masked === text) break;
    text = masked;
  }
  return text;
}

/**
 * As `normalise` without a workspace, in one pass: enough to compare two lines, though masking what it gives once
 * more may change it.
 */
export function normaliseOnce(line: string): string {
  return maskOnce(line, '', statesValues(line) ? STATED_MASKS : MASKS);
}

function maskOnce(line: string, workspace: string, masks: readonly PreparedMask[]): string {
  let text = relativeTo(line, workspace);
  let traits = readTraits(text);
  for (const { pattern, by, needs } of masks) {
    // Most lines have little that varies: what they hold tells which patterns can find anything.
    if (!meetsAnyNeed(traits, needs)) continue;
    const masked = typeof by === 'string' ? text.replace(pattern, by) : text.replace(pattern, by);
    if (masked === text) continue;
    text = masked;
    traits = readTraits(text);
  }
  return (text.includes('  ') ? text.replace(/ {2,}/g, foldBesideMark) : text).trim();
}

/** What is aligned by spaces stands elsewhere when a masked number had another length. */
function foldBesideMark(spaces: string, offset: number, text: string): string {
  const isBeside = text[offset - 1] === '>' || text[offset + spaces.length] === '<';
  return isBeside ? ' ' : spaces;
}

const ELEMENT = /^(?:'[^']*'|"[^"]*"|[\w.-]+)$/;

/** The elements of a printed set in the order of the alphabet: hashing gives them another one in every run. */
function sortSet(set: string): string {
  const elements = set.slice(1, -1).split(', ');
  if (elements.length < 2 || !elements.every((each) => ELEMENT.test(each))) return set;
  return `{${elements.toSorted().join(', ')}}`;
}

/** A mask with what it needs, read. */
interface PreparedMask extends Pick<Mask, 'pattern' | 'by'> {
  readonly needs: readonly LineTraits[];
}

/** Paths first, and sets last: what they hold may have been masked. */
function prepareMasks(masks: readonly Mask[]): readonly PreparedMask[] {
  const sets: Mask = { pattern: /\{[^{}]{3,400}\}/g, by: sortSet, needs: '{,}' };
  return [...PATHS, ...masks, sets].map((mask) => ({ ...mask, needs: parseNeeds(mask.needs) }));
}

const MASKS = prepareMasks(VOLATILE);
const STATED_MASKS = prepareMasks(STATED);
