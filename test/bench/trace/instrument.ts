import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import ts from 'typescript';
import { repoRoot } from '../../realVscode/paths';

/** Global function that every instrumented function calls first, with the path of its file. */
export const ENTER = '__enter';

/** Makes every function of `src/` call {@link ENTER} first. Code at the top level of a file does not count. */
export const instrument: Plugin = {
  name: 'instrument',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const file = relative(repoRoot, path).replaceAll(sep, '/');
      if (!file.startsWith('src/')) return undefined;
      return { contents: withEntries(await readFile(path, 'utf8'), file), loader: 'ts' };
    });
  },
};

/** The source text with a call of {@link ENTER} at the start of each function. */
export function withEntries(text: string, file: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const call = `${ENTER}(${JSON.stringify(file)})`;
  const insertions: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const body = ts.isFunctionLike(node) && 'body' in node ? node.body : undefined;
    if (body !== undefined && ts.isBlock(body)) {
      insertions.push({ at: body.getStart() + 1, text: `${call};` });
    } else if (body !== undefined) {
      insertions.push({ at: body.getStart(), text: `(${call},` }, { at: body.end, text: ')' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // Where several meet (nested arrows), brackets that open come in the order of the visit.
  const ordered = insertions.map((each, order) => ({ ...each, order }));
  ordered.sort((a, b) => a.at - b.at || a.order - b.order);
  let done = 0;
  let result = '';
  for (const insertion of ordered) {
    result += text.slice(done, insertion.at) + insertion.text;
    done = insertion.at;
  }
  return result + text.slice(done);
}
