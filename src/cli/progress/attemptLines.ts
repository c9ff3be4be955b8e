import { LOOP_BREAKERS, type LoopBreaker } from '../../domain/lesson';
import type { DevsEvent } from '../../domain/run';
import { printableLine } from '../output/printable';
import type { Style } from '../output/style';
import { textIn } from './eventFacts';
import { shortName } from '../../text/truncate';

/** A loop that visit after visit proves, or makes likely; those of turns stand in the turns' lines. */
export function loopLines(event: DevsEvent, style: Style): readonly string[] {
  const { data } = event;
  if (textIn(data, 'loopType') === '') return [];
  const isProved = data['level'] === 'stuck';
  const what = isProved ? style.red('loop') : style.yellow('maybe a loop');
  return [line(style.yellow('↺'), event, [what, inBrackets(textIn(data, 'message'))], style)];
}

/** What Devs does about such a loop; that a human is asked stands in the line of the task's status. */
export function recoveryLines(event: DevsEvent, style: Style): readonly string[] {
  switch (textIn(event.data, 'action')) {
    case 'force_next':
      return [line(style.yellow('→'), event, ['left; the next task is taken up'], style)];
    case 'unblock_authority':
      return [line(style.yellow('→'), event, ['may work around its blockers now'], style)];
    default:
      return [];
  }
}

/** A task may not work around its blockers any more. */
export function withdrawnLine(event: DevsEvent, style: Style): string {
  const why = inBrackets(textIn(event.data, 'reason'));
  return line(style.yellow('←'), event, ['may not work around blockers any more', why], style);
}

const BREAKERS: Readonly<Record<LoopBreaker, string>> = {
  pivot: 'a pivot',
  hint: 'your hint',
  agent_change: 'another agent',
  unblock_authority: 'working around the blockers',
};

/** What broke a loop, kept for the next time. */
export function lessonLine(event: DevsEvent, style: Style): string {
  const named = textIn(event.data, 'brokenBy');
  const breaker = LOOP_BREAKERS.find((each) => each === named);
  const what = breaker === undefined ? 'lesson learned' : `${BREAKERS[breaker]} broke the loop`;
  return line(style.green('✎'), event, [what, inBrackets(textIn(event.data, 'text'))], style);
}

/**
 * A visit that ended although its task goes on: it yielded, or the agent named what blocks it. Any
 * other end stands in the lines of its last turn and of the task's status.
 */
export function visitLines(event: DevsEvent, style: Style): readonly string[] {
  const { data } = event;
  if (data['counted'] !== true) return [];
  const status = data['status'];
  if (status === 'blocked') {
    const blockers = Array.isArray(data['blockers']) ? data['blockers'] : [];
    const words = blockers.filter((each) => typeof each === 'string').join('; ');
    return [
      line(style.yellow('↩'), event, ['blocked, visited again later', inBrackets(words)], style),
    ];
  }
  return status === 'in_progress'
    ? [line(style.dim('↩'), event, ['goes on at its next visit'], style)]
    : [];
}

function line(sign: string, event: DevsEvent, words: readonly string[], style: Style): string {
  const task = style.bold(printableLine(event.taskId ?? ''));
  return [`${sign} ${task}`, ...words.filter((each) => each !== '')].join('  ');
}

function inBrackets(said: string): string {
  const text = shortName(printableLine(said));
  return text === '' ? '' : `(${text})`;
}
