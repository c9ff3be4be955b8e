// Builds everything that ships into dist/: the extension, the `devs` command, the process
// supervisor, the edge guard for other programs, the dashboard, and the files they read at run time.
import { build, context } from 'esbuild';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const watch = process.argv.includes('--watch');

const BUNDLE_URL = "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;";

const node = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  sourcemap: 'linked',
  logLevel: 'warning',
  legalComments: 'none',
  // Some libraries ask their own module for its address, which a CommonJS bundle has to be told.
  define: { 'import.meta.url': '__bundleUrl' },
  banner: { js: BUNDLE_URL },
};

const EDGE_GUARD = 'src/detection/edges/edgeGuard.ts';

const targets = [
  {
    ...node,
    entryPoints: ['src/host/extension.ts'],
    outfile: 'dist/extension.js',
    external: ['vscode'],
  },
  {
    ...node,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/cli.js',
    banner: { js: `#!/usr/bin/env node\n${BUNDLE_URL}` },
  },
  {
    ...node,
    entryPoints: ['src/adapters/process/supervisor.ts'],
    outfile: 'dist/supervisor.js',
  },
  {
    ...node,
    entryPoints: [EDGE_GUARD],
    outfile: 'dist/edgeGuard.js',
    define: {},
    banner: {},
  },
  {
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    sourcemap: 'linked',
    logLevel: 'warning',
    legalComments: 'none',
    tsconfig: 'webview/tsconfig.json',
    entryPoints: {
      dashboard: 'webview/main.ts',
      charts: 'webview/figures/main.ts',
      replay: 'webview/replay/main.ts',
      'dashboard-style': 'webview/dashboard.css',
      'replay-style': 'webview/replay.css',
    },
    outdir: 'dist/webview',
  },
];

// Files are replaced in place, so that a running editor or test never finds dist/ empty.
await rm('dist/migrations', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
await cp('node_modules/sql.js/dist/sql-wasm.wasm', 'dist/sql-wasm.wasm');
await cp('migrations', 'dist/migrations', { recursive: true });

if (watch) {
  for (const target of targets) await (await context({ ...target, minify: false })).watch();
  console.log('watching…');
} else {
  const results = await Promise.all(targets.map((target) => build({ ...target, metafile: true })));
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(results));
  await writeFile('dist/edgeGuard.d.ts', declarations(EDGE_GUARD));
  await chmod('dist/cli.js', 0o755);
}

/** Name, version and licence text of every package whose code is in a bundle, and of SQLite's build. */
async function notices(results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = inputs.flatMap((input) => {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    return match === null ? [] : [match[1]];
  });
  const texts = [...new Set([...folders, 'node_modules/sql.js'])].sort().map(notice);
  return (await Promise.all(texts)).join(`\n\n${'-'.repeat(80)}\n\n`);
}

async function notice(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n\n${await readFile(join(folder, file), 'utf8')}`;
  return `${name} ${version} (${license})${text.trimEnd()}`;
}

/** The types of a file's exports, and of all that they name, as one file. */
function declarations(entry) {
  const statements = declaredIn(entry);
  const needed = new Set(statements.filter(({ isOfEntry }) => isOfEntry));
  for (const { names } of needed) {
    for (const each of statements) if (names.has(each.name)) needed.add(each);
  }
  const texts = statements.filter((each) => needed.has(each)).map(({ text }) => text);
  return `${texts.join('\n')}\nexport {};\n`;
}

/** Each declaration in a file and in those that it imports, with the names that it uses. */
function declaredIn(entry) {
  const options = {
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    noLib: true,
    types: [],
    strict: true,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const statements = [];
  ts.createProgram([entry], options).emit(undefined, (name, text, _mark, _error, [source]) => {
    const isOfEntry = source.fileName.endsWith(entry);
    for (const node of ts.createSourceFile(name, text, ts.ScriptTarget.Latest).statements) {
      const declared = node.name ?? node.declarationList?.declarations[0].name;
      if (declared === undefined) continue;
      const own = text.slice(node.getFullStart(), node.end).trim();
      // What the bundle does not export is there for its type alone.
      const shown = isOfEntry ? own : own.replace(/^export declare /m, 'declare ');
      const names = new Set(own.replace(/\/\*[\s\S]*?\*\//g, '').match(/\w+/g));
      statements.push({ name: declared.text, names, text: shown, isOfEntry });
    }
  });
  return statements;
}
