// Builds everything that ships into dist/: the extension and the `devs` command with the engine that
// they share, the process supervisor, the edge guard for other programs, the dashboard, and the files
// they read at run time.
import { build, context, transform } from 'esbuild';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import ts from 'typescript';
import { toExtensionPage } from './release/extensionPage.mjs';
import { bundledPackages, mergeMetafiles, notices } from './release/bundledPackages.mjs';

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

const EDGE_GUARD = 'src/rules/edges/edgeGuard.ts';

const ENGINE = 'dist/engine';

const WEBVIEW = 'dist/webview';

const SQLITE = 'node_modules/sql.js/dist/sql-wasm.wasm';

/** Bundles the ES modules of `yaml`: for Node its package offers CommonJS, which is larger and loads more slowly. */
const yamlAsModules = {
  name: 'yaml-as-modules',
  setup({ onResolve }) {
    const folder = join(import.meta.dirname, 'node_modules/yaml/browser');
    onResolve({ filter: /^yaml$/ }, () => ({ path: join(folder, 'index.js') }));
    onResolve({ filter: /^yaml\/util$/ }, () => ({ path: join(folder, 'dist/util.js') }));
  },
};

/** Bundles the ES modules of OpenTelemetry: for Node its packages offer CommonJS, of which nothing can be left out. */
const openTelemetryAsModules = {
  name: 'open-telemetry-as-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@opentelemetry\// }, async ({ path }) => {
      const [scope, name, ...inside] = path.split('/');
      const folder = join(import.meta.dirname, 'node_modules', scope, name);
      const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const entry = about.exports?.[['.', ...inside].join('/')]?.module ?? about.module;
      // One of them offers Node its ES modules.
      if (entry === undefined) return undefined;
      return { path: join(folder, entry), sideEffects: about.sideEffects ?? true };
    });
    // Nothing says which machine it is; loaded late, it would share code with what every start loads.
    onResolve({ filter: /\/machine-id\/getMachineId$/ }, ({ path }) => ({
      ...{ path, namespace: 'no-machine-id', sideEffects: false },
    }));
    onLoad({ filter: /./, namespace: 'no-machine-id' }, () => ({
      contents: 'export const getMachineId = () => undefined;',
    }));
  },
};

/** Leaves out the validator of JSON schemas that the server of the Model Context Protocol has for others: ours are of zod. */
const mcpWithoutSchemas = {
  name: 'mcp-without-schemas',
  setup({ onResolve, onLoad }) {
    const namespace = 'mcp-without-schemas';
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      ...{ path, namespace, sideEffects: false },
    }));
    onLoad({ filter: /./, namespace }, () => ({
      contents:
        "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}",
    }));
  },
};

/** Below how many bytes a chunk is too small for a file of its own. */
const SMALL_BYTES = 12_000;

/** The files of the small chunks: those that a start needs, and the rest. Node reads and parses a whole file. */
const REGISTRIES = ['first', 'small'];

/** What a start of the extension and of `devs status` loads. */
const STARTS = [
  'src/vscode/extension.ts',
  'src/cli/main.ts',
  'src/cli/start.ts',
  'src/cli/commands/status.ts',
  'src/app/createApp.ts',
  'src/platform/config/readConfig.ts',
];

/**
 * Writes ES modules as CommonJS. esbuild shares code between entry points, and splits it at each
 * `import()`, in ES modules only; VS Code and Node load CommonJS everywhere, and faster.
 */
const asCommonJs = {
  name: 'as-commonjs',
  setup({ initialOptions, onEnd }) {
    onEnd(async ({ outputFiles = [], metafile }) => {
      const first = loadedWith(STARTS, metafile.outputs);
      const small = outputFiles
        .filter(({ path, text }) => isInEngine(path) && text.length - mapLength(text) < SMALL_BYTES)
        .map(({ path }) => basename(path));
      const registryOf = new Map(small.map((name) => [name, first.has(name) ? 'first' : 'small']));
      const chunks = await Promise.all(
        outputFiles.map((file) => commonJs(file, registryOf, initialOptions.minify)),
      );
      await mkdir(ENGINE, { recursive: true });
      const of = (name) => chunks.filter(({ path }) => registryOf.get(basename(path)) === name);
      const registries = REGISTRIES.map((name) => registry(name, of(name), initialOptions.minify));
      const files = [...of(undefined), ...(await Promise.all(registries))];
      await Promise.all(files.map(writeWithMap));
      const names = new Set(files.map(({ path }) => basename(path)));
      await removeOthers(ENGINE, names);
    });
  },
};

