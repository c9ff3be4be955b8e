import { maskVolatile } from '../text/maskVolatile';

/** What agents print about a command, its end and its folder. */
const COMMAND =
  /^\[?(?:command(?: output)?:|directory:|output:$|std(?:out|err):$|error: \(none\)|(?:process )?exit(?:ed with)?[ _]?code\b|signal:|background pids:|process group pgid:|wall time:|chunk id:|original token count:|duration:|the command completed|current working directory|python interpreter|\(current directory:|\(?open file:)/i;
/** What tools print about what they show: which lines of which file, and how many were found. */
const EXTENT =
  /^[[(*#`-]{0,4} ?(?:file(?: path)?: |contents? of |here(?:'s| is| are) the |showing |(?:lines?|rows?) \d+ ?(?:-|–|to) ?\d+|\d{1,9} (?:more |total )?(?:lines?|rows?|match(?:es)?|results?|hits?|files?|records?)\b|found \d+ |total(?: of)? \d+|end of (?:file|match|result|output)|no more |truncated|``)/i;
/** Tags around a part of a result. */
const TAG =
  /^<\/?(?:file|path|contents?|output|results?|return_?code|exit_code|stdout|stderr|system|error|lines?|line_count|notice|response)\b[^<>]{0,300}>(?:[^<>]{0,300}<\/\w{1,20}>)?$/i;

/** Maximum length of a line that consists of volatile text only, such as a time. */
const MAX_VOLATILE = 60;
const [DIGIT, WORD, MASK] = [/\d/, /[\p{L}\p{N}]/u, /<\w{1,12}>/g];

/**
 * Whether a line only surrounds what a tool shows: such lines differ from call to call without
 * saying anything new.
 */
export function isHeading(line: string): boolean {
  return COMMAND.test(line) || EXTENT.test(line) || TAG.test(line) || isVolatile(line);
}

function isVolatile(line: string): boolean {
  if (line.length > MAX_VOLATILE || !DIGIT.test(line)) return false;
  return !WORD.test(maskVolatile(line).replace(MASK, ''));
}
