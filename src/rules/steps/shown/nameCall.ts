import type { Step } from '../../../model/steps/step';
import { countOf } from '../../../text/count';
import { maskAndCut } from '../../../text/maskAndCut';
import { isShellTool } from '../effects/isShellTool';
import { toQuote } from '../text/toQuote';
import { quoteLine } from './quoteWords';
import { readShownFields, type ShownField } from './readShownFields';
import { shortenPath } from './shortenPath';

/** Characters of the arguments that are read. */
const MAX_READ = 4_000;
/** Maximum length of a name, of a command in it, of the value of a field, and of the only field, in characters. */
const MAX_NAME = 120;
const MAX_COMMAND = 90;
const MAX_VALUE = 40;
const MAX_ONLY = 70;
/** Maximum number of fields that are named. */
const MAX_FIELDS = 3;
/** Maximum number of lines that are named one by one. */
const MAX_LINES = 3;

const COMMAND = /^(?:command|cmd|code|script)$/i;
/** A field whose single word says what the tool does. */
const ACTION = /^(?:command|action|operation|tool_name)$/i;
const ACTION_WORD = /^[a-z][\w.:-]{1,40}$/i;
const PATH =
  /^(?:(?:file|absolute|relative|notebook|target|test_file)_?path|path|filename|target_?file|file_?name|file)$/i;
const FIRST = /^(?:start_?line|line_?start|first_?line|from_?line|offset)$/i;
const LAST = /^(?:end_?line|line_?end|last_?line|to_?line)$/i;
const LIMIT = /^limit$/i;
const RANGE = /^(?:view_range|line_?range|range|lines)$/i;
const LINE = /^(?:line|line_?number|insert_line|at_line|after_line)$/i;
/** Fields that say what a call is about. */
const NAMING =
  /(?:^|_)(?:id|name|names|key|keys|words|query|pattern|regex|symbol|url|uri|host|port|to|ref|selector|element|cell|sheet|table|person|customer|title|coordinate|x|y)$/i;
/** Fields that say nothing of it. */
const NOISE =
  /^(?:description|explanation|reason|justification|thought|timeout\w*|is_?background|requires_approval|project_name|bug_index|server_name|security_risk)$/i;