/** Removes what an earlier build wrote into a folder: all but these files and their maps. */
async function removeOthers(folder, names) {
  const stale = (await readdir(folder)).filter((name) => !names.has(name.replace(/\.map$/, '')));
  await Promise.all(stale.map((name) => rm(join(folder, name))));
}

/** The names of the chunks that are loaded with these entry points. */
function loadedWith(entryPoints, outputs) {
  const isEntry = (path) => entryPoints.includes(outputs[path].entryPoint);
  const paths = new Set(Object.keys(outputs).filter(isEntry));
  for (const path of paths) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') paths.add(imported);
  }
  return new Set([...paths].map((path) => basename(path)));
}

function isInEngine(path) {
  return basename(dirname(path)) === basename(ENGINE);
}

/** How much of a file is its source map. */
function mapLength(text) {
  return text.length - text.lastIndexOf('\n//# sourceMappingURL=');
}

/** A chunk as CommonJS; what it requires of the small ones, it gets from their registries. */
async function commonJs({ path, text }, registryOf, minify) {
  const isSmall = registryOf.has(basename(path));
  const banner = [
    // Not in the source: the linter would type-check the whole project once more for it.
    basename(path) === 'cli.js' ? '#!/usr/bin/env node\n' : '',
    isSmall ? '' : REGISTRIES.map((name) => lateRegistry(name, path)).join(''),
    text.includes('__bundleUrl') ? BUNDLE_URL : '',
  ];
  const { code, map } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // A registry is minified as a whole.
    minify: minify && !isSmall,
    sourcemap: 'external',
    sourcefile: basename(path),
    // What was `import()` becomes a late `require`.
    supported: { 'dynamic-import': false },
    banner: banner.join(''),
  });
  const required = code.replace(/require\("[./a-z]*\/([A-Z0-9]+\.js)"\)/g, (call, name) =>
    // As long as it was: the source map counts columns.
    registryOf.has(name) ? `__${registryOf.get(name)}("${name}")`.padEnd(call.length) : call,
  );
  return { path, code: required, map: JSON.parse(map) };
}

/** Defines the function that asks a registry for a chunk, and loads the registry when it is called. */
function lateRegistry(name, path) {
  const folder = isInEngine(path) ? '.' : './engine';
  return `const __${name} = (chunk) => require("${folder}/${name}.js")(chunk);`;
}

/** What esbuild writes into each CommonJS file, which a registry needs once: from `var` to the end of the statement. */
const HELPER =
  /^var (__(?:create|defProp|getOwnPropDesc|getOwnPropNames|getProtoOf|hasOwnProp|export|copyProps|toESM|toCommonJS)) = (?:.*;|[^]*?\n[})].*;)$/gm;

/** One file of many chunks, each run when it is first asked for. */
async function registry(name, chunks, minify) {
  const path = join(ENGINE, `${name}.js`);
  const others = REGISTRIES.filter((each) => each !== name);
  const helpers = new Map();
  const bodies = chunks.map(({ code }) =>
    code.replace(HELPER, (definition, helper) => {
      if (!helpers.has(helper)) helpers.set(helper, definition);
      // As many lines as before, for the source map.
      return definition.replace(/[^\n]+/g, '');
    }),
  );
  let text = `${[...helpers.values(), ...others.map((each) => lateRegistry(each, path))].join('\n')}
const modules = {};
const __${name} = (name) => {
  if (modules[name] === undefined) {
    modules[name] = { exports: {} };
    chunks[name](modules[name], modules[name].exports);
  }
  return modules[name].exports;
};
module.exports = __${name};
const chunks = {
`;
  const sections = [];
  for (const [index, chunk] of chunks.entries()) {
    text += `${JSON.stringify(basename(chunk.path))}(module, exports) {\n`;
    sections.push({ offset: { line: text.split('\n').length - 1, column: 0 }, map: chunk.map });
    text += `${bodies[index]}},\n`;
  }
  const address = `data:application/json;base64,${base64({ version: 3, sections })}`;
  // Node does not read maps in sections, esbuild does.
  const { code, map } = await transform(`${text}};\n//# sourceMappingURL=${address}`, {
    platform: 'node',
    target: 'node20',
    minify,
    sourcemap: 'external',
    sourcefile: basename(path),
  });
  return { path, code, map: JSON.parse(map) };
}

