/** Names of fields, fields without content, tags and sentences that agents print around a message. */
const FRAME =
  /^the result of executing that last command is:\s{0,4}(?:command [^\n:]{1,60} returned:\s{1,4})?|^(?:(?:command|directory|wall time|chunk id|exit code): [^\n]{1,300}?)?(?<=^|\s)output: ?|^error: ?\((?:none|empty)\)$|^(?:output|std(?:err|out)): ?(?:\((?:none|empty)\)$)?|^(?:command output:\s{0,4})?'''|\s?'''$|<\/?tool_use_error>/gim;

/** Leaves out what agents print around a message. Takes time linear in the length of the text. */
export function dropFrame(text: string): string {
  return text.replace(FRAME, '');
}
