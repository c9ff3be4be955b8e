/** Maximum number of characters read of a line; the rest is cut off. */
export const MAX_LINE = 4_000;

/**
 * ANSI: CSI and OSC sequences, strings up to their end, and two-character escapes. Bounded, so that a broken sequence
 * consumes little.
 */
const ESCAPES =
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\u0007\u001b\n]{0,1024}(?:\u0007|\u001b\\)|[ -/]{1,4}[0-~]|[0-Z\\^-~])|\u009b[0-?]{0,64}[ -/]{0,8}[@-~]/g;
/** Everything below the space but tab and line feed, and DEL. */
// eslint-disable-next-line no-control-regex -- as above
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
/** The same but carriage returns, which almost no text contains. */
// eslint-disable-next-line no-control-regex -- as above
const OTHER_CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Number of lines kept from the beginning and from the end; ordinary output of more than ten megabytes fits. */
const FIRST_LINES = 100_000;
const LAST_LINES = 200_000;

/**
 * Splits printed output into lines as a terminal would finally show them: without colours and control characters,
 * rewritten lines (progress bars, spinners) in their last form. Of more than 300,000 lines, the first 100,000 and the
 * last 200,000. Never throws; takes time linear in the length of the text.
 */
export function outputLines(text: string): readonly string[] {
  const bounded = withoutMiddle(text);
  const plain = withoutEscapes(bounded);
  const hasControls = OTHER_CONTROLS.test(plain);
  return plain.split('\n').map((line) => asShown(line, hasControls));
}

/** Strips the sequences that colour a text or move the cursor; a lone escape character stays. Linear. */
export function withoutEscapes(text: string): string {
  return text.includes('\u001b') || text.includes('\u009b') ? text.replace(ESCAPES, '') : text;
}

function asShown(line: string, hasControls: boolean): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = end === 0 ? 0 : line.lastIndexOf('\r', end - 1) + 1;
  const shown = line.slice(start, Math.min(end, start + MAX_LINE));
  if (!hasControls) return shown.includes('\r') ? shown.replace(CONTROLS, '') : shown;
  return (shown.includes('\b') ? withoutTakenBack(shown) : shown).replace(CONTROLS, '');
}

/** A backspace removes the character before it, as in spinners. */
function withoutTakenBack(line: string): string {
  const shown: string[] = [];
  for (const character of line) {
    if (character === '\b') shown.pop();
    else shown.push(character);
  }
  return shown.join('');
}

function withoutMiddle(text: string): string {
  if (text.length <= FIRST_LINES + LAST_LINES) return text;
  let first = -1;
  for (let count = 0; count < FIRST_LINES; count += 1) {
    first = text.indexOf('\n', first + 1);
    if (first < 0) return text;
  }
  let last = text.length;
  for (let count = 0; count < LAST_LINES; count += 1) {
    last = text.lastIndexOf('\n', last - 1);
    if (last <= first) return text;
  }
  return text.slice(0, first) + text.slice(last);
}
