import { toEscape, visibleLine } from '../../text/visibleText';

/** Breaks `$(name)` and `[text](address)` apart, of which the editor would make a picture and a link. */
const ZERO_WIDTH_SPACE = '\u200b';

/** Longest label in a list, in characters. */
const MAX_LABEL = 160;

/**
 * Text of an agent or a program as one line for the editor's lists: invisible characters are written
 * as `\u{…}`, icons are disabled, long text is truncated.
 */
export function sanitizeLabel(text: string, most = MAX_LABEL): string {
  return withoutIcons(sanitizeLine(text, most));
}

/**
 * As `sanitizeLabel`, for text that a program or a terminal reads: adds no
 * zero-width characters.
 */
export function sanitizeLine(text: string, most: number): string {
  return visibleLine(text, most + 1);
}

/** A path the same way; a long one is cut in the middle, since its end says which file it is. */
export function sanitizePath(path: string, most = MAX_LABEL): string {
  const start = Math.floor(most / 4);
  const cut = path.length > most ? `${path.slice(0, start)}…${path.slice(start + 1 - most)}` : path;
  return withoutIcons(visiblePath(cut));
}

/**
 * Text of a notification that may quote an agent. The editor makes links of `[text](address)` there,
 * and one to `command:` would do anything at a click; this leaves none.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', `]${ZERO_WIDTH_SPACE}(`);
}

/** In a path joiners of scripts count too: two that differ must look different. */
function visiblePath(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, toEscape);
}

function withoutIcons(text: string): string {
  return text.replaceAll('$(', `$${ZERO_WIDTH_SPACE}(`);
}
