import { createHash } from 'node:crypto';
import { MAX_PLACE_TEXT, type FindingPlace } from '../../../model/steps/findingPlace';
import type { Refusal } from '../../../model/failure/refusal';
import { maskAndCut } from '../../../text/maskAndCut';
import { outputLines } from '../../output/outputLines';
import { isChange } from '../effects/stepEffect';
import type { KnownCall, KnownResult } from '../calls/observedStep';
import { maskVolatile } from '../text/maskVolatile';
import { readFailureText } from '../text/readFailureText';
import { splitExcerpt } from '../text/toExcerpt';

/** The place of a call with its result. */
export function toCallPlace(call: KnownCall, result: KnownResult): FindingPlace {
  return { tool: call.tool, call: toCallText(call.args), result: toResultKey(result) };
}

/** The place of a call whose arguments vary; `isRejected`: with any arguments. */
export function toSimilarPlace(
  call: KnownCall,
  result: KnownResult,
  isRejected: boolean,
): FindingPlace {
  const key = result.kind === 'failure' ? toFailureKey(call, result) : toResultKey(result);
  return { tool: call.tool, call: isRejected ? '' : toCallText(call.args), result: key };
}

/** The place of a failure that several calls may show. */
export function toFailurePlace(call: KnownCall, result: KnownResult): FindingPlace {
  return { tool: '', call: '', result: toFailureKey(call, result) };
}

/** The place of edits in a file: its path and, after a null character, what tells places of it apart. */
export function toEditPlace(place: string): FindingPlace {
  const [path = ''] = place.split('\0', 1);
  return { tool: '', call: toCallText(path), result: hashLines([place]) };
}

/** The place of a repeated text; `kind` tells uses apart. */
export function toTextPlace(text: string, kind = ''): FindingPlace {
  return { tool: '', call: toCallText(text), result: kind };
}

/** The place of a refused action; for a read also what it reads. */
export function toRefusedPlace(call: KnownCall, refusal: Refusal): FindingPlace {
  const { by, kind, action, tool, subject = '' } = refusal;
  const reads = call.effect.kind === 'reads' ? toCallText(call.args) : action;
  return { tool, call: reads, result: `${by}, ${kind}, ${maskVolatile(subject)}` };
}

/** The place of different calls that are refused for one cause, or of names that do not exist. */
export function toCausePlace(tool: string, cause: string): FindingPlace {
  return { tool, call: '', result: cause };
}

/** Masked texts of a call, a stated end of its hash if it is longer than the maximum. */
function toCallText(args: string): string {
  const lines = outputLines(maskAndCut(args, 2 * MAX_PLACE_TEXT).text).map(maskVolatile);
  const text = lines.join('\n').trim();
  if (text.length <= MAX_PLACE_TEXT) return text;
  const hash = hashLines(outputLines(args).map(maskVolatile));
  return `${text.slice(0, MAX_PLACE_TEXT - hash.length - 1)}…${hash}`;
}

/** Caches: results are compared over and over while a loop lasts. */
const resultKeys = new WeakMap<KnownResult, string>();
const failureKeys = new WeakMap<KnownResult, string>();

function toResultKey(result: KnownResult): string {
  return cached(resultKeys, result, () => hashEnds(splitExcerpt(result.text)));
}

function toFailureKey(call: KnownCall, result: KnownResult): string {
  return cached(failureKeys, result, () => {
    const ends = readFailureText(result.text, call.args, isChange(call.effect));
    const isEmpty = ends.head === '' && (ends.tail ?? '') === '';
    return isEmpty ? toResultKey(result) : hashEnds(ends);
  });
}

function cached(
  keys: WeakMap<KnownResult, string>,
  result: KnownResult,
  compute: () => string,
): string {
  const known = keys.get(result);
  if (known !== undefined) return known;
  // A text that was dropped from memory can no longer be compared.
  if (result.text === '') return '';
  const key = compute();
  keys.set(result, key);
  return key;
}

/** Lines at a cut are left out, since volatile text may shift it. */
function hashEnds({ head, tail }: { readonly head: string; readonly tail?: string }): string {
  const first = outputLines(head);
  if (tail === undefined) return hashLines(first.map(maskVolatile).toSorted());
  const kept = [...first.slice(0, -1), ...outputLines(tail).slice(1)];
  // A single long line has no other text.
  const lines = kept.length === 0 ? [head.slice(0, MAX_PLACE_TEXT)] : kept;
  return hashLines(lines.map(maskVolatile).toSorted());
}

/** Lines in sorted order, since parallel processes print them in any order. */
function hashLines(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n'), 'utf8').digest('hex').slice(0, 16);
}
