/** Suffixes of a repeated try: `fix_final.py`, `LoginFixed.java`. */
const AGAIN = new Set(
  (
    'final new old copy fixed fix backup bak orig original alt alternative updated modified ' +
    'improved revised corrected rewritten refactored enhanced better latest last real working ' +
    'clean simple simplified minimal complete again try attempt version ver rev v draft wip tmp temp'
  ).split(' '),
);

/** Prefixes of a repeated try; `new-user.ts` beside `user.ts` is a different file, though. */
const AGAIN_BEFORE = new Set('old copy of final fixed backup tmp temp v'.split(' '));

/** Names of a further try, regardless of other words: `fix_login.py`, `attempt_03_cache.py`. */
const TRIES = new Set(['fix', 'attempt', 'try']);
const TRY_FOLDERS = new Set([...TRIES, 'version', 'iteration', 'draft', 'solution', 'approach']);

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\s\w()+.-]+/g;
const NUMBER = /^\d+$/;
const MAX_NAME = 255;

/**
 * Returns a key that all variants of a file share: `fix.py`, `fix2.py`, `fix_v3.py`, `fix copy.py` and `01_fix.py` are
 * one series; another folder or extension is another one.
 */
export function seriesOf(path: string): string {
  const { folder, name } = split(path);
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${seriesOfFolder(folder)}/${nameSeries(stem)}${extension.toLowerCase()}`;
}

/**
 * Returns the series of the tested file for a test with a marker of its own (`test_fix2.py`); undefined for all other
 * files.
 */
export function seriesOfTested(path: string): string | undefined {
  const { folder, name } = split(path);
  const tested = /^test[-_](.{1,250})$/i.exec(name)?.[1];
  if (tested === undefined || !hasMarker(tested)) return undefined;
  return seriesOf(folder === '' ? tested : `${folder}/${tested}`);
}

/** Strips the numbers of a series of tries from a folder (`attempt_01/`). */
export function seriesOfFolder(folder: string): string {
  if (folder === '') return '';
  return folder
    .split('/')
    .map((segment) => {
      const words = wordsOf(segment);
      const isTry = TRY_FOLDERS.has(words[0] ?? '');
      return isTry && words.some((word) => NUMBER.test(word)) ? nameSeries(segment) : segment;
    })
    .join('/');
}

function hasMarker(name: string): boolean {
  const stem = name.slice(0, Math.max(name.lastIndexOf('.'), 0)) || name;
  return nameSeries(stem) !== wordsOf(stem).join('-');
}

function nameSeries(stem: string): string {
  const words = wordsOf(stem);
  const first = Math.max(
    words.findIndex((word) => !isBefore(word)),
    0,
  );
  if (TRIES.has(words[first] ?? '')) return words[first] ?? '';
  const end = words.findLastIndex((word) => !isAgain(word)) + 1;
  // A name that consists of such words (`new.ts`, `v1.ts`, `2.md`) loses only its numbers.
  const kept = end > first ? words.slice(first, end) : words.filter((word) => !NUMBER.test(word));
  return kept.join('-');
}

function isAgain(word: string): boolean {
  return AGAIN.has(word) || NUMBER.test(word);
}

function isBefore(word: string): boolean {
  return AGAIN_BEFORE.has(word) || NUMBER.test(word);
}

function wordsOf(name: string): readonly string[] {
  return (name.slice(0, MAX_NAME).match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** Folder and name of a path; '' for a file in the root. */
function split(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
}
