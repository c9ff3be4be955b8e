import type { AgentQuestion } from '../../model/tools/agentQuestion';
import { describeQuestion } from '../../reports/tools/describeQuestion';
import { truncate } from '../../text/truncate';
import { printable, printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** Longest question in a list, in characters. */
const MAX_LISTED = 300;

type Asked = Pick<AgentQuestion, 'agent' | 'question'>;

/** A question of a running agent on one line: "? fix-answer  claude asks you: Which of both?". */
export function questionLine(taskId: string, asked: Asked, style: Style): string {
  const words = printableLine(describeQuestion(asked));
  return `${style.yellow('?')} ${style.bold(printableLine(taskId))}  ${words}`;
}

/** The same for a list: a long question is cut. */
export function listedQuestion(taskId: string, asked: Asked, style: Style): string {
  return questionLine(taskId, { ...asked, question: shortened(asked) }, style);
}

/** The lines of a question that a list does not show in full; none for another one. */
export function restOfQuestion(asked: Asked): readonly string[] {
  const lines = printable(asked.question).split('\n');
  return shortened(asked) === asked.question ? [] : lines.map((line) => `  ${line}`);
}

/** The command that answers a question, which `question` names where a task has several. */
export function howToReply(taskId: string, question?: string): string {
  const named = question === undefined ? '' : ` --question ${question}`;
  return `\`devs answer ${printableLine(taskId)}${named} "…"\``;
}

function shortened({ question }: Asked): string {
  return truncate(printableLine(question), MAX_LISTED);
}
