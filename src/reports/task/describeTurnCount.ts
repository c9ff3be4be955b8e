import type { TaskOverview } from '../../model/overview/overview';
import { countOf } from '../../text/count';

type Counted = Pick<TaskOverview, 'id' | 'turnCount' | 'family'>;

/** The number of a task's turns for a column: "5"; "2 of 5" where five turns count together, two of them its own. */
export function shortTurnCount({ turnCount, family }: Counted): string {
  return family === undefined ? String(turnCount) : `${family.ownTurns} of ${turnCount}`;
}

/** As `shortTurnCount`, labelled: "turns 5", "own turns 2 of 5 with checkout and its subtasks". */
export function describeTurnCount({ turnCount, family }: Counted): string {
  return family === undefined
    ? `turns ${turnCount}`
    : `own turns ${family.ownTurns} of ${turnCount} with ${family.countsOn} and its subtasks`;
}

/** Whose the counters of a task are, for a task that counts together with others; '' for another one. */
export function describeCounting({ id, turnCount, family }: Counted): string {
  if (family === undefined) return '';
  const { countsOn, ownTurns } = family;
  const withWhom = countsOn === id ? 'its subtasks' : `${countsOn} and its other subtasks`;
  return `This task shares its counts of failed turns, fresh starts and turns with ${withWhom}. It had ${ownTurns} of the ${countOf(turnCount, 'turn')} itself.`;
}
