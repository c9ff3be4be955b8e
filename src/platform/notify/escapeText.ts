/** Invisible: takes a text apart in which a chat program would find a link, a mention or a command. */
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * The same text, of which a chat program makes no link, mention, hashtag or command: these need a sign with something
 * directly behind it.
 */
export function withoutLinks(text: string): string {
  return text.replace(/[.:@/#$\\](?=\S)/g, `$&${ZERO_WIDTH_SPACE}`);
}

/** For Slack: no mention, link or command of its markup begins without `<`. */
export function escapeSlack(text: string): string {
  return escapeMarkup(text);
}

/** For the body of a desktop notification on Linux, which may be markup. `notify-send` also reads escapes such as `\074`. */
export function escapeNotifySend(text: string): string {
  return escapeMarkup(text).replaceAll('\\', '\\\\');
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
