import type { EditEffect, StepEffect } from './stepEffect';
import { readCommandEdits } from './readCommandEdits';
import { readPatchEdits } from './readPatchEdits';

/** Characters of a shell command that are read. */
const MAX_READ_COMMAND = 4_096;

const MAY_PATCH = ['*** Begin Patch', 'diff --git', '--- '] as const;
const PATCHES = /\*\*\* Begin Patch|^diff --git|^--- /m;

/** Commands that change files or what the repository holds. */
const CHANGES =
  /(?:^|[;&|(\n][ \t]*|\bsudo |\bxargs (?:-\S+ )*)(?:sed\s+(?:-\S+\s+)*-\w*i|perl\s+-\w*i|tee|rm|mv|cp|ln|touch|mkdir|rmdir|chmod|chown|patch|truncate|dd|install|unzip|tar\s+-?\w*x|apply_patch|ed|ex|edit|create|insert|append|submit|pip3?\s+(?:un)?install|npm\s+(?:i|ci|install|uninstall|update)|yarn\s+(?:add|install|remove)|pnpm\s+(?:i|add|install|remove)|apt(?:-get)?\s+\w*(?:install|remove)|cargo\s+(?:add|fix|fmt|update)|go\s+(?:get|mod|fmt)|black|isort|prettier\s+.*--write|eslint\s+.*--fix|git\s+(?:-\S+ \S+ )?(?:apply|bisect (?!log|view)|checkout|switch|reset|restore|stash|commit|add|rm|mv|revert|merge|rebase|cherry-pick|am|pull|clean|clone|init))\b/;
/** A single command that shows files or locations, or a pipeline that starts with one. */
const READERS =
  /^\s*(?:cd [^\s;&|]{1,300} && )?(?:cat|nl|head|tail(?! -f)|ls|find(?![^\n]{0,300}-(?:exec|delete))|grep|rg|ag|ack|wc|tree|pwd|which|whereis|type|command -v|printenv|env|echo|stat|file|uname|sed -n|git (?:diff|log|show|status|blame|grep))\b(?:[^;&<>\n]|2>\s?\/dev\/null|2>&1){0,1000}$/;
const REDIRECTS = /(?:^|[^0-9&<>=-])>{1,2}\s?(?!&|\/dev\/null|=)["']?[\w./~$-]/;
const HERE_DOCUMENT = /<<-?\s?["'\\]?\w+/;
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

/** Classifies what a command line does; the one of an editor at least changes something. */
export function readCommandEffect(line: string, isEditor: boolean): StepEffect {
  const command = line.includes('c ') ? (IN_SHELL.exec(line)?.[2] ?? line) : line;
  if (isReader(command)) return { kind: 'reads' };
  const read = command.slice(0, MAX_READ_COMMAND);
  if (COMMENTS.test(read)) return { kind: 'reads' };
  if (GOES.test(read)) return { kind: 'acts' };
  if (SETS_UP.test(read)) return { kind: 'changes', isKnown: true };
  if (isPatch(read)) {
    const edits = readPatchEdits(command);
    if (edits !== undefined) return { kind: 'edits', edits };
  }
  if (!isEditor && MAY_WAIT.test(read) && WAITING_COMMAND.test(read)) return { kind: 'waits' };
  if (!isEditor && !isChangingCommand(read)) return { kind: 'looks' };
  return readKnownEdits(command) ?? { kind: 'changes', isKnown: true };
}

/** `tee` is a command of an edit as well. */
const CHANGES_MORE = new RegExp(CHANGES.source.replace('|tee|', '|'));

/** The edits of a command line that changes nothing else. */
function readKnownEdits(command: string): EditEffect | undefined {
  const found = readCommandEdits(command);
  if (found === undefined || (found.rest !== undefined && CHANGES_MORE.test(found.rest)))
    return undefined;
  return { kind: 'edits', ...found };
}

/** `tee` at the end of a pipeline writes what it shows. */
function isReader(command: string): boolean {
  return READERS.test(command) && !(command.includes('tee ') && TEE.test(command));
}
const TEE = /\|\s?(?:sudo )?tee\s/;

/** Whether commands, one a line, only show something. */
export function isReading(commands: string): boolean {
  return commands.split('\n').every(isReader);
}

function isPatch(command: string): boolean {
  return MAY_PATCH.some((mark) => command.includes(mark)) && PATCHES.test(command);
}

/** The cheapest checks come first: a here document is long and recognisable by its first line. */
function isChangingCommand(command: string): boolean {
  if (command.includes('<<') && HERE_DOCUMENT.test(command)) return true;
  return (command.includes('>') && REDIRECTS.test(command)) || CHANGES.test(command);
}
