import ignore, { type Ignore } from 'ignore';

/** The `.gitignore` rules that hold in one folder: its own and those of the folders above. */
export interface IgnoreRules {
  /** `path` is relative to the root of the walk, with `/`; a folder's ends with `/`. */
  ignores(path: string): boolean;
  /** Rules for the folder `directory` ('' = root), whose `.gitignore` holds `text`. */
  within(directory: string, text: string): IgnoreRules;
}

/** Ignores nothing. */
export const NO_RULES: IgnoreRules = rulesOf(ignore());

function rulesOf(rules: Ignore): IgnoreRules {
  return {
    ignores: (path) => ignore.isPathValid(path) && rules.ignores(path),
    within: (directory, text) =>
      rulesOf(
        ignore()
          .add(rules)
          .add(text.split(/\r?\n/).map((line) => rebase(line, directory))),
      ),
  };
}

/** Rewrites a rule of a folder's `.gitignore` for the root. */
function rebase(line: string, directory: string): string {
  const isComment = line.startsWith('#') || line.trim() === '';
  if (isComment || directory === '') return line;
  const negated = line.startsWith('!');
  const pattern = negated ? line.slice(1) : line;
  const anchored = pattern.trimEnd().replace(/\/$/, '').includes('/');
  const below = anchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return `${negated ? '!' : ''}/${escapeGlob(directory)}/${below}`;
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]!# ]/g, '\\$&');
}
