import type { Statements } from '../../model/turn/turn';
import { outputLines } from '../output/outputLines';
import { outsideFences } from '../output/outsideFences';
import { isAboutStatements, withoutOpenMark } from '../output/statementMarks';
import { plainLine } from './plainLine';
import { isEmptyStatement } from './isEmptyStatement';

/** Maximum number of statements of one kind that are kept of a reply. */
export const MAX_STATEMENTS = 20;
/** Maximum number of statements that are read, including empty and repeated ones. */
const MAX_READ = 1_000;

/** A statement, with the Markdown marks that `isDoneReply` ignores and those of a list. */
const STATEMENT =
  /^(?<lead>[*_#>` ]*(?:(?:[-+•]|\d{1,3}[.)]) +)?[*_#>` ]*)(?<word>DONE|BLOCKED)(?<marks>[*_`]*):(?<close>[*_`]*)[ \t]*(?<said>\S.*)$/;

/**
 * Parses the lines `DONE: …` and `BLOCKED: …` of a reply: plain lines in order, each once, at most
 * `MAX_STATEMENTS` of each kind. Ignores code blocks, placeholders (`<what>`) and "BLOCKED: none".
 */
export function parseStatements(reply: string): Statements {
  const done = new Set<string>();
  const blocked = new Set<string>();
  let looked = 0;
  for (const line of outsideFences(outputLines(reply))) {
    const found = STATEMENT.exec(line)?.groups;
    if (found === undefined || isTalk(found)) continue;
    looked += 1;
    if (looked > MAX_READ) break;
    const said = plainLine(withoutOpenMark(found['said'] ?? ''));
    if (isEmptyStatement(said)) continue;
    const kept = found['word'] === 'DONE' ? done : blocked;
    if (kept.size < MAX_STATEMENTS) kept.add(said);
  }
  return { done: [...done], blocked: [...blocked] };
}

function isTalk(found: Readonly<Record<string, string>>): boolean {
  const { lead = '', close = '', said = '' } = found;
  return isAboutStatements({ lead, close, said });
}
