import type { Span } from '../../app/api/app';
import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import type { Choice } from './userInput';
import { afterTurn } from './targetChoices';
import { listTurnCheckpoints } from './listTurnCheckpoints';

/** A span, or `other` to choose both moments. */
export type SpanChoice = Span | 'other';

/** Choices: since the start, each turn's changes (newest first), any two moments. */
export function spanChoices(
  task: TaskOverview,
  tasks: readonly TaskOverview[],
): readonly Choice<SpanChoice>[] {
  const turns = listTurnCheckpoints(task, tasks).flatMap(({ turn, before }) => {
    const mark = markOf(task, turn);
    const label = `What turn ${turn} changed`;
    return mark === undefined
      ? []
      : [{ ...afterTurn(mark), label, value: { from: before, to: turn } }];
  });
  return [
    {
      label: 'Since the start',
      description: 'before its first turn ↔ now',
      value: { from: 0, to: 'now' },
    },
    ...turns.toReversed(),
    { label: 'Between two moments…', value: 'other' },
  ];
}

/** Every moment that can be compared, oldest first; 0 = before the first turn. */
export function momentChoices(
  task: TaskOverview,
  tasks: readonly TaskOverview[],
): readonly Choice<number>[] {
  const turns = listTurnCheckpoints(task, tasks).flatMap(({ turn }) => markOf(task, turn) ?? []);
  return [{ label: 'Before its first turn', value: 0 }, ...turns.map(afterTurn)];
}

function markOf({ turns }: TaskOverview, number: number): TurnMark | undefined {
  return turns.find((turn) => turn.number === number);
}