/** What shells and agents put before a command: where it runs, and the shell itself. */
const BEFORE_COMMAND =
  /^(?:(?:\/[\w./-]{1,40}\/)?(?:ba|da|z)?sh\s+-\w{0,2}c\s+["']?|(?:cd|export)\s+[^\s;&|]{1,300}\s*(?:&&|;|\n)\s*|set -[a-z]+\n)/;
/** The end of a command that is not cut off: the file or the address that it is about. */
const LAST_WORD = /\s[^\s'"`]{0,40}[./][^\s'"`]{1,40}$/;
/** Files of a patch. */
const PATCHED = /\*\*\* (?:Update|Add|Delete) File: (\S{1,300})/;

/**
 * Names a call by what a person recognises: the command line, or the tool with the file, the lines or the fields that
 * say what it is about. In backticks, one line, secrets masked; never JSON.
 */
export function nameCall(call: Pick<Step, 'tool' | 'args'>): string {
  const { command, words } = readName(call);
  return quoteLine(command === '' ? words : command, MAX_NAME);
}

/** JSON of which no field could be read. */
const DATA = /^\s*[{[]/;

/**
 * Names what a call is about, for a list that shows its tool: the same without the tool, as plain text; '' where
 * nothing can be read.
 */
export function nameSubject(call: Pick<Step, 'tool' | 'args'>): string {
  const { command, words } = readName(call);
  if (command !== '') return toQuote(command, MAX_NAME);
  if (DATA.test(words.slice(call.tool.length))) return '';
  const repeated = words.startsWith(call.tool) ? call.tool.length : 0;
  return toQuote(words.slice(repeated), MAX_NAME);
}

/** The command line of a shell, '' for none; else the tool with what the call is about. */
function readName({ tool, args }: Pick<Step, 'tool' | 'args'>): {
  readonly command: string;
  readonly words: string;
} {
  const text = maskAndCut(args, MAX_READ).text;
  const fields = readShownFields(text);
  const command = isShellTool(tool) || tool === '' ? readCommand(text, fields) : '';
  if (command !== '') return { command, words: '' };
  const words =
    fields.length === 0 ? nameByWords(tool, text) : [tool, ...describeFields(fields)].join(' ');
  return { command, words };
}

/** The first line of a command, without what is put before it. */
function readCommand(text: string, fields: readonly ShownField[]): string {
  const given = fields.find(([name]) => COMMAND.test(name))?.[1];
  let command = (given ?? (/^\s*[{<[]/.test(text) ? '' : text)).trim();
  for (let rest = ''; rest !== command;) {
    rest = command;
    command = command.replace(BEFORE_COMMAND, '');
  }
  return quoteFirstLine(command);
}

/** The first line; of a long one the beginning and the last word. */
function quoteFirstLine(text: string): string {
  const [line = '', ...more] = text.split('\n');
  const whole = line.replace(/[\s;&|\\]+$/, '');
  const shown = toQuote(whole, MAX_COMMAND);
  if (!shown.endsWith('…')) return more.length > 0 ? `${shown} …` : shown;
  const [last = ''] = LAST_WORD.exec(whole.slice(-MAX_NAME)) ?? [];
  const start = toQuote(whole, MAX_COMMAND - last.length).replace(/\s?…$/, '');
  return `${start} …${last}${more.length > 0 && last !== '' ? ' …' : ''}`;
}

/** Names a call with plain text as arguments; some agents repeat the tool in it. */
function nameByWords(tool: string, text: string): string {
  const [, patched] = PATCHED.exec(text) ?? [];
  if (patched !== undefined) return `${tool} ${shortenPath(patched)}`;
  const words = /^\s*[{[]\s*[}\]]?\s*$/.test(text) ? '' : text.trim();
  return quoteFirstLine(words.startsWith(`${tool} `) ? words : `${tool} ${words}`.trim());
}

function describeFields(fields: readonly ShownField[]): readonly string[] {
  const action = fields.find(([name, value]) => ACTION.test(name) && ACTION_WORD.test(value));
  const path = fields.find(([name]) => PATH.test(name));
  const others = fields.filter(
    (each) => each !== action && each !== path && isTelling(each) && each[1].trim() !== '',
  );
  const words = action === undefined ? [] : [toQuote(action[1], MAX_VALUE)];
  const files = new Set(fields.filter(([name]) => PATH.test(name)).map(([, value]) => value));
  if (path !== undefined && files.size > 1) {
    const file = shortenPath(toQuote(path[1], MAX_READ));
    // The lines of one file say nothing about the other.
    return [...words, file, `and ${countOf(files.size - 1, 'other file')}`];
  }
  if (path !== undefined) {
    const lines = describeLines(fields);
    const names = lines === '' ? others.filter(([name]) => NAMING.test(name)).slice(0, 1) : [];
    const file = shortenPath(toQuote(path[1], MAX_READ));
    return [...words, file, ...(lines === '' ? names.map(describeField) : [lines])];
  }
  const [only, ...more] = others;
  if (only !== undefined && more.length === 0) return [...words, toQuote(only[1], MAX_ONLY)];
  // In the same order for the same call, however its arguments are ordered.
  const sorted = others.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const naming = sorted.filter(([name]) => NAMING.test(name));
  const rest = sorted.filter((each) => !naming.includes(each));
  // Of equal names, such as those of inner objects, the first.
  const named = new Map([...naming, ...rest].toReversed());
  const first = [...named].toReversed().slice(0, MAX_FIELDS);
  return [...words, ...first.map(describeField)];
}

function isTelling([name, value]: ShownField): boolean {
  if (LINE.test(name)) return !/^\d+$/.test(value);
  return ![NOISE, PATH, FIRST, LAST, LIMIT, RANGE].some((pattern) => pattern.test(name));
}

function describeField([name, value]: ShownField): string {
  return `${name}=${toValue(value)}`;
}

function toValue(value: string): string {
  const shown = toQuote(value, MAX_VALUE);
  return /\s/.test(shown) ? `"${shown.replaceAll('"', "'")}"` : shown;
}

/** "line 7", "lines 3–9", "lines 1, 4 and 9 …"; '' if the fields name none. */
function describeLines(fields: readonly ShownField[]): string {
  const read = (pattern: RegExp): readonly number[] =>
    fields
      .filter(([name]) => pattern.test(name))
      .flatMap(([, value]) => (value.match(/\d{1,9}/g) ?? []).map(Number));
  const [first, to] = read(RANGE);
  const [from = first, last = to] = [read(FIRST)[0], read(LAST)[0]];
  const [limit] = read(LIMIT);
  const end = last ?? (from !== undefined && limit !== undefined ? from + limit - 1 : undefined);
  if (from !== undefined && end !== undefined && end > from) return `lines ${from}–${end}`;
  if (from !== undefined) return end === undefined ? `from line ${from}` : `line ${from}`;
  const lines = [...new Set(read(LINE))];
  if (lines.length === 0) return '';
  const shown = lines.slice(0, MAX_LINES).join(', ');
  return `line${lines.length > 1 ? 's' : ''} ${shown}${lines.length > MAX_LINES ? ' …' : ''}`;
}
