import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { PauseCause } from '../../reports/pause/pauseCause';
import type { PausedTurn, TurnChanges } from '../../reports/pause/pausedTurns';
import {
  describePause,
  describeRepeats,
  type PauseView,
  type TriedStrategy,
} from '../../reports/pause/pauseView';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { compactDuration } from '../../text/describeDuration';
import { utcTime } from '../../text/time';
import { printable, printableLine } from '../terminal/printable';
import { PLAIN, type Style } from '../terminal/style';
import { doubtfulPassLines } from './doubtfulPassText';
import { pausedHopLines } from './hopsText';
import { decisionLines } from './judgedText';
import { helpedBeforeLines } from './lessonsText';
import { provingStepLines } from './provingStepsText';
import { stuckLines, testName } from './stuckText';
import { indented, titled } from './titled';
import { listSome } from '../../text/list';

/** First line of the pause block of a task whose strategies or limits are used up (docs/decisions/entropy-pause.md). */
export const PAUSE_HEADER = '⚠ ENTROPY PAUSE — Max retry threshold reached';

/** Lines of one text that are shown; `devs report --json` has all of it. */
const MAX_LINES = 20;

/** Information about a report that is not part of it. */
export interface ReportAside {
  /** Interventions in the task, one line each, newest first. */
  readonly history?: readonly string[];
  /** Path of the issue about it. */
  readonly issue?: string;
}

/** The pause block as text, ending with what can be done. Text of agents is made harmless. */
export function pauseReportText(
  report: FailureAnalysisReport,
  style: Style = PLAIN,
  { history = [], issue }: ReportAside = {},
): string {
  const pause = describePause(report);
  const lines = [
    style.bold(style.yellow(headerOf(pause.cause))),
    ...indented([
      ...whyLines(pause),
      ...titled('Question', pause.question === undefined ? [] : quoted(pause.question.text), style),
      '',
      ...headLines(pause, issue, style),
      ...doubtfulPassLines(pause.doubtfulPass, style),
      ...titled('Diagnosis', debuggerLines(pause), style),
      ...titled('Advice', adviceLines(pause, style), style),
      ...titled('What helped before', helpedBeforeLines(pause.lessons, style), style),
      ...failedLines(pause, style),
      ...titled('Steps that prove it', provingStepLines(pause.loop?.steps ?? [], style), style),
      ...pausedHopLines(pause.hops, style),
      ...titled('What changed from turn to turn', turnChangeLines(pause.turns), style),
      ...pause.turns.flatMap((turn) => titled(turnTitle(turn), turnLines(turn), style)),
      ...titled('What you did', history, style),
    ]),
    '',
    ...[pause.accept ?? [], pause.resume]
      .flat()
      .map(({ command, does }) => `Run \`${printableLine(command)}\` to ${does}.`),
    // The prompt of docs/decisions/entropy-pause.md.
    `Run \`devs rewind ${printableLine(pause.taskId)}\` to revert or \`devs skip\` to skip this task.`,
  ];
  return `${lines.join('\n')}\n`;
}

function headLines(
  { taskId, failed, loop, ...pause }: PauseView,
  issue: string | undefined,
  style: Style,
): readonly string[] {
  return [
    `Task      ${style.bold(printableLine(taskId))}`,
    ...(failed === undefined ? [] : [`Failures  ${failed.count}`]),
    ...(issue === undefined ? [] : [`Issue     ${printableLine(issue)}`]),
    ...(loop === undefined ? [] : [`Found by  ${printableLine(loop.foundBy)}`]),
    ...stuckLines(pause, style),
  ];
}

function adviceLines({ advice }: PauseView, style: Style): readonly string[] {
  return advice.map((sentence) => `- ${style.yellow(printableLine(sentence))}`);
}

/** Who gave the diagnosis, how it went, and its words after `|`. */
function debuggerLines({ debugger: asked }: PauseView): readonly string[] {
  if (asked === undefined) return [];
  const { summary, diagnosis, changes } = asked;
  return [
    printableLine(summary),
    ...changes.map(printableLine),
    ...(diagnosis === '' ? [] : quoted(diagnosis)),
  ];
}

