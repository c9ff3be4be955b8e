import { describeLanding } from '../../reports/landing/describeLanding';
import { describeEntropy, describePivots } from '../../reports/task/counterWords';
import type { DevsEvent, EventOf } from '../../model/events/devsEvent';
import { statusWord } from '../../model/task/statusNames';
import type { TurnOutcome } from '../../model/turn/turn';
import { printableLine } from '../terminal/printable';
import { askedLine } from '../render/askedText';
import { howToReply, questionLine } from '../render/questionText';
import type { Style } from '../terminal/style';
import { describePivotFiles } from '../../reports/rewind/describePivotFiles';
import { describeAnswered } from '../../reports/permissions/describePermission';
import { describeQuestionEnd } from '../../reports/tools/describeQuestion';
import { describeBaseline } from '../../reports/task/describeBaseline';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { describeBudget } from '../../reports/usage/describeBudget';
import { capitalise } from '../../text/sentence';
import { describeWait } from '../terminal/describeWait';
import { createOutlookLines, type OutlookLines } from './outlookLines';
import { createStandInLines, type StandInLines } from './standInLines';
import { debuggerLines } from './debuggerLines';
import { createJudgeLines, type JudgeLines } from './judgeLines';
import {
  lessonLine,
  loopLines,
  recoveryLines,
  attemptEndLines,
  withdrawnLine,
} from './attemptLines';
import { compactDuration } from '../../text/describeDuration';

type Paint = (text: string) => string;

/** Turns events into the permanent lines on a human's screen; most events leave none. */
export type EventLines = (event: DevsEvent) => readonly string[];

/**
 * Creates the lines of events. The event that blocks a task comes before the end of its turn: its line
 * is held back until the next event and printed below the turn's line. A wait does not repeat the
 * reason in the turn's line. An attempt that leaves its task to a human has no line: the task's status
 * has one. `asksHere`: whether a permission request is asked where the lines are shown; absent: never.
 */
export function createEventLines(style: Style, asksHere = (): boolean => false): EventLines {
  const judge = createJudgeLines(style);
  const outlook = createOutlookLines(style);
  const standIns = createStandInLines(style);
  let held: readonly string[] = [];
  let lastReason = '';
  const blocked = new Set<string>();
  return (event) => {
    // It has no line, and must not separate a held line from its turn.
    if (event.event === 'gate_triggered') return [];
    const isReported = event.event === 'attempt_recorded' && blocked.has(event.taskId);
    const lines = isReported
      ? []
      : linesOf(event, { style, lastReason, judge, outlook, standIns, asksHere });
    const to = event.event === 'task_status_changed' ? event.data.to : undefined;
    if (event.taskId !== undefined && to === 'blocked') blocked.add(event.taskId);
    else if (event.taskId !== undefined && to !== undefined) blocked.delete(event.taskId);
    if (event.event === 'turn_ended') lastReason = event.data.reason;
    const before = held;
    if (lines.length > 0 && to === 'blocked') {
      held = lines;
      return before;
    }
    held = [];
    return event.event === 'turn_ended' ? [...lines, ...before] : [...before, ...lines];
  };
}

interface LineContext {
  readonly style: Style;
  /** Reason of the newest turn. */
  readonly lastReason: string;
  readonly judge: JudgeLines;
  readonly outlook: OutlookLines;
  readonly standIns: StandInLines;
  readonly asksHere: () => boolean;
}

function linesOf(
  event: DevsEvent,
  { style, lastReason, judge, outlook, standIns, asksHere }: LineContext,
): readonly string[] {
  switch (event.event) {
    case 'turn_ended':
      return [
        turnLine(event, judge.reasonOf(event), style),
        ...loopAdviceLines(event, style),
        ...outlook(event),
      ];
    case 'baseline_measured':
      return [baselineLine(event, style)];
    case 'judge_asked':
      return judge.asked(event);
    case 'debugger_asked':
      return debuggerLines(event, style);
    case 'pivot_issued':
      return [pivotLine(event, style)];
    case 'pivot_files':
      return [pivotFilesLine(event, style)];
    case 'task_status_changed':
      return statusLines(event, style);
    case 'agent_asked':
      return [askedQuestionLine(event, style)];
    case 'agent_answered':
      return [questionEndLine(event, style)];
    case 'permission_asked':
      return [askedLine({ taskId: event.taskId, asked: event.data, asksHere: asksHere() }, style)];
    case 'permission_answered':
      return [answeredLine(event, style)];
    case 'run_started':
    case 'run_ended':
    case 'gate_triggered':
    case 'loop_counter_reset':
    case 'finding_dismissed':
    case 'intervention':
    case 'state_recovered':
    case 'budget_allowed':
    case 'usage_reported':
      return [];
    case 'task_landed':
      return [landingLine(event, style)];
    case 'budget_used':
      return [budgetLine(event, style)];
    case 'loop_detected':
      return loopLines(event, style);
    case 'attempt_recorded':
      return attemptEndLines(event, style);
    case 'loop_recovery':
      return recoveryLines(event, style);
    case 'authority_withdrawn':
      return [withdrawnLine(event, style)];
    case 'lesson_recorded':
      return [lessonLine(event, style)];
    case 'retry_scheduled':
      return event.data.fallback === undefined
        ? [retryLine(event, style, lastReason)]
        : standIns.scheduled(event, lastReason);
    case 'turn_started':
      return standIns.started(event);
    default:
      return event satisfies never;
  }
}

