import { applyMasks, prepareMasks, toTraited, type PreparedMask } from './applyMasks';
import type { Mask } from './mask';
import { PATHS, relativeTo } from './paths';
import { STATED } from './statedMasks';
import { statesValues } from './statement';
import { VOLATILE } from './volatileMasks';

/** Maximum number of passes: a masked text may match further masks. */
const MAX_PASSES = 4;

/**
 * Masks everything in a line that varies from run to run: times, durations, temporary and home paths, addresses, ports,
 * uuids, hashes, process and thread ids, seeds, progress, the order of sets. Makes paths in the workspace relative.
 * Keeps line numbers (see `withoutLines`). Idempotent (docs/decisions/loop-detection-algorithm.md, §1; "What the data
 * teaches"). Masks less if a test states the values that it compared (`isStatement`): see `STATED`.
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

/** As `normalise` without a workspace, in one pass: sufficient to compare two lines, but not idempotent. */
export function normaliseOnce(line: string): string {
  return maskOnce(line, '', statesValues(line) ? STATED_MASKS : MASKS);
}

function maskOnce(line: string, workspace: string, masks: readonly PreparedMask[]): string {
  const read = toTraited(workspace === '' ? line : relativeTo(line, workspace));
  applyMasks(read, masks);
  const { text } = read;
  return (text.includes('  ') ? text.replace(/ {2,}/g, foldBesideMark) : text).trim();
}

/** Alignment by spaces changes with the length of a masked number. */
function foldBesideMark(spaces: string, offset: number, text: string): string {
  const isBeside = text[offset - 1] === '>' || text[offset + spaces.length] === '<';
  return isBeside ? ' ' : spaces;
}

const ELEMENT = /^(?:'[^']*'|"[^"]*"|[\w.-]+)$/;

/** Sorts the elements of a printed set, since hashing changes their order in every run. */
function sortSet(set: string): string {
  const elements = set.slice(1, -1).split(', ');
  if (elements.length < 2 || !elements.every((each) => ELEMENT.test(each))) return set;
  return `{${elements.toSorted().join(', ')}}`;
}

/** Paths come first and sets last, since elements of sets may contain masked text. */
function withPathsAndSets(masks: readonly Mask[]): readonly PreparedMask[] {
  const sets: Mask = { pattern: /\{[^{}]{3,400}\}/g, by: sortSet, needs: '{,}' };
  return prepareMasks([...PATHS, ...masks, sets]);
}

const MASKS = withPathsAndSets(VOLATILE);
const STATED_MASKS = withPathsAndSets(STATED);
