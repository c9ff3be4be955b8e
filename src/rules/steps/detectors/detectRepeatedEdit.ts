import { MAX_EVIDENCE } from '../../../model/steps/step';
import { isTextOrPlan, type ObservedStep } from '../calls/observedStep';
import type { ObservedEdit, ObservedEdits } from '../edits/editHistory';
import { nameFile } from '../shown/nameFile';
import { quoteLine } from '../shown/quoteWords';
import { toEditPlace } from '../findings/toPlace';
import type { Growth, StepDetector } from './stepDetector';

/** Text that was put at one place several times. */
interface Repetition {
  /** Its steps, oldest first. */
  readonly steps: readonly number[];
  readonly path: string;
  /** Its longest line. */
  readonly line: string;
  /** Whether the agent was told or shown that the text is there. */
  readonly isShown: boolean;
}

/**
 * Detects that (nearly) the same text is put at the same place of a file again, although it is
 * there: the file has it twice, which is no progress. A removal of the text in between, another
 * revision or another folder ends it.
 */
export function detectRepeatedEdit(limit: number): StepDetector {
  let repetition: Repetition | undefined;
  return {
    name: 'repeated edit',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      const repeated = findRepetition(observed.edited, isEditor(observed));
      if (repeated !== undefined) repetition = carryOver(repetition, repeated);
      else if (repetition === undefined) return undefined;
      const isShown = repetition.isShown || observed.result.text.includes(repetition.line);
      const isNews = repeated !== undefined || (isShown && !repetition.isShown);
      if (isShown) repetition = { ...repetition, isShown };
      return isNews ? toGrowth(repetition, limit) : undefined;
    },
  };
}

/** What was shown before an edit is there after it as well. */
function carryOver(before: Repetition | undefined, { isShown, ...now }: Repetition): Repetition {
  const wasShown = before?.isShown === true && before.path === now.path && before.line === now.line;
  return { ...now, isShown: isShown || wasShown };
}

/** An editor says what it did; a command may be silent. */
function isEditor({ call: { effect } }: ObservedStep): boolean {
  return effect.kind === 'edits' && effect.rest === undefined;
}

function findRepetition(
  edited: ObservedEdits | undefined,
  isShown: boolean,
): Repetition | undefined {
  if (edited === undefined || edited.isRefused) return undefined;
  for (const observed of edited.edits) {
    const steps = listSteps(observed);
    const { edit } = observed;
    if (steps.length > 1) return { steps, path: edit.edit.path, line: edit.mainLine, isShown };
  }
  return undefined;
}

/** The steps that put the text of an edit at its place; of those made at once only the first. */
function listSteps({ edit, earlier }: ObservedEdit): readonly number[] {
  if (earlier.length === 0 || !edit.isAddition) return [];
  const batches = new Map([[edit.batch, edit.number]]);
  // Each addition moves the place of the next one, so that it is compared with the one before it.
  let next = edit;
  for (const each of earlier.toReversed()) {
    if (each.isGone || !each.isAddition || !next.isAtPlaceOf(each)) continue;
    if (!edit.addsTextOf(each)) continue;
    batches.set(each.batch, each.number);
    next = each;
  }
  return [...batches.values()].toReversed();
}

function toGrowth({ steps, path, line, isShown }: Repetition, limit: number): Growth {
  const count = steps.length;
  return {
    count,
    // Nobody saw whether the text is there.
    limit: isShown ? limit : Math.max(limit, count + 1),
    evidence: () => steps.slice(-MAX_EVIDENCE),
    places: () => [toEditPlace(`${path}\0${line}`)],
    message: () =>
      `the same text was added at the same place of ${nameFile(path) || 'a file'} ${count} times, although it was there already: ${quoteLine(line)}`,
  };
}
