import { parse } from 'shell-quote';

/** Longest line that is parsed as shell; of longer ones every word counts. */
const MAX_LINE = 5_000;

/** Programs that only read or compare files: their operands are the work, not the verification. */
const READERS = new Set(
  (
    '[ [[ test cat cmp cp cut diff echo egrep fgrep file find grep head jq ls md5sum mkdir mv printf rg rm sed sha256sum ' +
    'sort stat tail touch tr uniq wc yq'
  ).split(' '),
);
/** What `diff`, `cmp` and the like compare with. */
const EXPECTATION = /expect|golden|snapshot|reference/i;
const SHELL = /^(?:ba|da|z|k|fi)?sh$/;
const INTERPRETER =
  /^(?:(?:ba|da|z|k|fi)?sh|node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|pypy3?|ruby|perl|php|lua|pwsh|powershell|source|\.)$/;
/** Words before a program that are none. */
const PREFIX =
  /^(?:!|if|then|elif|else|while|until|do|time|exec|command|env|sudo|nice|npx|xargs|timeout|[\d.]+[smh]?|[A-Za-z_]\w*=.*)$/;
const INLINE = /^-(?:e|p|c|-eval|-print)$/;
/** Options whose value governs the program. */
const GOVERNING =
  /^(?:-[a-zA-Z]|--[\w-]*(?:config|conf|require|import|loader|setup|file|ini|project|plugin|preset|hook|register)[\w-]*)$/;
/** Options whose value is an output. */
const OUTPUT = /^(?:-o|--[\w-]*(?:out|dest|report|log)[\w-]*)$/;

/**
 * Words of a command line or shell script that may name what it runs or what governs that: programs, scripts of
 * interpreters, values of options such as `--config`. Left out are files that are only read, compared, compiled or
 * checked (`test -f out.txt`, `grep -q done list.txt`), and programs whose output is compared (`./app | diff - expected`):
 * they are the work. Every word of a line that cannot be parsed.
 */
export function listProgramWords(text: string): readonly string[] {
  return text.replace(/\\\n/g, ' ').split('\n').flatMap(wordsOfLine);
}

function wordsOfLine(line: string): readonly string[] {
  const commands = line.length > MAX_LINE ? undefined : parseCommands(line);
  if (commands === undefined) return line.split(/[\s'"]+/);
  return commands.flatMap(({ words, pipedTo }) => {
    const reader = pipedTo === undefined ? '' : (programOf(pipedTo)[0] ?? '');
    if (READERS.has(reader)) return [];
    // `cat check.sh | sh` runs what it reads.
    return INTERPRETER.test(reader) ? words : wordsOfCommand(words);
  });
}

interface SimpleCommand {
  readonly words: string[];
  /** Words of the command that reads its output; absent for none. */
  pipedTo?: readonly string[];
}

/** The simple commands of a line; undefined if it is no shell that `shell-quote` understands. */
function parseCommands(line: string): readonly SimpleCommand[] | undefined {
  const commands: SimpleCommand[] = [{ words: [] }];
  try {
    for (const token of parse(line, (name) => `$${name}`)) {
      const last = commands.at(-1);
      if (typeof token === 'string') last?.words.push(token);
      else if ('pattern' in token) last?.words.push(token.pattern);
      else if ('op' in token && !/[<>]/.test(token.op)) {
        const next: SimpleCommand = { words: [] };
        if (token.op === '|' && last !== undefined) last.pipedTo = next.words;
        commands.push(next);
      }
    }
  } catch {
    return undefined;
  }
  return commands;
}

/** The words from the program on. */
function programOf(words: readonly string[]): readonly string[] {
  return words.slice(words.findIndex((word) => !PREFIX.test(word)));
}

function wordsOfCommand(words: readonly string[]): readonly string[] {
  const [program = '', ...rest] = programOf(words);
  if (READERS.has(program)) return rest.filter((word) => EXPECTATION.test(word));
  const inline = rest.findIndex((word) => INLINE.test(word));
  if (inline >= 0 && INTERPRETER.test(program))
    return SHELL.test(program) ? listProgramWords(rest[inline + 1] ?? '') : [program];
  const script = INTERPRETER.test(program) ? rest.find((word) => !word.startsWith('-')) : undefined;
  return [program, ...(script === undefined ? [] : [script]), ...governingWords(rest)];
}

function governingWords(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const [option = '', value] = word.split('=', 2);
    if (value !== undefined) return isGoverning(option) ? [value] : [];
    return isGoverning(words[index - 1] ?? '') ? [word] : [];
  });
}

function isGoverning(option: string): boolean {
  return GOVERNING.test(option) && !OUTPUT.test(option);
}
