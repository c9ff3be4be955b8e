/** What a module name may stand for, after the name itself. */
const ENDINGS = [
  '.js',
  '.cjs',
  '.mjs',
  '.ts',
  '.cts',
  '.mts',
  '.json',
  '.py',
  '.rb',
  '.sh',
].flatMap((extension) => [extension, `/index${extension}`]);
const PYTHON = ['.py', '/__init__.py'];

/** Relative names in imports, `require`, and lists of modules. */
const RELATIVE = /["'`](\.{1,2}\/[^"'`\s]{1,300})["'`]/g;
/** Modules of Python that pytest loads: `-p name`, `pytest_plugins = [...]`. */
const PLUGIN = /(?:^|[\s"'])-p[\s=]{0,3}([A-Za-z_][\w.]{0,200})/g;
const PLUGINS = /\bpytest_plugins\s*=\s*([^\n]*(?:\n\s+[^\n]*){0,50})/g;
const DOTTED = /["']([A-Za-z_][\w.]{0,200})["']/g;
/** Folders of code under test, seen from the file that imports from them. */
const SOURCES = /^(?:src|lib|app|pkg|internal|cmd|source)\//;
/** Folders of programs that serve the project's own work. */
const TOOLS =
  /(?:^|\/)(?:scripts?|tools?|bin|ci|build|hooks?|support|config|test|tests|spec|\.[\w-]{1,50})\/(?:[^/]{1,200}\/)*$/;

/** Names of sources that set tests up. */
const SETS_UP = /(?:setup|hook|register|global|config|mock|test)[^/]{0,100}$/i;

/** Whether a file that a configuration names is the code under test, whose coverage it may limit. `from`: its path. */
export function isSourceOf(from: string, path: string): boolean {
  const below = path.slice(from.lastIndexOf('/') + 1);
  return SOURCES.test(below) && !SETS_UP.test(below);
}

/** The file of a workspace that a module name stands for: "./hooks" for hooks/index.js; undefined for none. */
export function findModule(name: string, paths: ReadonlySet<string>): string | undefined {
  return [name, ...ENDINGS.map((ending) => name + ending), `${name}/__init__.py`].find((path) =>
    paths.has(path),
  );
}

/** Files of the workspace that a configuration or a hook loads as plugins of pytest. */
export function listPlugins(text: string, paths: ReadonlySet<string>): readonly string[] {
  const named = [...text.matchAll(PLUGINS)].flatMap(([, list = '']) => [...list.matchAll(DOTTED)]);
  return [...named, ...text.matchAll(PLUGIN)].flatMap(([, name = '']) => {
    const path = name.replaceAll('.', '/');
    return PYTHON.map((ending) => path + ending).filter((each) => paths.has(each));
  });
}

/**
 * Files that a part of the verification imports by a relative name, as far as they serve it as well: beside it in a
 * folder of tools, or anywhere but in the sources where `from` configures a runner (`isConfiguration`). What a check
 * imports otherwise is the code under test.
 */
export function listImports(
  { from, text, isConfiguration }: ImportingFile,
  paths: ReadonlySet<string>,
): readonly string[] {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  if (!isConfiguration && !TOOLS.test(folder)) return [];
  return [...text.matchAll(RELATIVE)].flatMap(([, name = '']) => {
    const found = findModule(joinPath(folder, name), paths);
    if (found?.startsWith(folder) !== true) return [];
    return isConfiguration && isSourceOf(from, found) ? [] : [found];
  });
}

export interface ImportingFile {
  /** Its path. */
  readonly from: string;
  readonly text: string;
  readonly isConfiguration: boolean;
}

/** A relative name seen from a folder; one that leaves the workspace names no file. */
function joinPath(folder: string, name: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${name}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
