import { maskPaths } from './paths';
import { STATED } from './statedMasks';
import { statesValues } from './statement';
import { VOLATILE, type Mask } from './volatileMasks';

/** What was masked may show what stood behind it: once more, until nothing changes. */
const MAX_PASSES = 4;

/**
 * A line with all that varies from run to run masked: times, durations, temporary and home paths,
 * addresses, ports, uuids, hashes, process and thread ids, seeds, progress, the order of sets; paths
 * in the workspace become relative to it. Numbers of lines stay (`withoutLines`). Masking twice
 * changes nothing (decision 74, §1; "What the data teaches"). Where a test states the values that it
 * compared (`isStatement`), less is masked: see `STATED`.
 */
export function normalise(
  line: string,
  workspace: string,
  isStatement = statesValues(line),
): string {
  const masks = isStatement ? STATED : VOLATILE;
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
  return maskOnce(line, '', statesValues(line) ? STATED : VOLATILE);
}

function maskOnce(line: string, workspace: string, masks: readonly Mask[]): string {
  let text = maskPaths(line, workspace);
  for (const { pattern, by } of masks) {
    text = typeof by === 'string' ? text.replace(pattern, by) : text.replace(pattern, by);
  }
  text = text.replace(/\{[^{}]{3,400}\}/g, sortedSet);
  return text.replace(/ {2,}/g, besideMark).trim();
}

/** What is aligned by spaces stands elsewhere when a masked number had another length. */
function besideMark(spaces: string, offset: number, text: string): string {
  const isBeside = text[offset - 1] === '>' || text[offset + spaces.length] === '<';
  return isBeside ? ' ' : spaces;
}

const ELEMENT = /^(?:'[^']*'|"[^"]*"|[\w.-]+)$/;

/** The elements of a printed set in the order of the alphabet: hashing gives them another one in every run. */
function sortedSet(set: string): string {
  const elements = set.slice(1, -1).split(', ');
  if (elements.length < 2 || !elements.every((each) => ELEMENT.test(each))) return set;
  return `{${elements.toSorted().join(', ')}}`;
}
