import type { Step } from '../../../model/steps/step';
import type { StepEffect } from './stepEffect';
import { readBlocksEffect, readPatchEffect } from './readPatchEffect';
import { parseJson, toTextKey } from '../text/parseArgs';
import { isActionWord, isReadingWord, isWaitingWord, readToolTraits } from './readToolTraits';

/** Maximum length of arguments that are parsed, in characters. */
const MAX_READ = 256 * 1024;
/** Characters of a shell command that are read. */
const MAX_READ_COMMAND = 4_096;

/** Fields that name the part of a file that is written. */
const PART = /line|start|end|cell|index|offset|position|range/i;
/** Fields that name the action of a tool with several actions. */
const ACTION = ['action', 'operation'] as const;

/** Input fields of a session; empty input only waits for more output. */
const INPUT = ['chars', 'input', 'keys'] as const;

const BEFORE = [
  'old_string',
  'old_str',
  'oldString',
  'oldStr',
  'oldText',
  'old',
  'search',
] as const;
const AFTER = [
  'new_string',
  'new_str',
  'newString',
  'newStr',
  'newText',
  'new',
  'replace',
  'replacement',
] as const;
const CONTENT = [
  'content',
  'file_text',
  'fileText',
  'contents',
  'new_source',
  'text',
  'code',
] as const;
const PATH = [
  'file_path',
  'path',
  'filepath',
  'filePath',
  'filename',
  'file',
  'notebook_path',
  'target_file',
  'file_name',
  'absolute_path',
] as const;
const PATCH = ['patch', 'diff', 'input'] as const;
const MAY_PATCH = ['*** Begin Patch', 'diff --git', '--- '] as const;
const PATCHES = /\*\*\* Begin Patch|^diff --git|^--- /m;
/** Fields that only name the changed file. */
const NAMES_ONLY = new Set<string>([...PATH, 'changes', 'kind', 'status', 'id']);
const COMMAND = ['command', 'cmd', 'script', 'code'] as const;

