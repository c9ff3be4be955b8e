import { listAsked, listQuestions, type TaskOverview } from '../../model/overview/overview';
import type { AskedPermission } from '../../model/permissions/askedPermission';
import type { PlanEntry } from '../../model/steps/plan';
import type { AgentQuestion } from '../../model/tools/agentQuestion';
import { clockTime } from '../../text/time';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { askedLine, askedLines, howToAnswer } from './askedText';
import { howToReply, listedQuestion, restOfQuestion } from './questionText';
import { indented } from './titled';

export interface WaitingTextOptions {
  readonly style: Style;
  readonly now: Date;
  /** Also shows the whole commands and the changes. */
  readonly inFull?: boolean;
}

/** What agents ask a human, permissions first: each kind with a title, followed by an empty line; empty for none. */
export function waitingLines(
  tasks: readonly TaskOverview[],
  options: WaitingTextOptions,
): readonly string[] {
  const requests = tasks.flatMap((task) => {
    const asks = listAsked(task);
    const place = { id: task.id, isOnly: asks.length === 1 };
    return asks.flatMap((asked) => requestLines(asked, place, options));
  });
  const questions = tasks.flatMap((task) => {
    const asks = listQuestions(task);
    const place = { id: task.id, isOnly: asks.length === 1 };
    return asks.flatMap((asked) => questionLines(asked, place, options));
  });
  return [
    ...section('Waiting for your permission', requests, options.style),
    ...section('Waiting for your answer', questions, options.style),
  ];
}

function section(title: string, lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : [style.bold(title), ...indented(lines), ''];
}

interface Place {
  /** Id of the task. */
  readonly id: string;
  /** Whether nothing else of this kind waits there. */
  readonly isOnly: boolean;
}

function requestLines(
  asked: AskedPermission,
  { id, isOnly }: Place,
  { style, now, inFull = false }: WaitingTextOptions,
): readonly string[] {
  const [since, until] = [asked.askedAt, asked.until].map((time) => clockTime(time, now));
  const how = howToAnswer(id, isOnly ? undefined : asked.id);
  return [
    askedLine({ taskId: id, asked, asksHere: true }, style),
    ...(inFull ? askedLines(asked, style) : []),
    `  since ${since}, answer by ${until}: ${style.cyan(how)}`,
  ];
}

function questionLines(
  asked: AgentQuestion,
  { id, isOnly }: Place,
  { style, now, inFull = false }: WaitingTextOptions,
): readonly string[] {
  const [since, until] = [asked.askedAt, asked.until].map((time) => clockTime(time, now));
  const how = howToReply(id, isOnly ? undefined : asked.id);
  return [
    listedQuestion(id, asked, style),
    ...(inFull ? restOfQuestion(asked) : []),
    `  since ${since}, ends at ${until}: ${style.cyan(how)}`,
  ];
}

const SIGNS: Readonly<Record<string, string>> = { completed: '✓', in_progress: '▸' };

/** The entries of an agent's plan, each with its status. */
export function planLines(plan: readonly PlanEntry[] = [], style: Style): readonly string[] {
  return plan.map(({ text, status }) => {
    const line = `${SIGNS[status] ?? '·'} ${printableLine(text)}`;
    return status === 'completed' ? style.dim(line) : line;
  });
}
