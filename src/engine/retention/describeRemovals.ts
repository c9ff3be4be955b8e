import type { Limits } from '../../model/config/limits';
import {
  sumTranscriptBytes,
  type Removal,
  type RemovalReason,
} from '../../rules/retention/removal';
import { formatBytes, MEGABYTE } from '../../text/bytes';
import { countOf } from '../../text/count';

/** Tasks that a line names. */
const MAX_TASKS = 5;

const ORDER: readonly RemovalReason[] = [
  'old',
  'uncounted',
  'unknownTurn',
  'inactive',
  'finished',
  'unfinished',
];

/** Removals for users: one line for each reason. */
export function describeRemovals(
  removals: readonly Removal[],
  limits: Pick<Limits, 'keepDays' | 'maxStateMb'>,
): readonly string[] {
  return ORDER.flatMap((why) => {
    const those = removals.filter((each) => each.why === why);
    if (those.length === 0) return [];
    return `${reason(why, limits)}${namedTasks(those)}: ${amounts(those).join(', ')}`;
  });
}

function reason(
  why: RemovalReason,
  { keepDays, maxStateMb }: Pick<Limits, 'keepDays' | 'maxStateMb'>,
): string {
  const tooLarge = `to stay within ${formatBytes(maxStateMb * MEGABYTE)}`;
  switch (why) {
    case 'old':
      return `From inactive tasks, older than ${countOf(keepDays, 'day')}`;
    case 'uncounted':
      return `From before the task's failure counters were last reset, older than ${countOf(keepDays, 'day')}`;
    case 'unknownTurn':
      return 'From turns that the database does not know';
    case 'inactive':
      return `From inactive tasks, ${tooLarge}`;
    case 'finished':
      return `From finished tasks, ${tooLarge}`;
    case 'unfinished':
      return `From unfinished tasks, ${tooLarge}`;
    default:
      return why satisfies never;
  }
}

function namedTasks(removals: readonly Removal[]): string {
  const ids = [...new Set(removals.map(({ taskId }) => taskId))].filter((id) => id !== '').sort();
  if (ids.length === 0) return '';
  const more = ids.length > MAX_TASKS ? `, and ${ids.length - MAX_TASKS} more` : '';
  return ` (${ids.slice(0, MAX_TASKS).join(', ')}${more})`;
}

function amounts(removals: readonly Removal[]): readonly string[] {
  const of = (kind: Removal['kind']): number =>
    removals.filter((removal) => removal.kind === kind).length;
  const attempts = removals.reduce(
    (sum, removal) => sum + (removal.kind === 'attempts' ? removal.numbers.length : 0),
    0,
  );
  return [
    ...(of('turn') === 0 ? [] : [countOf(of('turn'), 'turn')]),
    ...(of('checkpoints') + of('contents') === 0
      ? []
      : [`the checkpoints of ${countOf(of('checkpoints') + of('contents'), 'turn')}`]),
    ...(of('transcript') === 0
      ? []
      : [
          `${countOf(of('transcript'), 'transcript')} (${formatBytes(sumTranscriptBytes(removals))})`,
        ]),
    ...(attempts === 0 ? [] : [countOf(attempts, 'attempt')]),
    ...(of('contextEntry') === 0 ? [] : [countOf(of('contextEntry'), 'directive')]),
    ...(of('rewind') === 0 ? [] : [`undo data of ${countOf(of('rewind'), 'rewind')}`]),
  ];
}
