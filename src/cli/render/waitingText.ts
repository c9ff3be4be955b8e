import type { TaskOverview } from '../../model/overview/overview';
import type { AskedPermission } from '../../model/permissions/askedPermission';
import type { PlanEntry } from '../../model/steps/plan';
import { clockTime } from '../../text/time';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { askedLine, askedLines, howToAnswer } from './askedText';
import { indented } from './titled';

export interface WaitingTextOptions {
  readonly style: Style;
  readonly now: Date;
  /** Also shows the whole commands and the changes. */
  readonly inFull?: boolean;
}

/** The permission requests of tasks that wait for a human, followed by an empty line; empty for none. */
export function waitingLines(
  tasks: readonly TaskOverview[],
  options: WaitingTextOptions,
): readonly string[] {
  const lines = tasks.flatMap(({ id, steps }) => {
    const asks = steps?.asks ?? [];
    return asks.flatMap((asked) => requestLines(asked, { id, isOnly: asks.length === 1 }, options));
  });
  const title = options.style.bold('Waiting for your permission');
  return lines.length === 0 ? [] : [title, ...indented(lines), ''];
}

function requestLines(
  asked: AskedPermission,
  { id, isOnly }: { readonly id: string; readonly isOnly: boolean },
  { style, now, inFull = false }: WaitingTextOptions,
): readonly string[] {
  const [since, until] = [asked.askedAt, asked.until].map((time) => clockTime(time, now));
  const how = howToAnswer(id, isOnly ? undefined : asked.id);
  return [
    askedLine({ taskId: id, asked, asksHere: true }, style),
    ...(inFull ? askedLines(asked, style) : []),
    `  since ${since}, refused at ${until}: ${style.cyan(how)}`,
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
