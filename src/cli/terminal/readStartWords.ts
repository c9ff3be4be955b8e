import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { quoteArgument } from '../../text/quoteArgument';

/** A word in which no shell interprets anything. */
const PLAIN_WORD = /^[\w@./:\\~-]+$/;
/** Where npx keeps a package that it fetched: its own folder, and the package's name in it. */
const LENT = /^(.*[/\\]_npx[/\\][^/\\]+)[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/;

/**
 * The words that start Devs in a terminal: `devs`, or `npx <package>` where npx only lent it, and `devs` would not be
 * found. `assetsDir`: `dist/` as built.
 */
export function readStartWords(assetsDir: string): string {
  const [, folder, name = ''] = LENT.exec(`${assetsDir}/`) ?? [];
  if (folder === undefined) return 'devs';
  const given = readPackage(folder, name.replace('\\', '/')) ?? name;
  return `npx ${PLAIN_WORD.test(given) ? given : quoteArgument(given)}`;
}

/** The package as it was named to npx, a file by its absolute path; undefined where npx did not note it. */
function readPackage(folder: string, name: string): string | undefined {
  try {
    const { dependencies = {}, _npx: { packages = [] } = {} } = JSON.parse(
      readFileSync(resolve(folder, 'package.json'), 'utf8'),
    ) as {
      readonly dependencies?: Readonly<Record<string, string>>;
      readonly _npx?: { readonly packages?: readonly string[] };
    };
    const source = dependencies[name] ?? '';
    if (source.startsWith('file:')) return resolve(folder, source.slice('file:'.length));
    return packages.length === 1 ? packages[0] : undefined;
  } catch {
    return undefined;
  }
}
