import { DOCS_PLACES } from '../../../src/vscode/documents/docsPlaces';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Parts of a quoted text that are too short to tell one text from another. */
const LEAST_PART = 6;

/** Everything that Devs could say, on one line. */
function sources(): string {
  return (
    ['src', 'webview']
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts'))
          .map((name) => read(join(folder, name))),
      )
      .join('\n')
      .replace(/\\`/g, '`')
      // Texts that are put together over several lines.
      .replace(/['`]\s*\+\s*['`]/g, '')
      .replace(/\s+/g, ' ')
  );
}

/** Texts in italics, one each; code in them without its quotes. */
function quotes(document: string): readonly string[] {
  const text = read(document)
    .replace(/```[\s\S]*?```/g, '')
    .replace(/\\`/g, '`')
    .replace(/\s+/g, ' ');
  return [...text.matchAll(/(?<![\w/`])_([^_]{8,}?)_(?!\w)/g)].map(([, quote = '']) => quote);
}

/** What of a text does not vary: names of tasks, files and numbers do. */
function fixedParts(quote: string): readonly string[] {
  return quote
    .split(/…|\d+(?::\d+)?|add-users|fix-rounding|api, client|T3\.4\.2|T7\.1\.2/)
    .map((part) => part.replace(/^[\s.,:;()]+|[\s.,:;()]+$/g, ''))
    .filter((part) => part.length >= LEAST_PART);
}

describe('the runbook', () => {
  it('quotes only what Devs says', () => {
    const said = sources();
    const unknown = quotes('docs/runbook.md').filter((quote) =>
      fixedParts(quote).some((part) => !said.includes(part)),
    );
    assert.deepEqual(unknown, []);
    assert.ok(quotes('docs/runbook.md').length > 30);
  });

  it('names palette entries and commands as they are', () => {
    const text = read('docs/runbook.md');
    const manifest = JSON.parse(read('package.json')) as {
      contributes: { commands: { title: string }[] };
    };
    const titles = new Set(manifest.contributes.commands.map(({ title }) => title));
    const named = [...text.matchAll(/Devs: ([A-Z][^|,_`\n]*?)(?=\s*[|,_`\n])/g)].map(
      ([, title = '']) => title,
    );
    assert.ok(named.length >= 10);
    assert.deepEqual(
      named.filter((title) => !titles.has(title)),
      [],
    );
    const program = ['addCommand', 'program', 'decisionCommands', 'guardCommands']
      .map((name) => read(`src/cli/${name}.ts`))
      .join('');
    const commands = [...text.matchAll(/`devs ([a-z]+(?:-[a-z]+)*)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      [...new Set(commands)].filter((name) => !program.includes(`'${name}'`)),
      [],
    );
  });
});

describe('links between the documents', () => {
  const documents = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));

  /** As GitHub names a heading's place. */
  const anchors = (name: string): ReadonlySet<string> =>
    new Set(
      read(join('docs', name))
        .replace(/```[\s\S]*?```/g, '')
        .split('\n')
        .filter((line) => /^#+ /.test(line))
        .map((line) =>
          line
            .replace(/^#+ /, '')
            .toLowerCase()
            .replace(/[^\p{L}\p{N}\s_-]/gu, '')
            .replaceAll(' ', '-'),
        ),
    );

  it('in the dashboard lead to headings that are there, in pages of the package', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    assert.ok(files.includes('docs/*.md'));
    const missing = Object.values(DOCS_PLACES).filter(
      ({ page, section }) => !anchors(page).has(section),
    );
    assert.deepEqual(missing, []);
  });

  it('in the list of pages lead to each of them', () => {
    const listed = [...read('docs/README.md').matchAll(/\]\(([\w-]+\.md)/g)].map(
      ([, page]) => page,
    );
    const missing = documents.filter((page) => page !== 'README.md' && !listed.includes(page));
    assert.deepEqual(missing, []);
  });

  for (const document of documents) {
    it(`in ${document} lead to headings that are there`, () => {
      const links = [...read(join('docs', document)).matchAll(/\]\(([\w-]+\.md)?#([^)]+)\)/g)];
      const missing = links
        .map(([, target = document, anchor = '']) => ({ target, anchor }))
        .filter(({ target, anchor }) => !anchors(target).has(anchor));
      assert.deepEqual(missing, []);
    });
  }
});
