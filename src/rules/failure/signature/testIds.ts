import type { FailureBlock } from './failureBlock';

/** What stands between the names of an id: reports and runners put ` › `, ` > `, `::`, `/`, `.` or a blank there. */
const SEPARATORS = /[\s./\\:›>]+/g;
const BETWEEN_NAMES = /^.*(?: › | > |::|\/)/s;
const LAST_OF_DOTTED = /^[^\s.]{1,400}(?:\.[^\s.]{1,400}){0,40}\.(?=[^\s.]+$)/;

/** Lines of a block, and characters of each, in which a test's name is looked for. */
const MAX_LINES = 4;
const MAX_LINE = 400;

/**
 * The id of a test, the same whoever names it: "test/test_cart.py::test_sums" of pytest and
 * "test.test_cart › test_sums" of its report, "cart › sums" and mocha's "cart sums".
 */
export function foldTestId(id: string): string {
  return id
    .replace(/\.py(?=::| )/, '')
    .replace(SEPARATORS, ' ')
    .trim();
}

/** The ids of tests that no line of the blocks names, in the same order. */
export function findUnnamedIds(
  ids: readonly string[],
  blocks: readonly FailureBlock[],
): readonly string[] {
  if (ids.length === 0) return ids;
  const said = blocks.flatMap(({ lines }) =>
    lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE)),
  );
  const text = ` ${foldTestId(said.join('\n'))} `;
  return ids.filter((id) => !text.includes(` ${toOwnName(id)} `));
}

/** The last name of an id; whoever runs a test prints that, with more or less in front of it. */
function toOwnName(id: string): string {
  const name = id.replace(BETWEEN_NAMES, '').replace(LAST_OF_DOTTED, '');
  return foldTestId(name === '' ? id : name);
}
