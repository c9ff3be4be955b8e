import type { FileEdit, LineRange } from './fileEdit';
import { splitCommands, toShellWords, type ShellCommand } from '../text/splitCommands';
import { toTextKey } from '../text/parseArgs';

/** Maximum length of a command line whose edits are read, in characters. */
const MAX_READ = 64 * 1024;
/** Maximum number of edits that are read. */
const MAX_EDITS = 50;

/** Cheap pre-check that every command with a readable edit matches. */
const MAY_EDIT = /\bsed\s|\btee\s|>|^\s*(?:edit\s+)?\d{1,9}:\d/;
/** Commands that only prepare those after them. */
const PREPARES = /^(?:cd|pushd|export|set|source|mkdir|chmod|touch|git add|\.)(?:\s|$)/;
const FOLDER = /^cd\s+(?!-)(['"]?)([^\s'"]{1,300})\1$/;
/** Commands that print their arguments. */
const PRINTS = new Set(['echo', 'printf']);
/** The redirection of a command's output into a file, with the text before it. */
const REDIRECTED =
  /^((?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^'"\\>])*?)(?<![\d&])(>>?)\s?(['"]?)([^\s'"<>|&;()]{1,400})\3\s*(?:2>\S{1,100}\s*)?$/;

/** The edits of a command line, and its other commands. */
export interface CommandEdits {
  readonly edits: readonly FileEdit[];
  /** '' for none; absent for an editor, which shows what it does. */
  readonly rest?: string;
}

/**
 * Reads the edits that a command line states: of `sed -i`, here documents, printed text, and the
 * line editor of SWE-agent. Undefined if it has none, or if one cannot be read.
 */
export function readCommandEdits(line: string): CommandEdits | undefined {
  if (line.length > MAX_READ || !MAY_EDIT.test(line)) return undefined;
  const edited = readEditedLines(line);
  if (edited !== undefined) return { edits: [edited] };
  const edits: FileEdit[] = [];
  const rest: string[] = [];
  let folder = '';
  let before: ShellCommand | undefined;
  for (const command of splitCommands(line)) {
    const [, , entered] = FOLDER.exec(command.text) ?? [];
    if (entered !== undefined) folder = joinPath(folder, entered);
    const found = readEdits(command, before);
    before = command;
    if (found === undefined) {
      if (!PREPARES.test(command.text)) addRest(rest, command);
      continue;
    }
    // The command that prints the text is part of the edit.
    if (command.isPiped) rest.splice(-1, 1, command.text);
    edits.push(...found.map((edit) => ({ ...edit, path: joinPath(folder, edit.path) })));
    if (edits.length > MAX_EDITS || found.length === 0) return undefined;
  }
  return edits.length === 0 ? undefined : { edits, rest: rest.join('\n') };
}

function addRest(rest: string[], { text, isPiped }: ShellCommand): void {
  const before = isPiped ? rest.pop() : undefined;
  rest.push(before === undefined ? text : `${before} | ${text}`);
}

/** Undefined for a command that is no edit; empty for an edit that cannot be read. */
function readEdits(
  command: ShellCommand,
  before: ShellCommand | undefined,
): readonly FileEdit[] | undefined {
  const { text } = command;
  if (text.startsWith('sed ') || text.startsWith('sudo sed ')) return readSed(text);
  const [, printing, sign, , path] = REDIRECTED.exec(text) ?? [];
  if (printing !== undefined && path !== undefined) {
    if (path.startsWith('/dev/')) return undefined;
    const content = readPrinted(printing, command.input);
    return content === undefined ? [] : [toWritten(path, content, sign === '>>')];
  }
  const [program, ...words] = /^(?:sudo )?tee\s/.test(text)
    ? toShellWords(text.replace(/^sudo /, ''))
    : [];
  if (program === undefined || !command.isPiped) return undefined;
  const content = command.input ?? (before && readPrinted(before.text, before.input));
  const [file] = words.filter((word) => !word.startsWith('-') && !/^[<>]/.test(word));
  if (file === undefined || content === undefined) return [];
  return [toWritten(file, content, words.includes('-a') || words.includes('--append'))];
}

/** Reads what a command prints that only prints its arguments or its input. */
function readPrinted(command: string, input: string | undefined): string | undefined {
  const [program = '', ...words] = toShellWords(command);
  if (program === 'cat' && words.length === 0) return input;
  if (!PRINTS.has(program)) return undefined;
  const isOption = (word: string): boolean => /^-[neE]{1,3}$/.test(word);
  const printed = words.filter((word) => !isOption(word)).join(' ');
  return program === 'printf' ? printed.replaceAll('\\n', '\n') : printed;
}

function toWritten(path: string, content: string, appends: boolean): FileEdit {
  const target = appends ? 'end' : 'file';
  return { path, target, before: '', after: toTextKey(content) };
}

const ADDRESS = String.raw`(?:\d{1,9}|\$|\/(?:[^/\\\n]|\\.){1,200}\/)`;
/** An address or two, and the command of `sed`. */
const SCRIPT = new RegExp(
  String.raw`^\s*(?:(${ADDRESS})(?:,\s?(${ADDRESS}|\+\d{1,6}))?\s*)?([sacid])([^]*)$`,
);

/** Reads a `sed -i` with one script and one file. */
function readSed(command: string): readonly FileEdit[] | undefined {
  const words = toShellWords(command.replace(/^sudo /, '')).slice(1);
  const flags = words.filter((word) => word.startsWith('-'));
  if (!flags.some((flag) => /^-[a-zA-Z]{0,3}i|^--in-place/.test(flag))) return undefined;
  const [script, path, ...more] = words.filter((word) => word !== '' && !word.startsWith('-'));
  if (script === undefined || path === undefined || more.length > 0) return [];
  const [, from, to, action, text = ''] = SCRIPT.exec(script) ?? [];
  if (action === undefined) return [];
  const address = to === undefined ? (from ?? '') : `${from ?? ''},${to}`;
  const lines = toLines(from, to);
  const edit =
    action === 's'
      ? readSubstitution({ address, lines, text })
      : readLineAction({ action, address, lines, text });
  return edit === undefined ? [] : [{ path, ...edit }];
}

type PlacedEdit = Omit<FileEdit, 'path'>;

function toLines(from: string | undefined, to: string | undefined): LineRange | undefined {
  const [first, last] = [Number(from), Number(to ?? from)];
  if (Number.isInteger(first) && Number.isInteger(last)) return { first, last };
  return undefined;
}

/** An address of `sed`, and the text after its command. */
interface Addressed {
  readonly address: string;
  /** Present if the address consists of numbers. */
  readonly lines: LineRange | undefined;
  readonly text: string;
}

function readSubstitution({ address, lines, text }: Addressed): PlacedEdit | undefined {
  const [mark = ''] = text;
  const parts = splitAt(text.slice(1), mark);
  const [before = '', after, flags = ''] = parts;
  if (mark === '' || after === undefined || parts.length > 3 || !/^\w{0,4}$/.test(flags.trim()))
    return undefined;
  if (lines !== undefined)
    return { target: 'text', lines, before: toTextKey(before), after: toTextKey(after) };
  // A pattern says where the text is, as more of the replaced text would.
  const at = address === '' ? '' : `${address.replace(/^\/|\/$/g, '')} `;
  return { target: 'text', before: toTextKey(at + before), after: toTextKey(at + after) };
}

/** Splits a text at a character that no backslash precedes. */
function splitAt(text: string, mark: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === mark) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** Reads a command of `sed` that appends (a), inserts (i), changes (c) or deletes (d) lines. */
function readLineAction({
  action,
  address,
  lines,
  text,
}: Addressed & { readonly action: string }): PlacedEdit | undefined {
  if (action === 'd' && text.trim() !== '') return undefined;
  const content = text.replace(/^\s*\\?\n?/, '').replace(/\\\n|\\n/g, '\n');
  const after = action === 'd' ? '' : toTextKey(content);
  if (action === 'a' && address === '$') return { target: 'end', before: '', after };
  if (lines === undefined)
    return {
      target: 'text',
      before: toTextKey(address),
      after: toTextKey(
        action === 'a'
          ? `${address}\n${content}`
          : action === 'i'
            ? `${content}\n${address}`
            : content,
      ),
    };
  const { first, last } = lines;
  const placed =
    action === 'a'
      ? { first: last + 1, last }
      : action === 'i'
        ? { first, last: first - 1 }
        : lines;
  return { target: 'lines', lines: placed, before: '', after };
}

/** The line editor of SWE-agent: `edit 12:14`, the lines, `end_of_edit`. */
const EDIT_LINES = /^\s*(?:edit\s+)?(\d{1,9}):(\d{1,9})[ \t]*\n([^]*?)(?:\n?end_of_edit\s*)?$/;

function readEditedLines(line: string): FileEdit | undefined {
  const [, from, to, content] = EDIT_LINES.exec(line) ?? [];
  if (from === undefined || content === undefined) return undefined;
  const lines = { first: Number(from), last: Number(to) };
  return { path: '', target: 'lines', lines, before: '', after: toTextKey(content) };
}

function joinPath(folder: string, path: string): string {
  const isWhole = folder === '' || path.startsWith('/') || path.startsWith('~');
  return toTextKey(isWhole ? path : `${folder}/${path}`);
}
