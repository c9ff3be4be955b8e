import type { FailureLocation } from '../../../model/failure/failure';
import type { FailureBlock } from './failureBlock';
import { normalise } from './normalise';
import { isForeignFile } from './toOwnFile';
import { listOwnFrames } from './toStackContext';

/**
 * Where the failure happened: the innermost frame in the user's own files of the first error that
 * has one, else the first file that a stack names and that is no dependency's and not of the
 * runtime, masked; undefined where there is none.
 */
export function findFailureLocation(
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
