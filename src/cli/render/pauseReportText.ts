import { describeStopReason } from '../../model/overview/describeHop';
import { hasJudgedTurn, withoutReasoning } from '../../model/report/describeJudged';
import type { FailureAnalysisReport, ReportedTurn } from '../../model/report/pauseReport';
import { describeEnd } from '../../model/turn/turn';
import { printable, printableLine } from '../terminal/printable';
import { PLAIN, type Style } from '../terminal/style';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { judgedLines } from './judgedText';
import { reportedHopLines, stoppedEdgeLines } from './hopsText';
import { helpedBeforeLines } from './lessonsText';
import { foundInStepsLines, provingStepLines } from './provingStepsText';
import { stuckLines } from './stuckText';
import { turnChangeLines } from './turnChangesText';
import { compactDuration } from '../../text/duration';

/** First line of the pause block of a task whose strategies or limits are used up (docs/decisions/entropy-pause.md). */
export const PAUSE_HEADER = '⚠ ENTROPY PAUSE — Max retry threshold reached';
const ABORT_HEADER = '⚠ ABORTED — the planner goes round in circles';
const GAVE_UP_HEADER = '⚠ ABORTED — the planner gave up';
const AGENT_LIMIT_HEADER = '⚠ PAUSED — the agent used up a limit of its own';
const AGENT_QUESTION_HEADER = '⚠ QUESTION — the agent needs your answer';
const QUESTION_HEADER = '⚠ QUESTION — the planner needs your answer';
const CIRCLES_HEADER = '⚠ QUESTION — the planner goes round in circles and needs your answer';

/** Lines of one text that are shown; the whole of it stands in `devs report --json`. */
const MAX_LINES = 20;
const HASH_CHARACTERS = 12;

/** What belongs to a report and does not stand in it. */
export interface ReportAside {
  /** What humans did to the task, a line each, newest first. */
  readonly history?: readonly string[];
  /** Path of the issue about it. */
  readonly issue?: string;
}

/** The pause block as text, ending with what can be done. Whatever an agent said in it is harmless. */
export function pauseReportText(
  report: FailureAnalysisReport,
  style: Style = PLAIN,
  { history = [], issue }: ReportAside = {},
): string {
  const hasFailed = report.failureCount > 0 || !ONLY_WAITS.has(report.reason);
  const lines = [
    style.bold(style.yellow(headerOf(report))),
    ...otherReason(report),
    ...questionLines(report, style),
    '',
    `  Task      ${style.bold(printableLine(report.taskId))}`,
    ...(hasFailed ? [`  Failures  ${failures(report.failureCount)}`] : []),
    ...(issue === undefined ? [] : [`  Issue     ${printableLine(issue)}`]),
    ...stoppedEdgeLines(report),
    ...foundInStepsLines(report.inTurnLoop),
    ...stuckLines(report, style),
    ...helpedBeforeLines(report, style),
    ...(hasFailed ? failureLines(report, style) : []),
    ...provingStepLines(report.inTurnLoop, style),
    ...reportedHopLines(report, style),
    ...turnChangeLines(report, style),
    ...report.turns.flatMap((turn) => turnLines(turn, report, style)),
    ...(history.length === 0 ? [] : ['', style.bold('  What you did'), ...history.map(indented)]),
    '',
    ...nextStepLines(report),
  ];
  return `${lines.join('\n')}\n`;
}

/** Nothing failed where the agent only waits for the human. */
const ONLY_WAITS: ReadonlySet<FailureAnalysisReport['reason']> = new Set([
  'AGENT_QUESTION',
  'AGENT_LIMIT',
]);

function failureLines(report: FailureAnalysisReport, style: Style): readonly string[] {
  return [
    '',
    style.bold('  Failed strategies'),
    ...numbered(report.failedStrategies),
    '',
    style.bold('  Last error'),
    ...quotedEnd(report.lastError),
  ];
}

/** The last line is the prompt of docs/decisions/entropy-pause.md. */
function nextStepLines({ taskId, question }: FailureAnalysisReport): readonly string[] {
  const id = printableLine(taskId);
  const resume =
    question === undefined
      ? `Run \`devs resume ${id} --hint "…"\` to go on with your guidance.`
      : `Run \`devs resume ${id} --hint "<your answer>"\` to answer.`;
  return [resume, `Run \`devs rewind ${id}\` to revert or \`devs skip\` to skip this task.`];
}

function indented(line: string): string {
  return `    ${line}`;
}

function headerOf({ reason, question, terminalStatus }: FailureAnalysisReport): string {
  if (question !== undefined && reason === 'MAX_LOOP_EDGE') return CIRCLES_HEADER;
  switch (reason) {
    case 'MAX_PIVOTS_EXCEEDED':
    case 'MAX_TURNS':
    case 'MAX_MINUTES':
      return PAUSE_HEADER;
    case 'QUESTION':
      return QUESTION_HEADER;
    case 'AGENT_QUESTION':
      return AGENT_QUESTION_HEADER;
    case 'AGENT_LIMIT':
      return AGENT_LIMIT_HEADER;
    case 'MAX_LOOP_EDGE':
      return terminalStatus === 'aborted_stuck' ? ABORT_HEADER : PAUSE_HEADER;
    case 'GAVE_UP':
      return GAVE_UP_HEADER;
    default:
      return reason satisfies never;
  }
}

function otherReason(report: FailureAnalysisReport): readonly string[] {
  const stop = printableLine(describeStopReason(report));
  const stopLines = stop === '' ? [] : [`  ${stop}`];
  switch (report.reason) {
    case 'MAX_PIVOTS_EXCEEDED':
      return stopLines;
    case 'MAX_TURNS':
      return ['  The task has used up its turns (limits.maxTurns in devs.yaml).', ...stopLines];
    case 'MAX_MINUTES':
      return ['  The run has used up its time (limits.maxMinutes in devs.yaml).', ...stopLines];
    case 'MAX_LOOP_EDGE':
    case 'QUESTION':
    case 'AGENT_QUESTION':
    case 'AGENT_LIMIT':
    case 'GAVE_UP':
      return stopLines;
    default:
      return report.reason satisfies never;
  }
}

/** What the planner asks, as it asked it. */
function questionLines({ question }: FailureAnalysisReport, style: Style): readonly string[] {
  if (question === undefined) return [];
  return ['', style.bold('  Question'), ...quoted(question)];
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

function turnLines(
  turn: ReportedTurn,
  { taskId, turns }: FailureAnalysisReport,
  style: Style,
): readonly string[] {
  const where = turn.taskId === taskId ? '' : ` on ${printableLine(turn.taskId)}`;
  const pivot = turn.pivotDirective === 0 ? '' : `  ↻ pivot directive ${turn.pivotDirective}`;
  const outcome = OUTCOME_WORDS[turn.outcome];
  const head = `  Turn ${turn.number}${where}  ${outcome}  ${compactDuration(turn.durationMs)}${pivot}`;
  const verified =
    turn.verifyEnd === undefined ? 'not run' : printableLine(describeEnd(turn.verifyEnd));
  const reason = printableLine(withoutReasoning(turn.reason, turn.judged));
  return [
    '',
    style.bold(head),
    `    time          ${utc(turn.at)}`,
    `    agent         ${printableLine(describeEnd(turn.agentEnd))}`,
    `    verification  ${verified}`,
    `    response      ${shortHash(turn.responseHash)}`,
    `    state         ${shortHash(turn.state)}`,
    ...(reason === '' ? [] : [`    reason        ${reason}`]),
    ...(hasJudgedTurn(turns) ? judgedLines(turn) : []),
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
