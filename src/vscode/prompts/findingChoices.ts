import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import { DETECTOR_WORDS } from '../../reports/hops/describeHop';
import { needsHuman } from '../../model/task/taskStatus';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { Choice } from './userInput';
import { editorWords } from '../text/editorWords';

/** The answer to "Which loop was none?": all of them, or the one that ended a turn. */
export type FindingChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'turn'; readonly turn: number };

/** Loops in the steps of a task that nobody called no loop, newest first; "all" first for a task that needs a human. */
export function findingChoices(task: TaskOverview): readonly Choice<FindingChoice>[] {
  const open = task.turns.filter(({ finding }) => finding?.dismissed === false).toReversed();
  const each = open.map(toChoice);
  if (!needsHuman(task.status)) return each;
  const all = { label: 'All loops that stopped the task', value: { kind: 'all' } } as const;
  return [all, ...each];
}

function toChoice({ number, finding, reason }: TurnMark): Choice<FindingChoice> {
  return {
    label: finding ? `Turn ${number}: ${DETECTOR_WORDS[finding.detector]}` : `Turn ${number}`,
    detail: sanitizeLabel(editorWords(reason)),
    value: { kind: 'turn', turn: number },
  };
}

/** Whether several loops could be meant: without any, or with one, there is nothing to ask. */
export function hasSeveralFindings(task: TaskOverview): boolean {
  return task.turns.filter(({ finding }) => finding?.dismissed === false).length > 1;
}
