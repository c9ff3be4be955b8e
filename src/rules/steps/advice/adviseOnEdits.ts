import type { ProvingStep } from '../../../model/steps/step';
import { readStepEffect } from '../effects/readStepEffect';
import { isChange } from '../effects/stepEffect';
import { nameCall } from '../shown/nameCall';
import { quoteLine, quoteNames } from '../shown/quoteWords';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnFailedEdit, isMalformedEdit } from './adviseOnFailedEdit';
import { findCallFiles, findEditedFiles, mayBeSameFile } from './findFiles';
import { isFailedStep } from './isFailedStep';

/** Advice for edits that are rejected, change nothing, or undo each other: the agent does not see what is there. */
export function adviseOnEdits(loop: AdvisedLoop): string {
  const { steps = [], answer = '', clues = {} } = loop;
  const last = steps.at(-1);
  const edited = findEditedFiles(steps);
  if (last === undefined) return '';
  if (clues.failed === true || isFailedStep(last) || isMalformedEdit(answer))
    return adviseOnFailedEdit(loop, { ...last, reason: answer });
  if (!isChange(readStepEffect({ tool: last.tool, args: last.call })))
    return adviseOnView(last, { edited, answer });
  const files = edited.length === 0 ? '' : ` of ${quoteNames(edited)}`;
  const file = edited.length === 0 ? 'the file' : quoteNames(edited);
  return `The edits${files} change nothing or undo each other. Tell the agent in a hint: read ${file} again first, then edit the text that is really there.`;
}

/** Advice for changes that what the agent looks at does not show. */
function adviseOnView(
  view: ProvingStep,
  { edited, answer }: { readonly edited: readonly string[]; readonly answer: string },
): string {
  const name = nameCall({ tool: view.tool, args: view.call });
  const said = quoteLine(answer);
  if (edited.length === 0)
    return `Nothing that the agent does changes what ${name} shows${said === '' ? '' : `: ${said}`}. Tell the agent in a hint: what keeps this unchanged, or another way to change it.`;
  const files = quoteNames(edited);
  const viewed = findCallFiles(view);
  const isOther =
    viewed.length > 0 && !viewed.some((file) => edited.some((each) => mayBeSameFile(each, file)));
  return isOther
    ? `${name} shows another file than the one that the agent edits, ${files}. Tell the agent in a hint: which of the two is really used, and how to edit it.`
    : `${name} shows no effect of the edits of ${files}. Tell the agent in a hint: where its output comes from, or what overrides or restores the edited place.`;
}

/** Advice for a text that is added again although it is there. */
export function adviseOnRepeatedEdit({ steps = [] }: AdvisedLoop): string {
  const files = quoteNames(findEditedFiles(steps).slice(0, 1));
  return `Each of these edits inserted the same text into ${files === '' ? 'the file' : files} again. Tell the agent in a hint: the text is already there; replace the whole block, not one line of it, to remove the extra copies.`;
}
