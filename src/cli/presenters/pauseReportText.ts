import type { FailureAnalysisReport, ReportedTurn, SuspendReason } from '../../domain/report';
import { describeEnd } from '../../domain/turn';
import { formatDuration } from '../output/duration';
import { printable, printableLine } from '../output/printable';
import { PLAIN, type Style } from '../output/style';
import { TURN_OUTCOME_WORDS } from '../output/turnOutcomeWords';
import { helpedBeforeLines } from './lessonsText';
import { stuckLines } from './stuckText';
import { turnChangeLines } from './turnChangesText';

/** First line of every pause block (document 004). */
export const PAUSE_HEADER = '⚠ ENTROPY PAUSE — Max retry threshold reached';

/** Lines of one text that are shown; the whole of it stands in `devs report --json`. */
const MAX_LINES = 20;
const HASH_CHARACTERS = 12;

/**
 * The pause block as text, ending with what can be done; `history` is what humans did to the task,
 * newest first. Whatever an agent said in it is harmless.
 */
export function pauseReportText(
  report: FailureAnalysisReport,
  style: Style = PLAIN,
  history: readonly string[] = [],
): string {
  const lines = [
    style.bold(style.yellow(PAUSE_HEADER)),
    ...otherReason(report.reason),
    '',
    `  Task      ${style.bold(printableLine(report.taskId))}`,
    `  Failures  ${failures(report.failureCount)}`,
    ...stuckLines(report, style),
    ...helpedBeforeLines(report, style),
    '',
    style.bold('  Failed strategies'),
    ...numbered(report.failedStrategies),
    '',
    style.bold('  Last error'),
    ...quotedEnd(report.lastError),
    ...turnChangeLines(report, style),
    ...report.turns.flatMap((turn) => turnLines(turn, report.taskId, style)),
    ...(history.length === 0 ? [] : ['', style.bold('  What you did'), ...history.map(indented)]),
    '',
    ...whatCanBeDone(report.taskId),
  ];
  return `${lines.join('\n')}\n`;
}

/** The last line is the prompt of document 004. */
function whatCanBeDone(taskId: string): readonly string[] {
  const id = printableLine(taskId);
  return [
    `Run \`devs resume ${id} --hint "…"\` to go on with your guidance.`,
    `Run \`devs rewind ${id}\` to revert or \`devs skip\` to skip this task.`,
  ];
}

function indented(line: string): string {
  return `    ${line}`;
}

function otherReason(reason: SuspendReason): readonly string[] {
  switch (reason) {
    case 'MAX_PIVOTS_EXCEEDED':
      return [];
    case 'MAX_TURNS':
      return ['  The task has used up its turns (limits.maxTurns in devs.yaml).'];
    case 'MAX_MINUTES':
      return ['  The run has used up its time (limits.maxMinutes in devs.yaml).'];
    case 'MAX_LOOP_EDGE':
      return ['  The planner goes round in circles (limits in devs.yaml).'];
    case 'QUESTION':
      return ['  The planner has a question for you.'];
    case 'GAVE_UP':
      return ['  The planner says that it cannot go on.'];
    default:
      return reason satisfies never;
  }
}

function failures(count: number): string {
  return count === 1 ? '1 failed strategy' : `${count} failed strategies`;
}

function numbered(strategies: readonly string[]): readonly string[] {
  if (strategies.length === 0) return ['    (none)'];
  return strategies.map((strategy, index) => `    ${index + 1}. ${printableLine(strategy)}`);
}

function quoted(text: string): readonly string[] {
  const lines = quotedLines(text);
  const left = lines.length - MAX_LINES;
  return left <= 0 ? lines : [...lines.slice(0, MAX_LINES), moreLines(left, 'more')];
}

/** Programs say at the end what failed, so a long error loses its beginning. */
function quotedEnd(text: string): readonly string[] {
  const lines = quotedLines(text);
  const left = lines.length - MAX_LINES;
  return left <= 0 ? lines : [moreLines(left, 'before'), ...lines.slice(-MAX_LINES)];
}

function quotedLines(text: string): readonly string[] {
  const lines = printable(text)
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  if (lines.join('') === '') return ['    (none)'];
  return lines.map((line) => `    | ${line}`.trimEnd());
}

function moreLines(count: number, where: string): string {
  return `    … ${count} ${where} (devs report --json shows all)`;
}

function turnLines(turn: ReportedTurn, pausedTask: string, style: Style): readonly string[] {
  const where = turn.taskId === pausedTask ? '' : ` on ${printableLine(turn.taskId)}`;
  const pivot = turn.pivotDirective === 0 ? '' : `  ↻ pivot directive ${turn.pivotDirective}`;
  const outcome = TURN_OUTCOME_WORDS[turn.outcome];
  const head = `  Turn ${turn.number}${where}  ${outcome}  ${formatDuration(turn.durationMs)}${pivot}`;
  const verified =
    turn.verifyEnd === undefined ? 'not run' : printableLine(describeEnd(turn.verifyEnd));
  return [
    '',
    style.bold(head),
    `    time          ${utc(turn.at)}`,
    `    agent         ${printableLine(describeEnd(turn.agentEnd))}`,
    `    verification  ${verified}`,
    `    response      ${shortHash(turn.responseHash)}`,
    `    state         ${shortHash(turn.state)}`,
    ...(turn.reason === '' ? [] : [`    reason        ${printableLine(turn.reason)}`]),
    '    output',
    ...quoted(turn.firstLines),
  ];
}

function shortHash(hash: string): string {
  return hash === '' ? '(none)' : printableLine(hash).slice(0, HASH_CHARACTERS);
}

function utc(iso: string): string {
  return printableLine(iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC'));
}
