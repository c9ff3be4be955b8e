import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { describePause, type PauseView } from '../../reports/pause/pauseView';
import type { NextStep } from '../../reports/task/nextStep';
import { printableLine } from '../terminal/printable';
import { PLAIN, type Style } from '../terminal/style';
import { provingAttemptLines } from './attemptsText';
import { doubtfulPassLines } from './doubtfulPassText';
import { pausedHopLines } from './hopsText';
import { pausedTurnLines } from './pausedTurnText';
import { helpedBeforeLines } from './lessonsText';
import { provingStepLines } from './provingStepsText';
import {
  adviceLines,
  debuggerLines,
  errorLines,
  headerOf,
  standingLines,
  stepSentences,
  strategyLines,
} from './pauseParts';
import { quoted } from './quoted';
import { showsText, stuckLines } from './stuckText';
import { indented, titled } from './titled';

/** Information about a report that is not part of it. */
export interface ReportAside {
  /** Interventions in the task, one line each, newest first. */
  readonly history?: readonly string[];
  /** What its agents were allowed and refused, as lines. */
  readonly permissions?: readonly string[];
  /** Path of the issue about it. */
  readonly issue?: string;
  /** What can be done now, where the task is not in the pause of the report any more, or blocked; absent while paused. */
  readonly steps?: readonly NextStep[];
}

/** The whole pause block as text, ending with what can be done. Text of agents is made harmless. */
export function pauseReportText(
  report: FailureAnalysisReport,
  style: Style = PLAIN,
  { history = [], permissions = [], issue, steps }: ReportAside = {},
): string {
  const pause = describePause(report);
  const advice = titled(pause.adviceTitle, adviceLines(pause).map(style.yellow), style);
  const lines = [
    style.bold(style.yellow(headerOf(pause.cause))),
    ...indented([
      ...whyLines(pause),
      ...(pause.adviceFirst ? advice : []),
      ...titled('Question', pause.question === undefined ? [] : quoted(pause.question.text), style),
      '',
      ...headLines(pause, issue, style),
      ...doubtfulPassLines(pause.doubtfulPass, style),
      ...titled('Diagnosis', debuggerLines(pause), style),
      ...(pause.adviceFirst ? [] : advice),
      ...titled('What helped before', helpedBeforeLines(pause.lessons, style), style),
      ...provingAttemptLines(pause.attempts, style),
      ...failedLines(pause, style),
      ...titled('Steps of the loop', provingStepLines(pause.loop?.steps ?? [], style), style),
      ...pausedHopLines(pause.hops, style),
      ...titled('Turn by turn', pausedTurnLines(pause.turns, style), style),
      ...(permissions.length === 0 ? [] : ['', ...permissions]),
      ...titled('What you did', history, style),
    ]),
    ...(steps === undefined
      ? ['', ...standingLines(pause)]
      : [...(steps.length === 0 ? [] : ['']), ...stepSentences(steps)]),
  ];
  return `${lines.join('\n')}\n`;
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

function failedLines({ failed, stuckAt }: PauseView, style: Style): readonly string[] {
  if (failed === undefined) return [];
  const { lastError } = failed;
  const isShown = lastError.trim() !== '' && stuckAt && showsText(stuckAt, lastError);
  return [
    ...titled('Failed strategies', strategyLines(failed), style),
    ...(isShown
      ? ['', `${style.bold('Last error')}  see the message under "Stuck at"`]
      : titled('Last error', errorLines(lastError, stuckAt), style)),
  ];
}

/** The header does not say which limit it is; a question repeats why it is asked. */
function whyLines({ cause, stopReason, question }: PauseView): readonly string[] {
  const isAsked = question?.text.includes(stopReason.replace(/\.$/, '')) ?? false;
  const lines = [cause.kind === 'limit' ? cause.sentence : '', isAsked ? '' : stopReason];
  return lines.filter((line) => line !== '').map(printableLine);
}
