import { oneLine } from '../../text/oneLine';
import { truncate } from '../../text/truncate';
import { listWithRest } from '../../text/list';

const MAX_STRATEGY_LENGTH = 200;
/** Characters of a reply that are searched for its strategy. */
const MAX_STRATEGY_SEARCH = 1_000;

/**
 * Describes a strategy: the agent's own `STRATEGY: …` line, else a summary of the changed files, else the first
 * sentence of the reply. Never empty; at most 200 characters.
 */
export function describeStrategy(reply: string, changedFiles: readonly string[]): string {
  const declared = /^[*_#>` ]*STRATEGY:[*_` \t]*(\S.*)$/.exec(firstLine(reply))?.[1];
  if (declared !== undefined) return clip(declared);
  if (changedFiles.length > 0) return clip(`changed ${summarise(changedFiles)}`);
  const sentence = firstSentence(reply);
  return sentence === '' ? 'no description: no changed files and no reply' : clip(sentence);
}

/** Whether a line of the reply begins with `DONE:` and has content; ignores Markdown marks. */
export function isDoneReply(reply: string): boolean {
  return /^[*_#>` ]*DONE:[*_` \t]*[^\s*_`]/m.test(reply);
}

/** The first lines of a reply for reports: at most 10 lines and 2,000 characters. */
export function firstLines(reply: string): string {
  return reply.trim().split('\n', 10).join('\n').slice(0, 2_000);
}

function firstLine(text: string): string {
  const start = text.trimStart().slice(0, MAX_STRATEGY_SEARCH);
  return start.split(/[\n\r\u2028\u2029]/, 1)[0] ?? '';
}

function summarise(files: readonly string[]): string {
  return listWithRest(files.slice(0, 3), files.length - 3);
}

function firstSentence(reply: string): string {
  const start = oneLine(reply.trim().slice(0, MAX_STRATEGY_SEARCH));
  return /^.*?[.!?](?= |$)/.exec(start)?.[0] ?? start;
}

function clip(text: string): string {
  return truncate(text.trim(), MAX_STRATEGY_LENGTH);
}
