import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../../..');

/** Each retired word of the glossary with the word that replaced it. */
function retiredWords(): ReadonlyMap<string, string> {
  const text = readFileSync(join(ROOT, 'docs', 'glossary.md'), 'utf8');
  const [, section = ''] = text.split('## Retired words');
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)];
  return new Map(rows.map(([, word = '', use = '']) => [word, use]));
}

/** Names of `devs.yaml` that are public and stay. */
const PUBLIC_NAMES = new Set(['turnsPerVisit', 'TURNS_PER_VISIT']);

/** The words of an identifier, lower case: `takeHTTPStock2` → take, http, stock. */
function wordsIn(identifier: string): readonly string[] {
  return identifier
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function declaredIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = (node as ts.NamedDeclaration).name;
    if (name !== undefined && ts.isIdentifier(name) && !PUBLIC_NAMES.has(name.text)) {
      found.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function filesIn(folder: string, extension: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));
}

/** What a page says, without code and without what the product prints (in italics). */
function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/`[^`\n]*`|\b_[^_\n]+_\b|\]\([^)]*\)/g, '');
}

describe('the vocabulary of the glossary', () => {
  const retired = retiredWords();

  it('names retired words', () => {
    assert.ok(retired.size > 10, `${retired.size} words`);
  });

  it('is kept by the names of src', () => {
    // Parsing takes long, and most files have no such word anywhere.
    const suspects = filesIn('src', '.ts').filter((file) =>
      wordsIn(`${file} ${readFileSync(join(ROOT, file), 'utf8')}`).some((word) =>
        retired.has(word),
      ),
    );
    const wrong = suspects.flatMap((file) => [
      ...new Set(
        [...wordsIn(file), ...declaredIn(join(ROOT, file)).flatMap(wordsIn)]
          .filter((word) => retired.has(word))
          .map((word) => `${file}: ${word} → ${retired.get(word) ?? ''}`),
      ),
    ]);
    assert.deepEqual(wrong, []);
  });

  for (const page of ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', '.md')]) {
    if (page.endsWith('glossary.md') || page.includes('decisions')) continue;
    it(`is kept by ${page}`, () => {
      const said = new Set(
        proseOf(page)
          .toLowerCase()
          .match(/[a-z]+/g),
      );
      assert.deepEqual(
        [...retired.keys()].filter((word) => said.has(word)),
        [],
      );
    });
  }
});
