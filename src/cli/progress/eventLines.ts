import type { DevsEvent } from '../../domain/run';
import type { TurnOutcome } from '../../domain/turn';
import { formatDuration } from '../output/duration';
import { printableLine } from '../output/printable';
import type { Style } from '../output/style';
import { changedStatus, endedTurn, issuedPivot, type EndedTurnFacts } from './eventFacts';

type Paint = (text: string) => string;

/** The permanent lines that an event leaves on a human's screen; none for most events. */
export function eventLines(event: DevsEvent, style: Style): readonly string[] {
  switch (event.event) {
    case 'turn_ended':
      return [turnLine(endedTurn(event), style)];
    case 'pivot_issued':
      return [pivotLine(event, style)];
    case 'task_status_changed':
      return statusLines(event, style);
    case 'run_started':
    case 'run_ended':
    case 'turn_started':
    case 'loop_detected':
    case 'gate_triggered':
    case 'loop_counter_reset':
    case 'intervention':
      return [];
    default:
      return event.event satisfies never;
  }
}

function turnLine(turn: EndedTurnFacts, style: Style): string {
  const [sign, words, paint] = outcomeWords(turn.outcome, style);
  const counts = turn.outcome === 'no_progress' || turn.outcome === 'progress';
  const reason = printableLine(turn.reason);
  const parts = [
    `${paint(sign)} ${style.bold(printableLine(turn.taskId))}`,
    `turn ${turn.turn}`,
    paint(words),
    ...(counts ? [`entropy ${turn.entropy}/${turn.threshold}`] : []),
    ...(reason === '' || reason === words ? [] : [`(${reason})`]),
    style.dim(formatDuration(turn.durationMs)),
  ];
  return parts.join('  ');
}

function outcomeWords(outcome: TurnOutcome, style: Style): readonly [string, string, Paint] {
  switch (outcome) {
    case 'success':
      return ['✓', 'done', style.green];
    case 'progress':
      return ['↑', 'progress', style.cyan];
    case 'no_progress':
      return ['✕', 'no progress', style.red];
    case 'not_agent':
      return ['!', 'not counted', style.yellow];
    case 'interrupted':
    case 'running':
      return ['■', 'interrupted', style.yellow];
    default:
      return outcome satisfies never;
  }
}

function pivotLine(event: DevsEvent, style: Style): string {
  const { pivot, max } = issuedPivot(event);
  return style.yellow(`↻ pivot ${pivot} of ${max} — reason from first principles`);
}

/** Statuses that no turn's line and no pause block tells of. */
function statusLines(event: DevsEvent, style: Style): readonly string[] {
  const change = changedStatus(event);
  if (change === undefined) return [];
  const taskId = printableLine(event.taskId ?? '');
  switch (change.to) {
    case 'blocked':
    case 'aborted_stuck':
      return [`${style.red('!')} ${style.bold(taskId)}  ${change.to}${because(change.reason)}`];
    case 'done_partial':
    case 'skipped':
      return [`${style.yellow('–')} ${style.bold(taskId)}  ${change.to}${because(change.reason)}`];
    case 'pending':
    case 'in_progress':
    case 'done':
    case 'PAUSED_FOR_INTERVENTION':
      return [];
    default:
      return change.to satisfies never;
  }
}

function because(reason: string): string {
  const text = printableLine(reason);
  return text === '' ? '' : `  (${text})`;
}
