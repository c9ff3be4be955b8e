import type { Command } from '../../model/task/task';
import { listProgramWords } from './programWords';
import { quote } from 'shell-quote';
import {
  findModule,
  isSourceOf,
  listImports,
  listPlugins,
  type ImportingFile,
} from './moduleFiles';
import { listScripts, parsePackage } from './packageScripts';
import { findConfiguration } from './runnerConfiguration';
import { hasTestName, isTestFile } from './testFiles';

/** The workspace at one moment. */
export interface WorkspaceView {
  /** Relative paths with `/`. */
  readonly paths: ReadonlySet<string>;
  /** Text of a file; undefined if it is missing, too large or not text. */
  read(path: string): Promise<string | undefined>;
}

/** Part of a verification → its content. Names are for humans: "package.json: script "test"", "jest.config.js". */
export type VerificationParts = ReadonlyMap<string, string>;

/**
 * Everything that a verify command is made of besides tests and the code under test: the command,
 * scripts and programs of the workspace that it calls, and the configuration of test runners
 * (design §9, doubt (c)). Never rejects if `view` does not.
 */
export async function readVerificationParts(
  command: Command,
  view: WorkspaceView,
): Promise<VerificationParts> {
  const parts = new Map<string, string>();
  const collector = new PartCollector(view, parts);
  const line = typeof command === 'string' ? command : quote([...command]);
  parts.set('verify in devs.yaml', line);
  await collector.addCommand(line, 0);
  await collector.addConfiguration();
  return parts;
}

/** Names of the parts that differ, appeared or disappeared, sorted. */
export function listChangedParts(
  before: VerificationParts,
  after: VerificationParts,
): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** The file that holds a part: "package.json" for a script in it. */
export function fileOfPart(part: string): string {
  return part.replace(/^package\.json: .*$/s, 'package.json');
}

/** Levels of scripts that call scripts. */
const MAX_DEPTH = 5;
/** Words of a command line or script. */
const SEPARATORS = /[\s;&|()<>"'`=,[\]{}$]+/;
const MAX_WORDS = 5_000;
const SHELL_SCRIPT = /\.(?:sh|bash|zsh|fish|ps1|cmd|bat|mk)$|(?:^|\/)(?:[^/.]+|Makefile|justfile)$/;
/** Files that a program reads without being named in its command. */
const BUILD_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['make', ['GNUmakefile', 'makefile', 'Makefile']],
  ['just', ['justfile', 'Justfile', '.justfile']],
  ['rake', ['Rakefile']],
  ['nox', ['noxfile.py']],
  ['task', ['Taskfile.yml', 'Taskfile.yaml']],
]);

class PartCollector {
  private readonly mentioned = new Set<string>();

  constructor(
    private readonly view: WorkspaceView,
    private readonly parts: Map<string, string>,
  ) {}

  /** Adds what a command line or shell script runs. */
  async addCommand(text: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) return;
    const words = toWords(text);
    await this.addScripts(words, depth);
    for (const word of words)
      for (const file of BUILD_FILES.get(word) ?? []) await this.addFile(file, depth);
    for (const word of listProgramWords(text)) {
      // Only a word with a folder may leave out the extension: "./hooks", not "node".
      const name = toPath(word);
      const path = word.includes('/') ? findModule(name, this.view.paths) : name;
      if (path !== undefined && this.view.paths.has(path) && !isTestFile(path))
        await this.addFile(path, depth);
    }
    for (const path of listPlugins(text, this.view.paths)) await this.addFile(path, depth);
  }

  /** Adds the configuration of test runners, and the files that it names. */
  async addConfiguration(): Promise<void> {
    for (const path of this.view.paths) {
      const select = findConfiguration(path);
      if (select === undefined || path.includes('node_modules/')) continue;
      const text = select((await this.view.read(path)) ?? '');
      if (text.trim() === '') continue;
      this.parts.set(path, text);
      await this.addNamedFiles(text, path);
    }
    const text = await this.view.read('package.json');
    if (text === undefined) return;
    for (const [key, value] of parsePackage(text).settings) {
      this.parts.set(`package.json: "${key}"`, value);
      await this.addNamedFiles(value, '');
    }
  }

  private async addScripts(words: readonly string[], depth: number): Promise<void> {
    const text = await this.view.read('package.json');
    if (text === undefined) return;
    const { scripts } = parsePackage(text);
    for (const name of listScripts(words, scripts)) {
      const part = `package.json: script "${name}"`;
      const command = scripts.get(name) ?? '';
      if (this.parts.has(part)) continue;
      this.parts.set(part, command);
      await this.addCommand(command, depth + 1);
    }
  }

  private async addFile(path: string, depth: number): Promise<void> {
    if (this.mentioned.has(path)) return;
    this.mentioned.add(path);
    const text = await this.view.read(path);
    if (text === undefined || path === 'package.json') return;
    this.parts.set(path, text);
    if (SHELL_SCRIPT.test(path)) await this.addCommand(text, depth + 1);
    await this.addImports({ from: path, text, isConfiguration: false }, depth);
  }

  private async addImports(file: ImportingFile, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) return;
    for (const path of listImports(file, this.view.paths)) {
      if (hasTestName(path) || this.parts.has(path)) continue;
      const text = (await this.view.read(path)) ?? '';
      this.parts.set(path, text);
      await this.addImports({ ...file, from: path, text }, depth + 1);
    }
  }

  /** Adds set-up files and plugins that a configuration names, and what it imports; a test is none. */
  private async addNamedFiles(text: string, from: string): Promise<void> {
    const folder = from.slice(0, from.lastIndexOf('/') + 1);
    const named = toWords(text).flatMap((word) => {
      // "<rootDir>/test/setup.js" is split before its slash.
      const path = folder + toPath(word.replace(/^\//, ''));
      return this.view.paths.has(path) && !isSourceOf(from, path) ? [path] : [];
    });
    for (const path of [...named, ...listPlugins(text, this.view.paths)]) {
      if (hasTestName(path) || this.parts.has(path)) continue;
      const content = await this.view.read(path);
      if (content === undefined) continue;
      this.parts.set(path, content);
      await this.addImports({ from: path, text: content, isConfiguration: false }, 1);
    }
    await this.addImports({ from, text, isConfiguration: true }, 0);
  }
}

function toWords(text: string): readonly string[] {
  return text.slice(0, 200_000).split(SEPARATORS, MAX_WORDS).filter(Boolean);
}

function toPath(word: string): string {
  return word.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}
