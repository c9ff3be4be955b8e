import type { ProvingStep } from '../../../model/steps/step';
import { withFile } from '../edits/editHistory';
import { splitPlace } from '../effects/placedPath';
import { readStepEffect } from '../effects/readStepEffect';
import { isForeignFile } from '../../failure/signature/toOwnFile';
import { toQuote } from '../text/toQuote';

/** Arguments that name a file, as agents' tools call them. */
const FIELD =
  /"(?:file_?path|absolute_?path|relative_?path|notebook_?path|target_?file|file_?name|path|file)"\s?:\s?"([^"]{1,200})"/gi;
/** Files of a patch. */
const PATCHED = /\*\*\* (?:Update|Add|Delete) File: (\S{1,200})/g;
/** The command line among JSON arguments. */
const COMMAND = /"(?:command|cmd)"\s?:\s?"((?:[^"\\]|\\.){1,400})/;
/** Extensions by which a name without a folder is a file: `json.loads` is none. */
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|scala|swift|php|cs|fs|c|cc|cpp|hp?p?|m|lua|pl|pm|ex|exs|erl|hs|clj|dart|vue|svelte|sh|bash|zsh|ps1|sql|html?|s?css|less|json|ya?ml|toml|ini|cfg|conf|xml|gradle|tf|md|rst|txt|csv|lock|mod|env|proto|ipynb)$/i;
const PATH = /(?<![\w./~@%+*$-])(?:[A-Za-z]:)?(?:[\w.~@+-]{0,80}\/){0,20}[\w.@+-]{1,80}/g;
const IN_FOLDER = /\/[^/]*\.[A-Za-z]\w{0,7}$/;
/** A path whose last part has no extension; `Makefile` is a file. */
const FOLDER = /(?:^|[\\/])(?:[a-z_][\w-]*|\.{1,2})?[\\/]?$/;
/** Files that programs make: temporary ones, logs, build output. */
const TEMPORARY =
  /^(?:\/private)?(?:\/var)?\/tmp\/|^\/var\/folders\/|\/AppData\/Local\/Temp\/|(?:^|\/)\.(?:npm|cache|local)\/|(?:^|\/)(?:dist|target|\.next)\//i;
const ADDRESS = /\b[a-z][a-z+]{1,8}:\/\/\S{0,300}/gi;
/** Characters of a path that are shown, its end. */
const MAX_SHOWN = 80;

/** Finds the files that a call edits, else those that its arguments name, as far as a `ProvingStep` shows them. */
export function findCallFiles({
  tool,
  call,
}: Pick<ProvingStep, 'tool' | 'call'>): readonly string[] {
  const edited = listEdited({ tool, call });
  if (edited.length > 0) return edited;
  const patched = [...call.matchAll(PATCHED)].map(([, path = '']) => path);
  if (patched.length > 0) return patched.map(toShown);
  if (!call.startsWith('{')) return findFiles(call);
  const named = [...call.matchAll(FIELD)].map(([, path = '']) => unescape(path));
  if (named.length > 0) return named.filter((path) => !FOLDER.test(path)).map(toShown);
  return findFiles(unescape(COMMAND.exec(call)?.[1] ?? ''));
}

/** Finds the files of the project that a text names, each once, in their order. Takes time linear in its length. */
export function findFiles(text: string): readonly string[] {
  const found = text.replaceAll('\\', '/').replace(ADDRESS, ' ').match(PATH) ?? [];
  const files = found.map((path) => path.replace(/^\.\/+|[.]+$/g, ''));
  return [...new Set(files.filter(isFile).map(toShown))];
}

/** Keeps one path of each file, the shortest one; without files that programs make. */
export function dedupeFiles(files: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const file of files) {
    if (TEMPORARY.test(file)) continue;
    const at = kept.findIndex((each) => mayBeSameFile(each, file));
    if (at < 0) kept.push(file);
    else if (file.length < (kept[at] ?? '').length) kept[at] = file;
  }
  return kept;
}

/** Whether two paths may name the same file: one of them may be relative to a folder. */
export function mayBeSameFile(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.startsWith('…')) return long.endsWith(short.slice(1));
  return !short.startsWith('/') && long.endsWith(`/${short}`);
}

/** Finds the files that calls edit, as far as their arguments state it; each once. */
export function findEditedFiles(
  steps: readonly Pick<ProvingStep, 'tool' | 'call' | 'result'>[],
): readonly string[] {
  return dedupeFiles(steps.flatMap(listEdited));
}

function listEdited({
  tool,
  call,
  result = '',
}: Pick<ProvingStep, 'tool' | 'call'> & Partial<Pick<ProvingStep, 'result'>>): readonly string[] {
  const effect = readStepEffect({ tool, args: call });
  const edits = effect.kind === 'edits' ? effect.edits : [];
  const paths = edits.map((edit) => splitPlace(withFile(edit, result).path).file);
  return [...new Set(paths.filter((path) => path !== '').map(toShown))];
}

function isFile(path: string): boolean {
  return (
    /\w\.\w+$/.test(path) && (IN_FOLDER.test(path) || EXTENSION.test(path)) && !isForeignFile(path)
  );
}

function unescape(text: string): string {
  return text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' || sign === 't' ? ' ' : sign));
}

function toShown(path: string): string {
  const line = toQuote(path, path.length);
  return line.length <= MAX_SHOWN ? line : `…${line.slice(1 - MAX_SHOWN)}`;
}