function failedLines({ failed }: PauseView, style: Style): readonly string[] {
  if (failed === undefined) return [];
  return [
    ...titled('Failed strategies', strategyLines(failed.strategies), style),
    ...titled('Last error', quotedEnd(failed.lastError), style),
  ];
}

function headerOf({ kind, clause }: PauseCause): string {
  switch (kind) {
    case 'retries':
    case 'limit':
      return PAUSE_HEADER;
    case 'agentLimit':
      return `⚠ PAUSED — ${clause}`;
    case 'aborted':
      return `⚠ ABORTED — ${clause}`;
    case 'question':
      return `⚠ QUESTION — ${clause}`;
    default:
      return kind satisfies never;
  }
}

/** The header does not say which limit it is; a question repeats why it is asked. */
function whyLines({ cause, stopReason, question }: PauseView): readonly string[] {
  const isAsked = question?.text.includes(stopReason.replace(/\.$/, '')) ?? false;
  const lines = [cause.kind === 'limit' ? cause.sentence : '', isAsked ? '' : stopReason];
  return lines.filter((line) => line !== '').map(printableLine);
}

function strategyLines(strategies: readonly TriedStrategy[]): readonly string[] {
  if (strategies.length === 0) return ['(none)'];
  return strategies.map(
    ({ text, times }, index) => `${index + 1}. ${printableLine(text)}${describeRepeats(times)}`,
  );
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
  if (lines.join('') === '') return ['(none)'];
  return lines.map((line) => `| ${line}`.trimEnd());
}

function moreLines(count: number, where: string): string {
  return `… ${count} ${where} (devs report --json shows all)`;
}

function turnTitle({ number, subtask, outcome, durationMs, pivotDirective }: PausedTurn): string {
  const where = subtask === undefined ? '' : ` on ${printableLine(subtask)}`;
  const pivot = pivotDirective === 0 ? '' : `  ↻ pivot directive ${pivotDirective}`;
  return `Turn ${number}${where}  ${OUTCOME_WORDS[outcome]}  ${compactDuration(durationMs)}${pivot}`;
}

function turnLines({ reason, decision, ...turn }: PausedTurn): readonly string[] {
  return [
    `time          ${printableLine(utcTime(turn.at))}`,
    `agent         ${printableLine(turn.agentEnd)}`,
    `verification  ${printableLine(turn.verification)}`,
    `response      ${printableLine(turn.reply) || '(none)'}`,
    `state         ${printableLine(turn.state) || '(none)'}`,
    ...(printableLine(reason) === '' ? [] : [`reason        ${printableLine(reason)}`]),
    ...(decision === undefined ? [] : decisionLines(decision)),
    'output',
    ...quoted(turn.firstLines),
  ];
}

const MAX_FILES = 5;
const MAX_TESTS = 3;

/** Changes from turn to turn: counts, files, tests, failures; empty if the report does not contain them. */
function turnChangeLines(turns: readonly PausedTurn[]): readonly string[] {
  const width = Math.max(0, ...turns.map(({ number }) => String(number).length));
  const indent = ' '.repeat('turn   '.length + width);
  return turns.flatMap(({ number, subtask, outcome, changes }) => {
    if (changes === undefined) return [];
    const where = subtask === undefined ? '' : ` on ${printableLine(subtask)}`;
    const facts = [OUTCOME_WORDS[outcome], changes.counts, changes.failure];
    return [
      `turn ${String(number).padStart(width)}${where}  ${facts.filter(Boolean).join('; ')}`,
      ...detailLines(changes).map((line) => `${indent}${line}`),
    ];
  });
}

function detailLines({ files, newlyFailing, newlyPassing }: TurnChanges): readonly string[] {
  return [
    files.length === 0
      ? 'changed no files'
      : `changed ${listSome(files.map(printableLine), MAX_FILES)}`,
    ...tests('newly failing', newlyFailing),
    ...tests('newly passing', newlyPassing),
  ];
}

function tests(label: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${label}: ${listSome(names.map(testName), MAX_TESTS)}`];
}
