import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { PauseCause } from '../../reports/pause/pauseCause';
import {
  describePause,
  describeRepeats,
  type PauseView,
  type TriedStrategy,
} from '../../reports/pause/pauseView';
import type { NextStep } from '../../reports/task/nextStep';
import { printableLine } from '../terminal/printable';
import { PLAIN, type Style } from '../terminal/style';
import { provingAttemptLines } from './attemptsText';
import { doubtfulPassLines } from './doubtfulPassText';
import { pausedHopLines } from './hopsText';
import { pausedTurnLines } from './pausedTurnText';
import { helpedBeforeLines } from './lessonsText';
import { provingStepLines } from './provingStepsText';
import { quoted, quotedAround, quotedEnd } from './quoted';
import { showsText, stuckLines } from './stuckText';
import { indented, titled } from './titled';

/** First line of the pause block of a task whose strategies or limits are used up (docs/decisions/entropy-pause.md). */
export const PAUSE_HEADER = '⚠ ENTROPY PAUSE — Max retry threshold reached';

/** Information about a report that is not part of it. */
export interface ReportAside {
  /** Interventions in the task, one line each, newest first. */
  readonly history?: readonly string[];
  /** Path of the issue about it. */
  readonly issue?: string;
  /** What can be done now, where the task is not in the pause of the report any more, or blocked; absent while paused. */
  readonly steps?: readonly NextStep[];
}

/** The pause block as text, ending with what can be done. Text of agents is made harmless. */
export function pauseReportText(
  report: FailureAnalysisReport,
  style: Style = PLAIN,
  { history = [], issue, steps }: ReportAside = {},
): string {
  const pause = describePause(report);
  const isBlocked = pause.cause.kind === 'blocked';
  const lines = [
    style.bold(style.yellow(headerOf(pause.cause))),
    ...indented([
      ...whyLines(pause),
      ...(isBlocked ? titled(pause.adviceTitle, adviceLines(pause, style), style) : []),
      ...titled('Question', pause.question === undefined ? [] : quoted(pause.question.text), style),
      '',
      ...headLines(pause, issue, style),
      ...doubtfulPassLines(pause.doubtfulPass, style),
      ...titled('Diagnosis', debuggerLines(pause), style),
      ...(isBlocked ? [] : titled(pause.adviceTitle, adviceLines(pause, style), style)),
      ...titled('What helped before', helpedBeforeLines(pause.lessons, style), style),
      ...provingAttemptLines(pause.attempts, style),
      ...failedLines(pause, style),
      ...titled('Steps of the loop', provingStepLines(pause.loop?.steps ?? [], style), style),
      ...pausedHopLines(pause.hops, style),
      ...titled('Turn by turn', pausedTurnLines(pause.turns, style), style),
      ...titled('What you did', history, style),
    ]),
    ...(steps === undefined
      ? [
          '',
          ...stepSentences([pause.accept ?? [], pause.resume].flat()),
          // The prompt of docs/decisions/entropy-pause.md.
          `Run \`devs rewind ${printableLine(pause.taskId)}\` to revert or \`devs skip\` to skip this task.`,
        ]
      : [...(steps.length === 0 ? [] : ['']), ...stepSentences(steps)]),
  ];
  return `${lines.join('\n')}\n`;
}

function stepSentences(steps: readonly NextStep[]): readonly string[] {
  return steps.map(({ command, does }) => `Run \`${printableLine(command)}\` to ${does}.`);
}

function headLines(
  { taskId, failed, loop, thresholdReason, ...pause }: PauseView,
  issue: string | undefined,
  style: Style,
): readonly string[] {
  return [
    `Task      ${style.bold(printableLine(taskId))}`,
    ...(failed === undefined ? [] : [`Failures  ${failed.count}`]),
    ...(thresholdReason === undefined ? [] : [`Threshold ${printableLine(thresholdReason)}`]),
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

function failedLines({ failed, stuckAt }: PauseView, style: Style): readonly string[] {
  if (failed === undefined) return [];
  const { lastError } = failed;
  const isShown = lastError.trim() !== '' && stuckAt && showsText(stuckAt, lastError);
  return [
    ...titled('Failed strategies', strategyLines(failed.strategies), style),
    ...(isShown
      ? ['', `${style.bold('Last error')}  the message of "Stuck at"`]
      : titled('Last error', errorLines(lastError, stuckAt), style)),
  ];
}

function errorLines(lastError: string, stuckAt: PauseView['stuckAt']): readonly string[] {
  return stuckAt === undefined ? quotedEnd(lastError) : quotedAround(lastError, stuckAt.message);
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
    case 'blocked':
      return `⚠ BLOCKED — ${clause}`;
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
