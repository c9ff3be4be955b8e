import type { AskedPermission } from '../../model/permissions/askedPermission';
import { countOf } from '../../text/count';
import { printable } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** Lines of a command or of one side of a change that are shown. */
const MAX_LINES = 40;

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
    ...(rule === undefined ? [] : [style.dim(`  always: ${printable(rule)}`)]),
  ];
}

function cut(text: string): readonly string[] {
  const lines = text.split('\n');
  const left = lines.length - MAX_LINES;
  return left <= 0 ? lines : [...lines.slice(0, MAX_LINES), `… ${countOf(left, 'line')} more`];
}
