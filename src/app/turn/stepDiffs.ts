import type { Step } from '../../model/steps/step';
import type { StepDiff } from '../../model/steps/stepLine';
import { patchTexts } from '../../reports/diff/patchTexts';
import type { FileEdit } from '../../rules/steps/effects/fileEdit';
import { readStepEffect } from '../../rules/steps/effects/readStepEffect';
import { isHashedKey } from '../../rules/steps/text/parseArgs';
import { maskSecrets } from '../../text/maskSecrets';

/** Lines of one diff that are shown. */
const MAX_LINES = 400;
/** Edits of one step that are shown. */
const MAX_EDITS = 20;

/** What an editor's call changes, as its arguments state it; empty if they do not, or for texts too long to compare. */
export function readStepDiffs(step: Pick<Step, 'tool' | 'args'>): readonly StepDiff[] {
  if (step.tool === '') return [];
  const effect = readStepEffect(step);
  if (effect.kind !== 'edits' || effect.rest !== undefined) return [];
  const { edits } = effect;
  const isUnknown = edits.some(({ before, after }) => isHashedKey(before) || isHashedKey(after));
  return isUnknown ? [] : edits.slice(0, MAX_EDITS).map(toDiff);
}

function toDiff({ path, before, after, lines: replaced }: FileEdit): StepDiff {
  // Behind the path may stand other arguments that name the place.
  const [file = ''] = path.split(' [', 1);
  const patch = patchTexts({ path: 'file', old: withLineEnd(before), now: withLineEnd(after) });
  const [, , ...all] = maskSecrets(patch).trimEnd().split('\n');
  const lines = replaced === undefined ? withoutPlaces(all) : all;
  return {
    path: file,
    lines: lines.slice(0, MAX_LINES),
    left: Math.max(0, lines.length - MAX_LINES),
  };
}

/** Only a text is known, not where it is in the file: line numbers would be wrong. */
function withoutPlaces(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => (line.startsWith('@@') ? '@@' : line))
    .filter((line, index) => index > 0 || line !== '@@');
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
