import type { FailureLocation } from '../../domain/failure';
import type { FailureBlock } from './failureBlock';
import { normalise } from './normalise';
import { ownFrames } from './stackContext';

/**
 * Where the failure happened: the innermost frame in the user's own files of the first error that
 * has one, else the file that the first stack names, masked; undefined where no file is named.
 */
export function failureLocation(
  blocks: readonly FailureBlock[],
  workspace: string,
): FailureLocation | undefined {
  const telling = blocks.filter(({ stack, place }) => stack.length > 0 || place !== undefined);
  const ordered = [...telling.filter((each) => !each.superseded), ...telling];
  for (const block of ordered) {
    const [own] = ownFrames(block, workspace);
    if (own !== undefined) return own;
  }
  const foreign = ordered[0]?.stack[0] ?? ordered[0]?.place;
  if (foreign === undefined || foreign.file === '') return undefined;
  return { ...foreign, file: normalise(foreign.file, workspace) };
}
