import { codeBlock, escapeMarkdown, inlineCode } from '../../text/markdown';
import { truncate } from '../../text/truncate';
import { visibleLine, visibleText } from '../../text/visibleText';
import { editorWords } from '../text/editorWords';

/** Longest sentence of an agent or a program, in characters. */
const MAX_SENTENCE = 400;
/** Longest block, in characters and lines. */
const MAX_BLOCK = 1_500;
const MAX_LINES = 12;

/**
 * A sentence that may quote an agent or a program, for the chat: one line, in the editor's words. No Markdown, formula,
 * link or mail address in it takes effect, also where the editor would make one of plain text.
 */
export function chatText(text: string, most = MAX_SENTENCE): string {
  return escapeMarkdown(visibleLine(editorWords(text), most))
    .replace(/[_~#|!@$]/g, '\\$&')
    .replace(/:(?=\/)/g, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`);
}

/** A name as code. */
export function chatCode(text: string, most = MAX_SENTENCE): string {
  return inlineCode(visibleLine(text, most));
}

/** The beginning of a text of several lines as a code block. */
export function chatBlock(text: string): string {
  const lines = visibleText(truncate(text.trim(), MAX_BLOCK)).split('\n');
  const shown = lines.slice(0, MAX_LINES);
  return codeBlock([...shown, ...(lines.length > MAX_LINES ? ['…'] : [])].join('\n'));
}

/** A list, one sentence of Markdown each. */
export function chatList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
