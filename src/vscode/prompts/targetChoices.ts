import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { Choice } from './userInput';
import { listTurnCheckpoints } from './listTurnCheckpoints';
import { editorWords } from '../text/editorWords';

/** Where a task can go back to: before its first turn (0), then after each turn, newest first. */
export function targetChoices(
  task: TaskOverview,
  tasks: readonly TaskOverview[],
): readonly Choice<number>[] {
  const turns = new Set(
    listTurnCheckpoints(task, tasks).flatMap(({ turn, goBack }) => (goBack ? [turn] : [])),
  );
  const after = task.turns.filter(({ number }) => turns.has(number)).map(afterTurn);
  return [
    { label: 'Before the first turn', description: 'undoes all turns of this task', value: 0 },
    ...after.toReversed(),
  ];
}

/** "After turn 3" with how it went. */
export function afterTurn(turn: TurnMark): Choice<number> {
  return {
    label: `After turn ${turn.number}`,
    description: OUTCOME_WORDS[turn.outcome],
    ...(turn.reason === '' ? {} : { detail: sanitizeLabel(editorWords(turn.reason)) }),
    value: turn.number,
  };
}