/** Commands that change files or what the repository holds. */
const CHANGES =
  /(?:^|[;&|(\n][ \t]*|\bsudo |\bxargs (?:-\S+ )*)(?:sed\s+(?:-\S+\s+)*-\w*i|perl\s+-\w*i|tee|rm|mv|cp|ln|touch|mkdir|rmdir|chmod|chown|patch|truncate|dd|install|unzip|tar\s+-?\w*x|apply_patch|ed|ex|edit|create|insert|append|submit|pip3?\s+(?:un)?install|npm\s+(?:i|ci|install|uninstall|update)|yarn\s+(?:add|install|remove)|pnpm\s+(?:i|add|install|remove)|apt(?:-get)?\s+\w*(?:install|remove)|cargo\s+(?:add|fix|fmt|update)|go\s+(?:get|mod|fmt)|black|isort|prettier\s+.*--write|eslint\s+.*--fix|git\s+(?:-\S+ \S+ )?(?:apply|bisect (?!log|view)|checkout|switch|reset|restore|stash|commit|add|rm|mv|revert|merge|rebase|cherry-pick|am|pull|clean|clone|init))\b/;
/** A single command that shows files or locations, or a pipeline that starts with one. */
const READERS =
  /^\s*(?:cd [^\s;&|]{1,300} && )?(?:cat|nl|head|tail(?! -f)|ls|find(?![^\n]{0,300}-(?:exec|delete))|grep|rg|ag|ack|wc|tree|pwd|which|whereis|type|command -v|printenv|env|echo|stat|file|uname|sed -n|git (?:diff|log|show|status|blame|grep))\b(?:[^;&<>\n]|2>\s?\/dev\/null|2>&1){0,1000}$/;
const REDIRECTS = /(?:^|[^0-9&<>=-])>{1,2}\s?(?!&|\/dev\/null|=)["']?[\w./~$-]/;
const HERE_DOCUMENT = /<<-?\s?["'\\]?\w+/;
const SHELL = /(?:^|\/)(?:ba|da|z)?sh$/;
/** A command line that consists of one quoted script for another shell. */
const IN_SHELL = /^\s*(?:\/[\w./-]{1,100}\/)?(?:ba|da|z)?sh\s+-\w?c\s+(['"])([^]*)\1\s*$/;
/** Comments only, which a shell ignores. */
const COMMENTS = /^(?:\s*#[^\n]*(?:\n|$))+\s*$/;
/**
 * A single command that changes the directory: `cd ..` prints nothing and goes one level further
 * each time.
 */
const GOES = /^\s*(?:cd|pushd|popd)(?:\s+[^\s;&|<>]{1,300})?\s*$/;
/** Single commands that set up the shell for later commands; another script may be a check. */
const SET_UP = String.raw`(?:(?:export|unset|alias)\s[^;&|<>#\n]{1,500}|(?:source|\.)\s+[^\s;&|<>#]{0,300}(?:activate|env|rc|profile|nvm\.sh|init\.sh)[\w.]{0,20}[ \t]*)`;
const SETS_UP = new RegExp(
  String.raw`^[ \t]*${SET_UP}(?:(?:&&|;)[ \t]*${SET_UP}){0,20}(?:#[^\n]*)?\s*$`,
);
/** Fast pre-check that every waiting command matches. */
const MAY_WAIT = /[swt](?:leep|ait|ail)/;
const WAITING_COMMAND = /(?:^|[;&|(\n][ \t]*)(?:sleep\s+[\d.]+|wait\b|timeout\s+\S+\s+tail\s+-f)/;

/**
 * Classifies what a step does; `value` is the parsed JSON of its arguments, if known. Never throws;
 * an unknown step `looks`.
 */
export function readStepEffect(
  { tool: name, args }: Pick<Step, 'tool' | 'args'>,
  value = args.length > MAX_READ ? undefined : parseJson(args),
): StepEffect {
  const { always, acts, edits, adds } = readToolTraits(name);
  if (always !== undefined) return { kind: always };
  const fields = toFields(value);
  if (fields === undefined) return readCommandEffect(args, edits);
  const command = findText(fields, COMMAND);
  const action = findText(fields, ACTION) ?? '';
  if (isWaitingWord(action)) return { kind: 'waits' };
  if (acts || isActionWord(action))
    return { kind: findText(fields, INPUT) === '' ? 'waits' : 'acts' };
  if (!edits) return command === undefined ? { kind: 'looks' } : readCommandEffect(command, edits);
  if (command !== undefined && isReadingWord(command)) return { kind: 'reads' };
  return readEditEffect(fields, adds);
}

function readEditEffect(fields: Readonly<Record<string, unknown>>, adds: boolean): StepEffect {
  const path = findText(fields, PATH) ?? '';
  const [before, after] = [findText(fields, BEFORE), findText(fields, AFTER)];
  if (before !== undefined && after !== undefined && before !== '')
    return { kind: 'replaces', path, before: toTextKey(before), after: toTextKey(after) };
  const content = findText(fields, CONTENT);
  return content === undefined || adds
    ? readChangeEffect(fields)
    : { kind: 'writes', path: toPlace(path, fields), content: toTextKey(content) };
}

/** Appends lines or cell to the path if only a part of the file is written. */
function toPlace(path: string, fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).filter(
    ([name, value]) => PART.test(name) && (typeof value === 'number' || typeof value === 'string'),
  );
  return parts.length === 0 ? path : `${path} ${toTextKey(JSON.stringify(parts))}`;
}

/** Reads an edit that is given as a patch, by lines, or only by its file. */
function readChangeEffect(fields: Readonly<Record<string, unknown>>): StepEffect {
  const patch = findText(fields, PATCH);
  const path = findText(fields, PATH) ?? '';
  const known =
    patch === undefined ? undefined : (readBlocksEffect(path, patch) ?? readPatchEffect(patch));
  const isKnown = Object.keys(fields).some((name) => !NAMES_ONLY.has(name));
  return known ?? { kind: 'changes', isKnown };
}

function isPatch(command: string): boolean {
  return MAY_PATCH.some((mark) => command.includes(mark)) && PATCHES.test(command);
}

function readCommandEffect(line: string, isEditor: boolean): StepEffect {
  const command = line.includes('c ') ? (IN_SHELL.exec(line)?.[2] ?? line) : line;
  if (READERS.test(command)) return { kind: 'reads' };
  const read = command.slice(0, MAX_READ_COMMAND);
  if (COMMENTS.test(read)) return { kind: 'reads' };
  if (GOES.test(read)) return { kind: 'acts' };
  if (SETS_UP.test(read)) return { kind: 'changes', isKnown: true };
  const edit = isPatch(read) ? readPatchEffect(command) : readSubstitution(read);
  if (edit !== undefined) return edit;
  if (isEditor) return { kind: 'changes', isKnown: true };
  if (MAY_WAIT.test(read) && WAITING_COMMAND.test(read)) return { kind: 'waits' };
  return isChangingCommand(read) ? { kind: 'changes', isKnown: true } : { kind: 'looks' };
}

/** The cheapest checks come first: a here document is long and recognisable by its first line. */
function isChangingCommand(command: string): boolean {
  if (command.includes('<<') && HERE_DOCUMENT.test(command)) return true;
  return (command.includes('>') && REDIRECTS.test(command)) || CHANGES.test(command);
}

function toFields(value: object | undefined): Readonly<Record<string, unknown>> | undefined {
  return value === undefined || Array.isArray(value)
    ? undefined
    : (value as Readonly<Record<string, unknown>>);
}

/** Finds the script in an argument list such as `["bash", "-lc", "cat a"]`. */
function findScript([program = '', option = '', ...rest]: readonly string[]): string | undefined {
  return rest.length === 1 && SHELL.test(program) && /^-\w?c$/.test(option) ? rest[0] : undefined;
}

function findText(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return findScript(value) ?? value.join(' ');
  }
  return undefined;
}

const SUBSTITUTION =
  /^\s*(?:cd \S+ && )?sed\s+-i\s+(?:-e\s+)?(['"])(\d{0,9})s([/|#,])((?:(?!\3).){1,400})\3((?:(?!\3).){0,400})\3g?\1\s+(\S{1,400})\s*$/;

/** Reads what a single `sed -i 's/…/…/' file` replaces; undefined for any other command. */
function readSubstitution(command: string): StepEffect | undefined {
  const [, , line, , before = '', after = '', path] = SUBSTITUTION.exec(command) ?? [];
  if (path === undefined) return undefined;
  const at = `${line ?? ''}:`;
  return {
    kind: 'replaces',
    path,
    before: toTextKey(at + before),
    after: toTextKey(at + after),
    isSilent: true,
  };
}
