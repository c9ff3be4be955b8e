import { MAX_PASS_DIFF_CHARS } from '../../model/verification/doubt';
import { StateError } from '../../ports/workspaceState';
import { maskSecrets } from '../../text/maskSecrets';
import type { ComparedViews } from './checkpointViews';

/** Builds the diff of a pass (`PassAssessment.diff`); names that are no path of a file are ignored. */
export async function diffPass(
  { start, now }: Pick<ComparedViews, 'start' | 'now'>,
  paths: readonly string[],
): Promise<string> {
  if (paths.length === 0) return '';
  const { unifiedDiff } = await import('../../reports/diff/unifiedDiff');
  try {
    // The start may be more than one checkpoint.
    const content = (id: string, path: string) => (id === now.id ? now : start).content(path);
    const sources = { checkpoints: { content }, isEnough: () => false, paths: [...new Set(paths)] };
    return shorten(maskSecrets(await unifiedDiff(sources, start, now)));
  } catch (error) {
    // The disk lost a part of the start: the pass is shown without its diff.
    if (error instanceof StateError) return '';
    throw error;
  }
}

/** Cuts at the end of a line. */
function shorten(diff: string): string {
  if (diff.length <= MAX_PASS_DIFF_CHARS) return diff;
  const kept = diff.slice(0, diff.lastIndexOf('\n', MAX_PASS_DIFF_CHARS) + 1);
  const left = diff.slice(kept.length).trimEnd().split('\n').length;
  return `${kept}… ${left} more lines\n`;
}
