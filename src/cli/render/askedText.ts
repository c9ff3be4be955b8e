import type { AskedPermission } from '../../model/permissions/askedPermission';
import type { ProposedChange } from '../../model/permissions/permission';
import { patchTexts } from '../../reports/diff/patchTexts';
import { toStepDiff, withLineEnd } from '../../reports/diff/toStepDiff';
import { describeAsked } from '../../reports/permissions/describePermission';
import { describeRule } from '../../reports/permissions/permissionReplies';
import { countOf } from '../../text/count';
import { clockTime } from '../../text/time';
import { printableLine, printableWhole } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** Lines of a command, and of the diff of one file, that are shown. */
const MAX_LINES = 40;
const MAX_DIFF_LINES = 80;

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
  return `Allow? [y]es, [n]o${always} (answer by ${clockTime(until, now)})`;
}

/** What an agent asks permission for, in full as far as it is kept: command, files and changes. */
export function askedLines(asked: AskedPermission, style: Style): readonly string[] {
  const { command, paths, changes, left, rule } = asked;
  const files = changes.length === 0 ? paths : [];
  return [
    ...(command === undefined
      ? []
      : cut(command.split('\n'), MAX_LINES).map((line) => `  $ ${printableWhole(line)}`)),
    ...files.map((path) => `  ${printableWhole(path)}`),
    ...changes.flatMap((change) => [
      `  ${printableWhole(change.path)}`,
      ...diffLines(change, style),
    ]),
    ...(left > 0 ? [style.yellow(`  … ${countOf(left, 'character')} more are not shown`)] : []),
    ...(rule === undefined ? [] : [style.dim(`  always: ${printableWhole(describeRule(rule))}`)]),
  ];
}

/** "  - old", "  + new" and the lines around them, as far as the agent states these. */
function diffLines({ path, before = '', after }: ProposedChange, style: Style): readonly string[] {
  const patch = patchTexts({ path: 'file', old: withLineEnd(before), now: withLineEnd(after) });
  const { lines, left } = toStepDiff({ path, patch });
  return cut(lines, MAX_DIFF_LINES, left).map((line) => {
    const [sign = '', rest] = [line[0], line.slice(1)];
    const shown = rest === '' ? `  ${sign}` : `  ${sign} ${printableWhole(rest)}`;
    if (sign === '-') return style.red(shown);
    return sign === '+' ? style.green(shown) : style.dim(shown);
  });
}

/** The first lines, and how many follow; `more` are counted only. */
function cut(lines: readonly string[], most: number, more = 0): readonly string[] {
  const left = lines.length + more - most;
  return left <= 0 ? lines : [...lines.slice(0, most), `… ${countOf(left, 'line')} more`];
}
