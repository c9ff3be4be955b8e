import type { DescribedAttempts } from '../../reports/task/describeAttempts';
import { utcTime } from '../../text/time';
import { shortName } from '../../text/truncate';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns } from '../terminal/table';
import { titled } from './titled';

/** The section about the attempts that prove a loop: when each ended, its turns, its result; nothing for none. */
export function provingAttemptLines(
  described: DescribedAttempts | undefined,
  style: Style,
): readonly string[] {
  if (described === undefined || described.attempts.length === 0) return [];
  const { title, attempts, older } = described;
  const ofTasks = attempts.some(({ task }) => task !== '');
  const head = ['ATTEMPT', ...(ofTasks ? ['TASK'] : []), 'ENDED', 'TURNS', 'RESULT'];
  const rows = attempts.map(({ number, at, task, turns, facts }) => [
    { text: String(number) },
    ...(ofTasks ? [{ text: printableLine(task) }] : []),
    { text: printableLine(utcTime(at)) },
    { text: turns === '' ? 'none known' : turns },
    { text: facts.map((fact) => shortName(printableLine(fact))).join('; ') },
  ]);
  const table = alignColumns([head.map((text) => ({ text, paint: style.dim })), ...rows]);
  return titled(title, [...(older > 0 ? [`… ${older} older`] : []), ...table], style);
}
