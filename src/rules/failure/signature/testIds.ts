import type { FailureBlock } from './failureBlock';

/** Separators between the names of an id: ` › `, ` > `, `::`, `/`, `.` or a blank, depending on report and runner. */
const SEPARATORS = /[\s./\\:›>]+/g;
const BETWEEN_NAMES = /^.*(?: › | > |::|\/)/s;
const LAST_OF_DOTTED = /^[^\s.]{1,400}(?:\.[^\s.]{1,400}){0,40}\.(?=[^\s.]+$)/;

/** Lines of a block, and characters of each, that are searched for a test's name. */
const MAX_LINES = 4;
const MAX_LINE = 400;

/**
 * Normalises the id of a test across runners and reports: "test/test_cart.py::test_sums" of pytest and "test.test_cart
 * › test_sums" of its report, "cart › sums" and mocha's "cart sums".
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

/** The last name of an id, which every runner prints, with various prefixes. */
function toOwnName(id: string): string {
  const name = id.replace(BETWEEN_NAMES, '').replace(LAST_OF_DOTTED, '');
  return foldTestId(name === '' ? id : name);
}
