import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { needsHuman } from '../../model/task/taskStatus';
import { pauseHeadline } from '../../reports/pause/pauseCause';
import { namePlace } from '../../reports/pause/pauseReason';
import { describePause, type PauseView } from '../../reports/pause/pauseView';
import { capitalise, withFullStop } from '../../text/sentence';
import { doubtFacts } from '../documents/doubtfulPassMarkdown';
import type { ChatAnswer, ChatTask } from './chatAnswer';
import { chatBlock, chatCode, chatList, chatText } from './chatText';
import { nameTask, taskLine } from './statusAnswer';
import { taskButtons } from './taskButtons';

/** Sentences of advice; the report has all. */
const MAX_ADVICE = 3;

/** Why a task waits for the human: its report in short, with what can be done. */
export function whyAnswer(task: ChatTask, report: FailureAnalysisReport | undefined): ChatAnswer {
  const waits = needsHuman(task.task.status);
  const markdown = waits && report !== undefined ? reportMarkdown(task, report) : taskLine(task);
  return { markdown, buttons: taskButtons(task) };
}

function reportMarkdown({ task }: ChatTask, report: FailureAnalysisReport): string {
  const pause = describePause(report);
  const { cause, question, doubtfulPass, lessons, resume } = pause;
  const [lesson] = lessons;
  return [
    `${nameTask(task)}. ${chatText(withFullStop(pauseHeadline(cause)))} ${describeReason(pause)}`,
    ...(question === undefined ? [] : [`${question.askedBy}:`, chatBlock(question.text)]),
    ...(doubtfulPass === undefined ? [] : [doubtFacts(doubtfulPass)]),
    ...failureMarkdown(pause),
    ...adviceMarkdown(pause),
    ...(lesson === undefined
      ? []
      : [`What helped before (${chatText(lesson.origin)}): ${chatCode(lesson.line)}`]),
    `${chatCode(`@devs /resume ${task.id} …`)} to ${chatText(resume.does)}.`,
  ].join('\n\n');
}

function describeReason({ reason, cause }: PauseView): string {
  const { sentence, place } = reason;
  const isSaid = `${cause.sentence} ${pauseHeadline(cause)}`.includes(sentence);
  const where = place === undefined ? '' : ` (${chatCode(namePlace(place))})`;
  return isSaid ? where.trim() : `${chatText(sentence)}${where}.`;
}

function failureMarkdown({ stuckAt, failed }: PauseView): readonly string[] {
  if (stuckAt !== undefined) {
    return [`${chatText(capitalise(stuckAt.repetition))}:`, chatBlock(stuckAt.message)];
  }
  const error = failed?.lastError.trim() ?? '';
  return error === '' ? [] : ['The last error:', chatBlock(error)];
}

function adviceMarkdown({ advice, adviceTitle }: PauseView): readonly string[] {
  if (advice.length === 0) return [];
  return [
    `${adviceTitle}:`,
    chatList(advice.slice(0, MAX_ADVICE).map((sentence) => chatText(sentence))),
  ];
}
