import type { RecordedRun } from '../../../model/steps/replayedRun';
import { isObject } from '../../json/jsonValue';

/** Characters of a request that are kept: more than are shown, since secrets are masked before a text is cut. */
export const MAX_ASKED_KEPT = 7_500;

/** What programs put around or before the words of a user, up to the end of its element. */
const WRAPPER =
  /\s*(?:# AGENTS\.md instructions\b[^<]*)?<(INSTRUCTIONS|(?:local-command|command|bash|ide)[-_][a-z_-]+|[a-z_-]+[-_](?:reminder|instructions|context|notification|hook)|uploaded_files|recommended_plugins|user_shell_command|turn_aborted|skill|image)(?=[\s>])[^>]*>/y;

/** Beginnings of what stands there as the user's and is not. */
const NOT_ASKED =
  /^\s*(?:# AGENTS\.md instructions\b|Caveat: The messages below were generated|\[Request interrupted by user|This session is being continued from a previous conversation)/;

/** What stands above the request itself where an editor or a bench made the message. */
const PREAMBLE =
  /^[^]{0,4000}?(?:(?:^|\n)## My request for Codex:|<(?:pr|issue)_description>\s*(?:Consider the following PR description:)?|Here's the issue text:\s*ISSUE:)/;
const LONE_TAGS = /^(?:\s*<\/?[\w-]+>[ \t]*(?:\r?\n|$))+/;

/**
 * The beginning of what a user says with the content of a message, `MAX_ASKED_KEPT` characters at most, without
 * what programs add to it; `undefined` where that is nothing, whatever the content is.
 */
export function askedIn(content: unknown): string | undefined {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  for (const part of parts) {
    const text = isObject(part) ? (part['text'] ?? part['content']) : part;
    const own = typeof text === 'string' ? ownWords(text) : '';
    if (own !== '') return own;
  }
  return undefined;
}

/** Of the first of these contents that says anything. */
export function firstAsked(contents: readonly unknown[]): string | undefined {
  for (const content of contents) {
    const asked = askedIn(content);
    if (asked !== undefined) return asked;
  }
  return undefined;
}

/** The beginning of a text, free of the rest of it: a part would keep the whole in memory. */
export function keptBeginning(text: string): string {
  return Buffer.from(text.slice(0, MAX_ASKED_KEPT)).toString().trim();
}

/** The run with what it was asked for, where that is told. */
export function withAsked(run: RecordedRun, asked: string | undefined): RecordedRun {
  return asked === undefined ? run : { ...run, asked };
}

function ownWords(text: string): string {
  const rest = text.slice(afterWrappers(text));
  if (NOT_ASKED.test(rest)) return '';
  const preamble = PREAMBLE.exec(rest)?.[0] ?? '';
  return keptBeginning(rest.slice(preamble.length).trimStart().replace(LONE_TAGS, ''));
}

/** Where the wrappers at the beginning end; behind the text where one does not. */
function afterWrappers(text: string): number {
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
