import type { DoubtfulPassView } from '../../reports/pause/doubtfulPass';
import { listSome } from '../../text/list';
import { printableLine, printableWhole } from '../terminal/printable';
import { alignColumns } from '../terminal/table';
import type { Style } from '../terminal/style';
import { paintDiffLine } from './paintDiffLine';
import { titled } from './titled';

const MAX_ITEMS = 8;
/** Lines of the diff that are shown; `devs report --json` has all. */
const MAX_DIFF_LINES = 60;

/** The facts about a doubtful pass, and the diff of its tests. */
export function doubtfulPassLines(
  pass: DoubtfulPassView | undefined,
  style: Style,
): readonly string[] {
  if (pass === undefined) return [];
  return [
    ...titled('Why the pass is doubtful', doubtLines(pass, style), style),
    ...titled('How the tests changed', diffLines(pass.diff, style), style),
  ];
}

/** What makes it doubtful: a line for each fact. */
export function doubtLines(
  { facts }: Pick<DoubtfulPassView, 'facts'>,
  style: Style,
): readonly string[] {
  return alignColumns(
    facts.map(({ label, items }) => [
      { text: label, paint: style.dim },
      { text: listSome(items.map(printableLine), MAX_ITEMS) },
    ]),
  );
}

function diffLines(diff: string, style: Style): readonly string[] {
  if (diff === '') return [];
  const lines = printableWhole(diff).trimEnd().split('\n');
  const left = lines.length - MAX_DIFF_LINES;
  const shown = lines.slice(0, MAX_DIFF_LINES).map((line) => paintDiffLine(line, style));
  return left > 0 ? [...shown, `… ${left} more (devs report --json shows all)`] : shown;
}
