import { isShellTool } from '../effects/isShellTool';
import { toQuote } from '../text/toQuote';
import { simplifyArguments } from '../shown/toProvingStep';
import type { Step } from '../../../model/steps/step';

/** Characters of a command that are read. */
const MAX_READ = 2_000;
/** Prefixes of a command that need no permission of their own, as `sudo` does. */
const BEFORE_PROGRAM =
  /^\s*(?:(?:\/[\w./-]{1,100}\/)?(?:ba|da|z)?sh\s+-\w{0,2}c\s+["']?|cd\s+[^\s;&|]{1,300}\s*(?:&&|;)\s*|(?:time(?:\s+-p)?|nohup)\s+|timeout(?:\s+-[\w-]{1,20}(?:[= ]\w{1,10})?){0,4}\s+\d\S{0,20}\s+|[A-Za-z_]\w{0,60}=(?:"[^"]{0,200}"|'[^']{0,200}'|[^\s;&|"']{0,200})\s+)/;
const PROGRAM =
  /^["']?((?!-)[\w./@+-]{1,80})(?:["'](?=\s|$))?(?:\s+((?:(?:run|exec|compose|-m)\s+)?[a-z][a-z0-9:_-]{0,40})(?=[\s"';]|$))?/;
/** Maximum number of prefixes that are removed. */
const MAX_PREFIXES = 8;
/**
 * Names what a permission for the call would allow: program and subcommand of a shell command (`npm
 * install`), otherwise the tool. One line, secrets masked, at most 80 characters.
 */
export function readRefusedAction({ tool, args }: Pick<Step, 'tool' | 'args'>): string {
  if (!isShellTool(tool)) return toQuote(tool);
  let command = readCommand(args).slice(0, MAX_READ);
  for (let count = 0; count < MAX_PREFIXES; count += 1) {
    const rest = command.replace(BEFORE_PROGRAM, '');
    if (rest === command) break;
    command = rest;
  }
  const [, program, subcommand] = PROGRAM.exec(command.trimStart()) ?? [];
  if (program === undefined) return toQuote(tool);
  // One script of many is called by its name: `npm run build`.
  return toQuote(subcommand === undefined ? program : `${program} ${subcommand}`);
}

/** Reads the command line from the arguments of a shell tool; '' if they have none. */
export function readCommand(args: string): string {
  const shown = simplifyArguments(args);
  if (shown !== args || !args.startsWith('{')) return shown;
  try {
    const { command, cmd } = JSON.parse(args) as Readonly<Record<string, unknown>>;
    const line = command ?? cmd;
    if (Array.isArray(line)) return line.join(' ');
    return typeof line === 'string' ? line : '';
  } catch {
    return args;
  }
}
