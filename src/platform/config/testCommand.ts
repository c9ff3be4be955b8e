import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Access to one project folder; an unreadable file counts as missing. */
interface Project {
  readonly has: (name: string) => boolean;
  /** '' for a missing file. */
  readonly text: (name: string) => string;
  readonly list: (folder: string) => readonly string[];
}

type Finder = (project: Project) => string | undefined;

/** Finds the command that runs the project's tests from its files; undefined when there is none. */
export function findTestCommand(workspaceDir: string): string | undefined {
  const project = openProject(workspaceDir);
  for (const find of FINDERS) {
    const command = find(project);
    if (command !== undefined) return command;
  }
  return undefined;
}

const FINDERS: readonly Finder[] = [
  findPackageScript,
  (project) => (usesPytest(project) ? 'pytest' : undefined),
  ({ has }) => (has('go.mod') ? 'go test ./...' : undefined),
  ({ has }) => (has('Cargo.toml') ? 'cargo test' : undefined),
  ({ has }) =>
    has('pom.xml') ? `${has('mvnw') ? toWrapperCommand('mvnw') : 'mvn'} -q test` : undefined,
  ({ has }) => (has('gradlew') ? `${toWrapperCommand('gradlew')} test` : undefined),
  ({ has }) => (has('build.gradle') || has('build.gradle.kts') ? 'gradle test' : undefined),
  ({ text }) =>
    ['GNUmakefile', 'makefile', 'Makefile'].some((name) => /^test\s*:(?![:=])/m.test(text(name)))
      ? 'make test'
      : undefined,
];

function findPackageScript({ has, text }: Project): string | undefined {
  const manifest = parseJson(text('package.json'));
  const script = manifest?.scripts?.test;
  if (typeof script !== 'string' || script.trim() === '') return undefined;
  if (script.includes('Error: no test specified')) return undefined;
  const manager = manifest?.packageManager;
  const usesManager = (name: string): boolean =>
    typeof manager === 'string' && manager.startsWith(`${name}@`);
  if (usesManager('pnpm') || has('pnpm-lock.yaml')) return 'pnpm test';
  if (usesManager('yarn') || has('yarn.lock')) return 'yarn test';
  return 'npm test';
}

interface Manifest {
  readonly packageManager?: unknown;
  readonly scripts?: { readonly test?: unknown } | null;
}

function parseJson(text: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function usesPytest({ has, text, list }: Project): boolean {
  const isTest = (name: string): boolean => /^test_.*\.py$|_test\.py$/.test(name);
  return (
    has('pytest.ini') ||
    ['pyproject.toml', 'setup.cfg', 'tox.ini'].some((name) => text(name).includes('pytest')) ||
    ['.', 'tests', 'test'].some((folder) => list(folder).some(isTest))
  );
}

function toWrapperCommand(name: string): string {
  return process.platform === 'win32' ? `.\\${name}` : `./${name}`;
}

function openProject(root: string): Project {
  const list = (folder: string): readonly string[] => {
    try {
      return readdirSync(join(root, folder));
    } catch {
      return [];
    }
  };
  const top = new Set(list('.'));
  const text = (name: string): string => {
    try {
      return top.has(name) ? readFileSync(join(root, name), 'utf8') : '';
    } catch {
      return '';
    }
  };
  return { has: (name) => top.has(name), text, list };
}