function base64(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

async function writeWithMap({ path, code, map }) {
  await writeFile(`${path}.map`, JSON.stringify(map));
  // Whole or not at all: an editor may load it at this moment.
  await writeFile(`${path}.part`, `${code}//# sourceMappingURL=${basename(path)}.map\n`);
  await rename(`${path}.part`, path);
}

const targets = [
  {
    ...node,
    format: 'esm',
    splitting: true,
    sourcemap: 'inline',
    write: false,
    metafile: true,
    banner: {},
    entryPoints: { extension: 'src/vscode/extension.ts', cli: 'src/cli/main.ts' },
    outdir: 'dist',
    chunkNames: 'engine/[hash]',
    external: ['vscode'],
    // What its package offers Node cannot be bundled.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [yamlAsModules, openTelemetryAsModules, mcpWithoutSchemas, asCommonJs],
  },
  {
    ...node,
    entryPoints: ['src/platform/process/supervisor.ts'],
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
    ...node,
    entryPoints: {
      hook: 'src/hook/main.ts',
      judge: 'src/hook/judge.ts',
      recorder: 'src/hook/recorder.ts',
    },
    outdir: 'dist',
    // A hook loads it only where no judge runs.
    external: ['./judge.js'],
    define: {},
    banner: {},
  },
  {
    ...node,
    format: 'esm',
    entryPoints: ['src/hook/opencodePlugin.ts'],
    outfile: 'dist/opencodePlugin.mjs',
    define: {},
    banner: {},
  },
  {
    bundle: true,
    platform: 'browser',
    // Pages share what several of them use.
    format: 'esm',
    splitting: true,
    target: 'es2022',
    minify: true,
    sourcemap: 'linked',
    logLevel: 'warning',
    legalComments: 'none',
    tsconfig: 'webview/tsconfig.json',
    entryPoints: {
      dashboard: 'webview/main.ts',
      replay: 'webview/replay/main.ts',
      setUp: 'webview/setUp/main.ts',
      task: 'webview/task/main.ts',
      'dashboard-style': 'webview/dashboard.css',
      'replay-style': 'webview/replay.css',
      'setUp-style': 'webview/setUp.css',
      'task-style': 'webview/task.css',
    },
    outdir: WEBVIEW,
    chunkNames: '[name]-[hash]',
  },
];

// Files are replaced in place, so that a running editor or test never finds dist/ empty.
await rm('dist/migrations', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
// Spares Node the search for one, and the reading of the extension's own, at each start.
await writeFile('dist/package.json', '{"type":"commonjs"}\n');
await rm('dist/sql-wasm.wasm', { force: true });
await compressInto(SQLITE, 'dist/sql-wasm.wasm.br');
await cp('migrations', 'dist/migrations', { recursive: true });
await rm('dist/demo', { recursive: true, force: true });
await cp('demo', 'dist/demo', { recursive: true });

if (watch) {
  for (const target of targets) await (await context({ ...target, minify: false })).watch();
  console.log('watching…');
} else {
  const results = await Promise.all(targets.map((target) => build({ ...target, metafile: true })));
  const metafile = mergeMetafiles(results);
  const pages = Object.keys(metafile.outputs).filter((path) => dirname(path) === WEBVIEW);
  await removeOthers(WEBVIEW, new Set(pages.map((path) => basename(path))));
  // SQLite's build is not bundled, but copied.
  const packages = await bundledPackages([...Object.keys(metafile.inputs), SQLITE]);
  await writeFile('dist/metafile.json', JSON.stringify(metafile));
  await writeFile('dist/bundled.json', JSON.stringify(packages));
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', notices(packages));
  await writeFile('dist/edgeGuard.d.ts', declarations(EDGE_GUARD));
  await writeFile('dist/README.md', await toExtensionPage('.', 'README.md'));
  await chmod('dist/cli.js', 0o755);
}

/** Compresses a file with brotli: a seventh smaller than the package's own compression makes it. */
async function compressInto(file, target) {
  const content = await readFile(file);
  const written = await readFile(target).catch(() => undefined);
  // Compressing takes a second, decompressing some milliseconds.
  if (written !== undefined && content.equals(await decompress(written))) return;
  await writeFile(`${target}.part`, await promisify(brotliCompress)(content));
  await rename(`${target}.part`, target);
}

/** Empty where it is damaged. */
function decompress(bytes) {
  return promisify(brotliDecompress)(bytes).catch(() => Buffer.alloc(0));
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