function turnLine(
  { taskId, data: turn }: EventOf<'turn_ended'>,
  why: string,
  style: Style,
): string {
  const [sign, paint] = outcomeSign(turn.outcome, style);
  const words = OUTCOME_WORDS[turn.outcome];
  const counts = turn.outcome === 'no_progress' || turn.outcome === 'progress';
  // The line that says the task is blocked follows, with the reason.
  const reason = turn.consequence === 'blocked' ? '' : printableLine(why);
  const parts = [
    `${paint(sign)} ${style.bold(printableLine(taskId))}`,
    `turn ${turn.turn}`,
    paint(words),
    ...(counts
      ? [describeEntropy({ entropy: turn.entropyAfter, loopThreshold: turn.loopThreshold })]
      : []),
    ...(reason === '' || reason === words ? [] : [`(${reason})`]),
    style.dim(compactDuration(turn.durationMs)),
  ];
  return parts.join('  ');
}

/** At 80 % of a budget. */
function budgetLine({ taskId, data }: EventOf<'budget_used'>, style: Style): string {
  const words = capitalise(describeBudget(data));
  return `${style.yellow('!')} ${style.bold(printableLine(taskId))}  ${words}`;
}

/** What a human can do about the loop that ended the turn; the line of a blocked task has the remedy. */
function loopAdviceLines(
  { data: { advice = '', consequence } }: EventOf<'turn_ended'>,
  style: Style,
): readonly string[] {
  const isSaid = advice === '' || consequence === 'blocked';
  return isSaid ? [] : [`  ${style.yellow(`Advice: ${printableLine(advice)}`)}`];
}

function baselineLine({ taskId, data }: EventOf<'baseline_measured'>, style: Style): string {
  return [
    `${style.dim('○')} ${style.bold(printableLine(taskId))}`,
    `verification ${describeBaseline(data)}`,
    style.dim(compactDuration(data.durationMs)),
  ].join('  ');
}

function outcomeSign(outcome: TurnOutcome, style: Style): readonly [string, Paint] {
  switch (outcome) {
    case 'success':
      return ['✓', style.green];
    case 'progress':
      return ['↑', style.cyan];
    case 'no_progress':
      return ['✕', style.red];
    case 'not_agent':
      return ['!', style.yellow];
    case 'interrupted':
    case 'running':
      return ['■', style.yellow];
    default:
      return outcome satisfies never;
  }
}

function pivotLine({ data }: EventOf<'pivot_issued'>, style: Style): string {
  const { pivotCount, maxPivots } = data;
  return style.yellow(
    `↻ ${describePivots({ pivots: pivotCount, maxPivots })} (pivot): its agent is told to reason from first principles`,
  );
}

function pivotFilesLine({ taskId, data }: EventOf<'pivot_files'>, style: Style): string {
  const words = printableLine(describePivotFiles(data));
  return `${style.yellow('↩')} ${style.bold(printableLine(taskId))}  ${words}`;
}

/** A question that waits, with the command that answers it. */
function askedQuestionLine({ taskId, data }: EventOf<'agent_asked'>, style: Style): string {
  return `${questionLine(taskId, data, style)}  ${style.dim(howToReply(taskId))}`;
}

function questionEndLine({ taskId, data }: EventOf<'agent_answered'>, style: Style): string {
  const sign = data.outcome === 'answered' ? style.green('✓') : style.yellow('✗');
  return `${sign} ${style.bold(printableLine(taskId))}  ${printableLine(describeQuestionEnd(data))}`;
}

function answeredLine({ taskId, data }: EventOf<'permission_answered'>, style: Style): string {
  const isAllowed = data.outcome === 'allowed';
  const sign = isAllowed ? style.green('✓') : style.yellow('✗');
  return `${sign} ${style.bold(printableLine(taskId))}  ${printableLine(describeAnswered(data))}`;
}

function retryLine(
  { at, taskId, data }: EventOf<'retry_scheduled'>,
  style: Style,
  lastReason: string,
): string {
  const { until, reason } = data;
  const words = describeWait(until, reason === lastReason ? '' : reason, new Date(at));
  return `${style.yellow('…')} ${style.bold(printableLine(taskId))}  ${words}`;
}

function landingLine({ taskId, data }: EventOf<'task_landed'>, style: Style): string {
  return `${style.green('✓')} ${style.bold(printableLine(taskId))}  ${printableLine(describeLanding(data))}`;
}

/** Statuses that neither a turn's line nor a pause block reports. */
function statusLines(event: EventOf<'task_status_changed'>, style: Style): readonly string[] {
  const change = event.data;
  const taskId = printableLine(event.taskId);
  switch (change.to) {
    case 'blocked':
      return [
        `${style.red('!')} ${style.bold(taskId)}  ${statusWord(change.to)}${because(change.reason)}`,
      ];
    case 'done_partial':
    case 'skipped':
      return [
        `${style.yellow('–')} ${style.bold(taskId)}  ${statusWord(change.to)}${because(change.reason)}`,
      ];
    case 'pending':
    case 'in_progress':
    case 'done':
    case 'aborted_stuck':
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
