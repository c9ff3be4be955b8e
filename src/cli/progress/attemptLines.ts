import type { DevsEvent, EventOf } from '../../model/events/devsEvent';
import { BREAKER_WORDS } from '../../reports/task/describeLesson';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { shortName } from '../../text/truncate';

/** A proved or suspected loop over attempts; loops of turns are in the lines of turns. */
export function loopLines(event: EventOf<'loop_detected'>, style: Style): readonly string[] {
  const { loopType, level, message } = event.data;
  if (loopType === undefined) return [];
  const isProved = level === 'stuck';
  const what = isProved ? style.red('loop') : style.yellow('maybe a loop');
  return [line(style.yellow('↺'), event, [what, inBrackets(message)], style)];
}

/** The recovery of such a loop; an escalation is in the line of the task's status. */
export function recoveryLines(event: EventOf<'loop_recovery'>, style: Style): readonly string[] {
  const { action } = event.data;
  switch (action) {
    case 'force_next':
      return [line(style.yellow('→'), event, ['left; the next task is selected'], style)];
    case 'unblock_authority':
      return [line(style.yellow('→'), event, ['may work around its blockers now'], style)];
    case 'escalate':
      return [];
    default:
      return action satisfies never;
  }
}

/** A task may not work around its blockers any more. */
export function withdrawnLine(event: EventOf<'authority_withdrawn'>, style: Style): string {
  const why = inBrackets(event.data.reason);
  return line(style.yellow('←'), event, ['may no longer work around blockers', why], style);
}

/** Line of a recorded lesson. */
export function lessonLine(event: EventOf<'lesson_recorded'>, style: Style): string {
  const { brokenBy, text } = event.data;
  const what = `${BREAKER_WORDS[brokenBy]} helped`;
  return line(style.green('✎'), event, [what, inBrackets(text)], style);
}

/**
 * An attempt that ended although its task continues: it yielded, or the agent reported blockers.
 * Other ends are in the lines of its last turn and of the task's status.
 */
export function attemptEndLines(
  event: EventOf<'attempt_recorded'>,
  style: Style,
): readonly string[] {
  const { counted, status, blockers } = event.data;
  if (!counted) return [];
  if (status === 'blocked') {
    const words = ['blocked, tried again later', inBrackets(blockers.join('; '))];
    return [line(style.yellow('↩'), event, words, style)];
  }
  return status === 'in_progress'
    ? [line(style.dim('↩'), event, ['continues at its next attempt'], style)]
    : [];
}

function line(sign: string, event: DevsEvent, words: readonly string[], style: Style): string {
  const task = style.bold(printableLine(event.taskId ?? ''));
  return [`${sign} ${task}`, ...words.filter((each) => each !== '')].join('  ');
}

function inBrackets(reason: string): string {
  const text = shortName(printableLine(reason));
  return text === '' ? '' : `(${text})`;
}
