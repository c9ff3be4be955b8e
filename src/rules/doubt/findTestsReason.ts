import { outputLines } from '../output/outputLines';
import { outsideFences } from '../output/outsideFences';
import { truncate } from '../../text/truncate';

const REASON = /^[*_#>` ]*TESTS:[*_` \t]*([^\s*_`<].*)$/;
/** Characters of the reason that are kept. */
const MAX_LENGTH = 500;

/** The agent's reason for changing tests, from the last line `TESTS: <why>` of its reply; undefined for none. */
export function findTestsReason(reply: string): string | undefined {
  const lines = [...outsideFences(outputLines(reply))];
  const found = lines.flatMap((line) => REASON.exec(line)?.[1] ?? []);
  const last = found.at(-1);
  return last === undefined ? undefined : truncate(last.trim(), MAX_LENGTH);
}
