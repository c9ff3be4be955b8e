import type { Step } from '../../../model/steps/step';
import { stripWrappers, hasFailureCode, type ResultKind } from '../results/classifyResult';

/** Characters of a failure that are read. */
const MAX_READ = 400;
/** Longest result that only refuses a call: with an example of how it is made, or a list of what there is. */
const MAX_REJECTION = 2_000;

/** A word that is in each of the following: to look for all of them at once costs least, and most results have none. */
const MAY_REJECT =
  /\b(?:inva|is a r|mis|unkn|unre|unex|schema v|input|no such|failed to p|params|usage: )/i;
/** The call itself was wrong, whatever it was about. */
const MISUSED =
  /\binvalid (?:arguments?|params|parameters?|input|request)\b|\b(?:is a required|missing (?:\d{1,3} )?(?:required )?(?:positional )?(?:arguments?|param(?:eter)?s?|field|property|option)|unknown (?:option|argument|flag|parameter|field|tool)|unrecognized (?:option|argument)s?|unexpected (?:keyword )?argument|schema validation|input validation)\b/i;
/** What Claude Code, Codex and Gemini CLI say of arguments that do not fit, and no program that they run. */
const UNFIT =
  /\bInputValidationError\b|\bfailed to parse function arguments\b|^(?:error: ?)?params(?:\/\S{1,60})? must (?:be|have|NOT)\b/i;
/** There is no such tool; only where it is named: programs say it of what they were given. */
const NO_TOOL = /\b(?:unknown (?:command|function)|no such (?:tool|function|command))\b/i;

/** Nothing but how a tool is to be called. */
const USAGE = /^\W{0,4}usage: ([\w.+-]{1,60})(?=\s|$)/i;
/** To look for it costs little; to take off what stands around a result costs more. */
const MAY_SAY_USAGE = /usage: /i;
/** Whoever asks how a tool is called is told. */
const HELP = /(?:^|[\s"'])(?:-h|-\?|--?help|--usage|\/\?|help|man|get-help)(?=$|[\s"'])/i;
/** The program that a command calls: no script by its path or by an interpreter, which may be what is worked on. */
const PROGRAM =
  /^\s*(?:\{"(?:command|cmd)": ?")?(?:cd [^\s;&|]{1,300} && )?([\w.+-]{1,60})(?=[\s"\\]|$)/;

/** Words of a sentence at the beginning of what is told to a shell, below a heading or not. */
const SENTENCE =
  /^\s*(?:\{"(?:command|cmd)": ?")?(?:[A-Z]{3,20}:?(?:\s|\\n)+)?[A-Z][a-z'’]{0,20}(?: ['"`’\w]{1,30}[,;:.!?]?){4}/;
/** What a shell says of a line that it was given; zsh tells no name where an agent has it evaluate one. */
const COMPLAINT =
  /^(?:std(?:out|err): ?|output: ?|error: ?)?(?:(?:\S{0,200}\/)?-?(?:ba|z|da|k|a)?sh|\(eval\)): ?(?:-c: )?(?:line )?(?:\d{1,9}: ?)?(?:syntax error|parse error|unmatched|unexpected EOF|unterminated quoted|`|.{1,2000}: (?:command )?not found$|command not found: .)/i;
/** What agents print around it. */
const AROUND =
  /^\s*$|^\[|^(?:command|directory|stdout|output|exit code|signal|wall time|chunk id|process|background pids|process group pgid|original token count)\b/i;
/** Characters and lines of a failure that are read for it. */
const MAX_READ_COMPLAINTS = 4_000;

/** How a call was refused, whatever it was about; '' where it was not. */
export type Rejection = 'no command' | 'misused' | '';

/** Why a call was wrong in itself, by what it gave; not where it asked how it is to be made. */
export function classifyRejection(
  result: { readonly text: string; readonly kind: ResultKind },
  call: Pick<Step, 'tool' | 'args'>,
): Rejection {
  const { text } = result;
  const isSentence = SENTENCE.test(call.args);
  if (!isSentence && !mayBeRejection(text)) return '';
  if (isUsageText(text, call)) return 'misused';
  const refusal = isSentence && isShellComplaint(text) ? 'no command' : readRejection(text, call);
  // What costs most is asked last: most results are no refusal, whether they failed or not.
  return refusal !== '' && result.kind === 'failure' ? refusal : '';
}

/** By what costs little. */
function mayBeRejection(text: string): boolean {
  return text.length <= MAX_REJECTION && MAY_REJECT.test(text.slice(0, MAX_READ));
}

function readRejection(text: string, { tool }: Pick<Step, 'tool'>): Rejection {
  const said = text.slice(0, MAX_READ);
  if (UNFIT.test(said)) return 'misused';
  if (MISUSED.test(said)) return runsPrograms(tool) && !hasFailureCode(text) ? '' : 'misused';
  return tool !== '' && NO_TOOL.test(said) && said.includes(tool) ? 'misused' : '';
}

/** Whether a tool runs programs: what they say of what they were given is no refusal of the tool itself. */
function runsPrograms(tool: string): boolean {
  return /bash|shell|command|terminal|exec/i.test(tool);
}

/** Whether a result only says how the tool that was called is to be called. */
export function isUsageText(result: string, { tool, args }: Pick<Step, 'tool' | 'args'>): boolean {
  if (result.length > MAX_READ || !MAY_SAY_USAGE.test(result)) return false;
  const [, named] = USAGE.exec(stripWrappers(result)) ?? [];
  if (named === undefined || HELP.test(args)) return false;
  return named === tool || named === PROGRAM.exec(args)?.[1];
}

/** Whether all that a shell says is that it can do nothing with what it was given. */
function isShellComplaint(failure: string): boolean {
  const lines = stripWrappers(failure.slice(0, MAX_READ_COMPLAINTS)).split('\n');
  // The last one may be a part of a line.
  if (failure.length > MAX_READ_COMPLAINTS) lines.pop();
  return (
    lines.some((line) => COMPLAINT.test(line)) &&
    lines.every((line) => COMPLAINT.test(line) || AROUND.test(line))
  );
}
