import type { Step } from '../../../model/steps/step';
import { stripWrappers, hasFailureCode, type ResultKind } from '../results/classifyResult';

/** Characters of a failure that are read. */
const MAX_READ = 400;
/** Maximum length of a rejection, with an example of a correct call or a list of options. */
const MAX_REJECTION = 2_000;

/** Fast pre-check that every pattern below matches. */
const MAY_REJECT =
  /\b(?:inva|is a r|mis|unkn|unre|unex|schema v|input|no such|failed to p|params|usage: )/i;
/** The call itself was invalid, regardless of its subject. */
const MISUSED =
  /\binvalid (?:arguments?|params|parameters?|input|request)\b|\b(?:is a required|missing (?:\d{1,3} )?(?:required )?(?:positional )?(?:arguments?|param(?:eter)?s?|field|property|option)|unknown (?:option|argument|flag|parameter|field|tool)|unrecognized (?:option|argument)s?|unexpected (?:keyword )?argument|schema validation|input validation)\b/i;
/**
 * Messages of Claude Code, Codex and Gemini CLI about invalid arguments; no program prints them.
 */
const UNFIT =
  /\bInputValidationError\b|\bfailed to parse function arguments\b|^(?:error: ?)?params(?:\/\S{1,60})? must (?:be|have|NOT)\b/i;
/**
 * The tool does not exist; counts only if the message names the tool, since programs say this about
 * their input.
 */
const NO_TOOL = /\b(?:unknown (?:command|function)|no such (?:tool|function|command))\b/i;

/** Usage text only. */
const USAGE = /^\W{0,4}usage: ([\w.+-]{1,60})(?=\s|$)/i;
/** Cheap pre-check, before the wrappers are stripped. */
const MAY_SAY_USAGE = /usage: /i;
/** Help was requested. */
const HELP = /(?:^|[\s"'])(?:-h|-\?|--?help|--usage|\/\?|help|man|get-help)(?=$|[\s"'])/i;
/**
 * The program of a command; not a script called by its path or by an interpreter, which may be the
 * subject of the task.
 */
const PROGRAM =
  /^\s*(?:\{"(?:command|cmd)": ?")?(?:cd [^\s;&|]{1,300} && )?([\w.+-]{1,60})(?=[\s"\\]|$)/;

/** A sentence at the beginning of a shell command, with or without a heading. */
const SENTENCE =
  /^\s*(?:\{"(?:command|cmd)": ?")?(?:[A-Z]{3,20}:?(?:\s|\\n)+)?[A-Z][a-z'’]{0,20}(?: ['"`’\w]{1,30}[,;:.!?]?){4}/;
/** Error of a shell about its input; zsh prints no name when an agent uses `eval`. */
const COMPLAINT =
  /^(?:std(?:out|err): ?|output: ?|error: ?)?(?:(?:\S{0,200}\/)?-?(?:ba|z|da|k|a)?sh|\(eval\)): ?(?:-c: )?(?:line )?(?:\d{1,9}: ?)?(?:syntax error|parse error|unmatched|unexpected EOF|unterminated quoted|`|.{1,2000}: (?:command )?not found$|command not found: .)/i;
/** Lines that agents print around a result. */
const AROUND =
  /^\s*$|^\[|^(?:command|directory|stdout|output|exit code|signal|wall time|chunk id|process|background pids|process group pgid|original token count)\b/i;
/** Characters of a failure that are read. */
const MAX_READ_COMPLAINTS = 4_000;

/**
 * How a call was rejected: `no command` (text instead of a command), `misused` (called wrongly), ''
 * if not.
 */
export type Rejection = 'no command' | 'misused' | '';

/**
 * Classifies a result as rejection of the call itself; '' if help was requested or the call was
 * valid.
 */
export function classifyRejection(
  result: { readonly text: string; readonly kind: ResultKind },
  call: Pick<Step, 'tool' | 'args'>,
): Rejection {
  const { text } = result;
  const isSentence = SENTENCE.test(call.args);
  if (!isSentence && !mayBeRejection(text)) return '';
  if (isUsageText(text, call)) return 'misused';
  const refusal = isSentence && isShellComplaint(text) ? 'no command' : readRejection(text, call);
  // The kind is computed last, since it costs most.
  return refusal !== '' && result.kind === 'failure' ? refusal : '';
}

function mayBeRejection(text: string): boolean {
  return text.length <= MAX_REJECTION && MAY_REJECT.test(text.slice(0, MAX_READ));
}

function readRejection(text: string, { tool }: Pick<Step, 'tool'>): Rejection {
  const said = text.slice(0, MAX_READ);
  if (UNFIT.test(said)) return 'misused';
  if (MISUSED.test(said)) return runsPrograms(tool) && !hasFailureCode(text) ? '' : 'misused';
  return tool !== '' && NO_TOOL.test(said) && said.includes(tool) ? 'misused' : '';
}

/** Whether a tool runs programs: their complaints about input are no rejection by the tool. */
function runsPrograms(tool: string): boolean {
  return /bash|shell|command|terminal|exec/i.test(tool);
}

/** Whether a result consists of the usage text of the called tool. */
export function isUsageText(result: string, { tool, args }: Pick<Step, 'tool' | 'args'>): boolean {
  if (result.length > MAX_READ || !MAY_SAY_USAGE.test(result)) return false;
  const [, named] = USAGE.exec(stripWrappers(result)) ?? [];
  if (named === undefined || HELP.test(args)) return false;
  return named === tool || named === PROGRAM.exec(args)?.[1];
}

/** Whether the shell only reports that it cannot parse or find the command. */
function isShellComplaint(failure: string): boolean {
  const lines = stripWrappers(failure.slice(0, MAX_READ_COMPLAINTS)).split('\n');
  // The last line may be cut.
  if (failure.length > MAX_READ_COMPLAINTS) lines.pop();
  return (
    lines.some((line) => COMPLAINT.test(line)) &&
    lines.every((line) => COMPLAINT.test(line) || AROUND.test(line))
  );
}
