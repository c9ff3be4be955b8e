import type { Statements } from '../../domain/turn';
import { outputLines } from '../output/outputLines';
import { plainLine } from './plainLine';
import { saysNothing } from './saysNothing';

/** Statements of one kind that are kept of a reply. */
export const MAX_STATEMENTS = 20;
/** Statements of a reply that are looked at; empty and repeated ones are among them. */
const LOOKED_AT = 1_000;

/** A statement, with the Markdown marks that `saysDone` passes over and those of a list. */
const STATEMENT =
  /^(?<lead>[*_#>` ]*(?:(?:[-+•]|\d{1,3}[.)]) +)?[*_#>` ]*)(?<word>DONE|BLOCKED)(?<marks>[*_`]*):(?<close>[*_`]*)[ \t]*(?<said>\S.*)$/;

/** An agent that writes the word as code and goes on like this talks of the line, it does not write one. */
const TALKS_OF_IT =
  /^(?:lines?|statements?|entr(?:y|ies)|markers?|prefix(?:es)?|tags?|sections?|and|or|is|are|was|were|would|should|will|means?|if|when|unless|for)\b/i;

/**
 * What a reply states in lines of their own, `DONE: …` and `BLOCKED: …`, in its order: plain lines,
 * each once, `MAX_STATEMENTS` of either kind at most. Code blocks, placeholders (`<what>`) and
 * "BLOCKED: none" state nothing.
 */
export function statementsOf(reply: string): Statements {
  const done = new Set<string>();
  const blocked = new Set<string>();
  let looked = 0;
  for (const line of outsideFences(outputLines(reply))) {
    const found = STATEMENT.exec(line)?.groups;
    if (found === undefined || isTalk(found)) continue;
    looked += 1;
    if (looked > LOOKED_AT) break;
    const said = plainLine(withoutOpenMark(found['said'] ?? ''));
    if (saysNothing(said)) continue;
    const kept = found['word'] === 'DONE' ? done : blocked;
    if (kept.size < MAX_STATEMENTS) kept.add(said);
  }
  return { done: [...done], blocked: [...blocked] };
}

function isTalk(found: Readonly<Record<string, string>>): boolean {
  const isCode = found['lead']?.endsWith('`') === true && found['close']?.startsWith('`') === true;
  return isCode && TALKS_OF_IT.test(found['said'] ?? '');
}

/** Without a mark at either end whose other half stood outside of what is said. */
function withoutOpenMark(said: string): string {
  let text = said.trim();
  for (const mark of ['**', '__', '*', '_', '`']) {
    const isOpen = text.split(mark).length % 2 === 0;
    if (isOpen && text.endsWith(mark)) text = text.slice(0, -mark.length).trimEnd();
    else if (isOpen && text.startsWith(mark)) text = text.slice(mark.length).trimStart();
  }
  return text;
}

/** The lines outside of code blocks, as Markdown delimits them; one that is never closed ends the text. */
function* outsideFences(lines: readonly string[]): Generator<string> {
  let fence = '';
  for (const line of lines) {
    const found = /^[\s>]{0,40}(?<fence>`{3,}|~{3,})(?<info>.*)$/.exec(line)?.groups;
    const marks = found?.['fence'] ?? '';
    const info = found?.['info']?.trim() ?? '';
    if (fence !== '') {
      if (info === '' && marks.startsWith(fence)) fence = '';
    } else if (marks !== '' && !(marks.startsWith('`') && info.includes('`'))) fence = marks;
    else yield line;
  }
}
