/** Characters of one line that are looked at; what stands behind is cut off. */
export const MAX_LINE = 4_000;

/** ANSI: CSI and OSC sequences, strings up to their end, and two-character escapes. Bounded, so that a broken one swallows little. */
const ESCAPES =
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\u0007\u001b\n]{0,1024}(?:\u0007|\u001b\\)|[ -/]{1,4}[0-~]|[0-Z\\^-~])|\u009b[0-?]{0,64}[ -/]{0,8}[@-~]/g;
/** Everything below the space but tab and line feed, and DEL. */
// eslint-disable-next-line no-control-regex -- as above
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * The lines of what a program printed, as a terminal would show them at the end: no colours, a line
 * that was rewritten (progress bars) as it was left, no control characters. Never throws; its time
 * grows with the length of the text alone.
 */
export function outputLines(text: string): readonly string[] {
  const plain =
    text.includes('\u001b') || text.includes('\u009b') ? text.replace(ESCAPES, '') : text;
  return plain.split('\n').map(asShown);
}

function asShown(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = end === 0 ? 0 : line.lastIndexOf('\r', end - 1) + 1;
  const shown = line.slice(start, Math.min(end, start + MAX_LINE));
  return shown.replace(CONTROLS, '');
}
