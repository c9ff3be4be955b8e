import type { RecordedRun } from '../../../model/steps/replayedRun';
import { isObject } from '../../json/jsonValue';

/** Characters of a prompt that are kept: more than are shown, because secrets are masked before the text is cut. */
export const MAX_PROMPT_CHARACTERS = 7_500;

/** Opening tag of an element that programs add before the user's text. */
const WRAPPER =
  /\s*(?:# AGENTS\.md instructions\b[^<]*)?<(INSTRUCTIONS|(?:local-command|command|bash|ide)[-_][a-z_-]+|[a-z_-]+[-_](?:reminder|instructions|context|notification|hook)|uploaded_files|recommended_plugins|user_shell_command|turn_aborted|skill|image)(?=[\s>])[^>]*>/y;

/** Beginnings of texts in user messages that the user did not write. */
const NOT_USER_TEXT =
  /^\s*(?:# AGENTS\.md instructions\b|Caveat: The messages below were generated|\[Request interrupted by user|This session is being continued from a previous conversation)/;

/** Text that an editor or benchmark puts before the user's text. */
const PREAMBLE =
  /^[^]{0,4000}?(?:(?:^|\n)## My request for Codex:|<(?:pr|issue)_description>\s*(?:Consider the following PR description:)?|Here's the issue text:\s*ISSUE:)/;
const LONE_TAGS = /^(?:\s*<\/?[\w-]+>[ \t]*(?:\r?\n|$))+/;

/**
 * Finds the text that a user wrote in the content of a message: its beginning, at most `MAX_PROMPT_CHARACTERS`
 * characters, without additions by programs; `undefined` when there is none. Accepts any content.
 */
export function findUserPrompt(content: unknown): string | undefined {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  for (const part of parts) {
    const text = isObject(part) ? (part['text'] ?? part['content']) : part;
    const own = typeof text === 'string' ? stripWrappers(text) : '';
    if (own !== '') return own;
  }
  return undefined;
}

/** The user's text of the first content that has any. */
export function findFirstPrompt(contents: readonly unknown[]): string | undefined {
  for (const content of contents) {
    const prompt = findUserPrompt(content);
    if (prompt !== undefined) return prompt;
  }
  return undefined;
}

/** Copies the beginning of a text, so that the whole text is not kept in memory. */
export function keepBeginning(text: string): string {
  return Buffer.from(text.slice(0, MAX_PROMPT_CHARACTERS)).toString().trim();
}

/** Returns the run with the user's prompt, where it is known. */
export function withPrompt(run: RecordedRun, prompt: string | undefined): RecordedRun {
  return prompt === undefined ? run : { ...run, asked: prompt };
}

function stripWrappers(text: string): string {
  const rest = text.slice(findWrappersEnd(text));
  if (NOT_USER_TEXT.test(rest)) return '';
  const preamble = PREAMBLE.exec(rest)?.[0] ?? '';
  return keepBeginning(rest.slice(preamble.length).trimStart().replace(LONE_TAGS, ''));
}

/** Offset after the wrappers at the beginning; the text's length when one is not closed. */
function findWrappersEnd(text: string): number {
  let at = 0;
  for (;;) {
    WRAPPER.lastIndex = at;
    const [opening, name] = WRAPPER.exec(text) ?? [];
    if (opening === undefined || name === undefined) return at;
    const closing = `</${name}>`;
    const end = text.indexOf(closing, at + opening.length);
    if (end === -1) return text.length;
    at = end + closing.length;
  }
}
