import type { Step } from '../../model/steps/step';
import type { StepDiff } from '../../model/steps/stepLine';
import { patchTexts } from '../../reports/diff/patchTexts';
import { toStepDiff, withLineEnd } from '../../reports/diff/toStepDiff';
import type { FileEdit } from '../../rules/steps/effects/fileEdit';
import { readStepEffect } from '../../rules/steps/effects/readStepEffect';
import { isHashedKey } from '../../rules/steps/text/parseArgs';
import { maskSecrets } from '../../text/maskSecrets';

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
  const isPlaced = replaced !== undefined;
  return toStepDiff({ path: file, patch: maskSecrets(patch), isPlaced });
}
