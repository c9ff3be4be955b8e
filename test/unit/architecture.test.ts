import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../..');

/** Which layers a layer may know, besides itself; the linter reads the same list. */
const MAY_KNOW = JSON.parse(readFileSync(join(ROOT, 'src', 'layers.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

interface Import {
  readonly file: string;
  readonly target: string;
  /** Layer of a file of ours, or undefined for a package. */
  readonly layer: string | undefined;
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

function layerOf(file: string): string {
  const [top, second] = file.split(sep);
  return (top === 'src' ? second : top) ?? '';
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return specifiers(ts.createSourceFile(file, text, ts.ScriptTarget.Latest)).map((fileName) => {
    const local = fileName.startsWith('.') && !fileName.endsWith('.json');
    const target = local ? relative(ROOT, join(ROOT, dirname(file), fileName)) : fileName;
    return { file, target, layer: local ? layerOf(target) : undefined };
  });
}

/** What a file imports or hands on, `import()` and `require()` included. */
function specifiers(node: ts.Node): readonly string[] {
  const own =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && isImporting(node.expression)
        ? node.arguments[0]
        : undefined;
  const found = own !== undefined && ts.isStringLiteral(own) ? [own.text] : [];
  ts.forEachChild(node, (child) => void found.push(...specifiers(child)));
  return found;
}

function isImporting(callee: ts.Expression): boolean {
  const called = ts.isIdentifier(callee) && callee.text === 'require';
  return called || callee.kind === ts.SyntaxKind.ImportKeyword;
}

const FILES = [...sourceFiles('src'), ...sourceFiles('webview')];
const IMPORTS = FILES.flatMap(importsOf);

/** Sets of folders of `src` of which each one reaches all others over imports. */
function folderKnots(): readonly (readonly string[])[] {
  const imports = new Map<string, Set<string>>();
  for (const { file, target, layer } of IMPORTS) {
    const [from, to] = [slashed(dirname(file)), slashed(dirname(target))];
    if (layer === undefined || from === to || !from.startsWith('src/')) continue;
    imports.set(from, (imports.get(from) ?? new Set()).add(to));
  }
  const reached = new Map([...imports.keys()].map((folder) => [folder, reachedFrom(folder)]));
  function reachedFrom(start: string): ReadonlySet<string> {
    const found = new Set<string>();
    const open = [start];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const next of imports.get(folder) ?? []) {
        if (!found.has(next)) open.push(next);
        found.add(next);
      }
    }
    return found;
  }
  const knots = new Map<string, readonly string[]>();
  for (const [folder, others] of reached) {
    if (!others.has(folder)) continue;
    const members = [...others].filter((other) => reached.get(other)?.has(folder)).sort();
    knots.set(members.join(' '), members);
  }
  return [...knots.values()];
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

describe('architecture', () => {
  it('each layer imports only those that it may know', () => {
    const wrong = IMPORTS.filter(({ file, layer }) => {
      const own = layerOf(file);
      return layer !== undefined && layer !== own && !MAY_KNOW[own]?.includes(layer);
    });
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} -> ${target}`),
      [],
    );
  });

  it('only src/vscode imports vscode', () => {
    const wrong = IMPORTS.filter(
      ({ file, target }) => target === 'vscode' && layerOf(file) !== 'vscode',
    );
    assert.deepEqual(wrong, []);
  });

  it("zod is imported as `* as z from 'zod/mini'`", () => {
    // esbuild keeps all of zod for any other: every kind of schema, messages in fifty languages.
    const whole =
      /^import (?:[^;']* from )?'zod'|^import (?!type\b|\* as )[^;']* from 'zod\/mini'/m;
    const wrong = FILES.filter((file) => whole.test(readFileSync(join(ROOT, file), 'utf8')));
    assert.deepEqual(wrong, []);
  });

  it('text, model, rules, reports and protocol read no clock, file, process or database', () => {
    const pure = new Set(['text', 'model', 'rules', 'reports', 'protocol']);
    const allowed = new Set([
      ...[
        'node:crypto',
        'diff',
        'fastest-levenshtein',
        'markdown-it',
        'shell-quote',
        'stemmer',
        'zod/mini',
      ],
    ]);
    const wrong = IMPORTS.filter(
      ({ file, target, layer }) =>
        pure.has(layerOf(file)) && layer === undefined && !allowed.has(target),
    );
    assert.deepEqual(wrong, []);
    for (const file of FILES.filter((each) => pure.has(layerOf(each)))) {
      assert.doesNotMatch(
        readFileSync(join(ROOT, file), 'utf8'),
        /Date\.now\(|new Date\(\)|Math\.random\(/,
        file,
      );
    }
  });

  it('there are no circles between files and no file that only hands names on', () => {
    const graph = new Map<string, readonly string[]>();
    for (const file of FILES) {
      const targets = IMPORTS.filter((each) => each.file === file && each.layer !== undefined);
      graph.set(
        file.replace(/\.ts$/, ''),
        targets.map((each) => each.target),
      );
    }
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `circle: ${[...path, file].join(' -> ')}`);
      if (done.has(file)) return;
      for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    for (const file of FILES) assert.doesNotMatch(file, /index\.ts$/);
  });

  it('no folders of src import each other in a circle', () => {
    assert.deepEqual(folderKnots(), []);
  });

  it('docs/architecture.md shows what each layer may know', () => {
    const text = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');
    const shown = [...text.matchAll(/^\| `(\w+)` +\|[^|]*\| ([^|]*?) +\|$/gm)].map(
      ([, layer = '', knows = '']) => [layer, knows === 'nothing' ? [] : knows.split(', ')],
    );
    assert.deepEqual(Object.fromEntries(shown), MAY_KNOW);
  });

  it('the top level is the one on the design card', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const layers = Object.keys(MAY_KNOW).filter((layer) => layer !== 'webview');
    assert.deepEqual(folders.sort(), layers.sort());
    assert.ok(existsSync(join(ROOT, 'migrations')));
  });
});

describe('documentation', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(ROOT, 'docs')).map((name) => join('docs', name)),
  ].filter((name) => name.endsWith('.md'));

  for (const document of documents) {
    it(`every path that ${document} links to exists`, () => {
      const text = readFileSync(join(ROOT, document), 'utf8');
      const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
        (match) => match[1] ?? '',
      );
      const missing = links.filter((link) => !existsSync(join(ROOT, dirname(document), link)));
      assert.deepEqual(missing, []);
    });
  }

  for (const document of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']) {
    it(`every path that ${document} names in code exists`, () => {
      const text = readFileSync(join(ROOT, document), 'utf8');
      const paths = [
        ...text.matchAll(/`((?:src|test|docs|webview|media|migrations|\.ci)\/[\w./-]*)`/g),
      ].map((match) => match[1] ?? '');
      assert.deepEqual(
        paths.filter((path) => !existsSync(join(ROOT, path))),
        [],
      );
    });
  }

  it('the table of subjects in docs/architecture.md names folders that exist', () => {
    const lines = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('\n');
    const rows = lines.slice(lines.findIndex((line) => line.startsWith('| subject ')));
    const cells = rows.slice(0, rows.indexOf('')).map((row) => row.split('|'));
    const layers = (cells[0] ?? []).map((cell) => /`([^`]+)`/.exec(cell)?.[1]);
    const named = cells.slice(2).flatMap((row) =>
      row.flatMap((cell, column) => {
        const layer = layers[column];
        const folders = [...cell.matchAll(/`([\w/]+)\/`/g)].map((match) => match[1] ?? '');
        return layer === undefined ? [] : folders.map((folder) => join(layer, folder));
      }),
    );
    assert.ok(named.length > 40);
    assert.deepEqual(
      named.filter((folder) => !existsSync(join(ROOT, folder))),
      [],
    );
  });

  it('every npm script that README and CONTRIBUTING name exists', () => {
    const text = ['README.md', 'CONTRIBUTING.md']
      .map((document) => readFileSync(join(ROOT, document), 'utf8'))
      .join('\n');
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? '');
    assert.deepEqual(
      named.filter((name) => scripts[name] === undefined),
      [],
    );
  });
});
