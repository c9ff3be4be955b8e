import type { AskedPermission } from '../../model/permissions/askedPermission';
import { describeAsked } from '../../reports/permissions/describePermission';
import { describeRule } from '../../reports/permissions/permissionReplies';
import { countOf } from '../../text/count';
import { clockTime } from '../../text/time';
import { printable, printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** Lines of a command or of one side of a change that are shown. */
const MAX_LINES = 40;

export interface AskedLine {
  readonly taskId: string;
  readonly asked: Pick<AskedPermission, 'id' | 'agent' | 'action'>;
  /** Whether it is asked in this terminal; else the line names the commands that answer it. */
  readonly asksHere: boolean;
}

/** A request that waits, on one line: "? fix-answer  claude asks to run `npm install`". */
export function askedLine({ taskId, asked, asksHere }: AskedLine, style: Style): string {
  const id = printableLine(taskId);
  const line = `${style.yellow('?')} ${style.bold(id)}  ${printableLine(describeAsked(asked))}`;
  return asksHere ? line : `${line}  ${style.dim(howToAnswer(taskId))}`;
}

/** The commands that answer a request, which `request` names where a task has several. */
export function howToAnswer(taskId: string, request?: string): string {
  const words = `${printableLine(taskId)}${request === undefined ? '' : ` --request ${request}`}`;
  return `\`devs permit ${words}\` or \`devs deny ${words}\``;
}

/** The keys that answer a request, and when it is refused without one. */
export function askedQuestion({ rule, until }: AskedPermission, now: Date): string {
  const always = rule === undefined ? '' : ', always for this [t]ask or [w]orkspace';
  return `Allow? [y]es, [n]o${always} (refused at ${clockTime(until, now)})`;
}

/** What an agent asks permission for, in full as far as it is kept: command, files and changes. */
export function askedLines(asked: AskedPermission, style: Style): readonly string[] {
  const { command, paths, changes, left, rule } = asked;
  const files = changes.length === 0 ? paths : [];
  return [
    ...(command === undefined ? [] : cut(command).map((line) => `  $ ${printable(line)}`)),
    ...files.map((path) => `  ${printable(path)}`),
    ...changes.flatMap(({ path, before, after }) => [
      `  ${printable(path)}`,
      ...(before === undefined
        ? []
        : cut(before).map((line) => style.red(`  - ${printable(line)}`))),
      ...cut(after).map((line) => style.green(`  + ${printable(line)}`)),
    ]),
    ...(left > 0 ? [style.yellow(`  … ${countOf(left, 'character')} more are not shown`)] : []),
    ...(rule === undefined ? [] : [style.dim(`  always: ${printable(describeRule(rule))}`)]),
  ];
}

function cut(text: string): readonly string[] {
  const lines = text.split('\n');
  const left = lines.length - MAX_LINES;
  return left <= 0 ? lines : [...lines.slice(0, MAX_LINES), `… ${countOf(left, 'line')} more`];
}
