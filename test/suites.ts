import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote } from 'shell-quote';
import type { Job } from './support/jobs';

/**
 * What is run: all parts of `npm run check`, all tests, these and what only `npm run test:long` has, or the tests with a
 * name that mocha's flags pick.
 */
export type Selection = 'check' | 'all' | 'long' | { readonly flags: readonly string[] };

interface Suite extends Omit<Job, 'command'> {
  readonly kind: 'check' | 'prepare' | 'mocha' | 'other';
  /** The script of package.json that it runs. */
  readonly script: string;
  /** Whether it fetches something from other machines. */
  readonly downloads?: true;
  /** Whether only `npm run test:long` has it. */
  readonly long?: true;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The share of a processor that downloads and unpacking take. */
const DOWNLOADING = 0.5;

/** Runs a suite in the oldest VS Code that package.json allows. */
const IN_OLDEST = { long: true, env: { DEVS_TEST_VSCODE: 'oldest' } } as const;

/**
 * Everything `npm test` runs, with the seconds and the share of a processor (processor time by elapsed time) that were
 * measured on two processors while others ran beside it. A suite with several workers still waits for a part of the time.
 */
const SUITES: readonly Suite[] = [
  { name: 'compile', kind: 'prepare', script: 'compile', seconds: 3, load: 1 },
  // Tests that mocha's flags pick install what they need themselves.
  {
    name: 'install VS Code',
    kind: 'other',
    script: 'test:install',
    ...{ seconds: 40, load: DOWNLOADING, downloads: true },
  },
  {
    name: 'install agents',
    kind: 'other',
    script: 'test:agents:install',
    ...{ seconds: 30, load: DOWNLOADING, downloads: true },
  },
  {
    name: 'install test runners',
    kind: 'other',
    script: 'test:runners:install',
    ...{ seconds: 10, load: DOWNLOADING, downloads: true },
  },
  { name: 'types and lint', kind: 'check', script: 'lint', seconds: 10, load: 1 },
  // The linter checks types with TypeScript 7; documentation and editors use the version that package.json names.
  {
    name: 'types in TypeScript 6',
    kind: 'other',
    script: 'typecheck',
    ...{ seconds: 40, load: 1, long: true },
  },
  { name: 'format', kind: 'check', script: 'format:check', seconds: 1, load: 1 },
  { name: 'dead code', kind: 'check', script: 'deadcode', seconds: 4, load: 1 },
  { name: 'docstrings', kind: 'check', script: 'docs:check', seconds: 5, load: 1 },
  { name: 'unit', kind: 'mocha', script: 'test:unit', seconds: 70, load: 1.35, after: ['compile'] },
  {
    name: 'properties',
    kind: 'mocha',
    script: 'test:property',
    ...{ seconds: 50, load: 1, after: ['compile'] },
  },
  // Starting git costs time by the memory of the process that starts it, and generated texts take much.
  {
    name: 'properties of worktrees',
    kind: 'mocha',
    script: 'test:property:worktrees',
    ...{ seconds: 40, load: 0.8, after: ['compile'] },
  },
  // A part of the tests covers a part, so flags leave it out.
  { name: 'coverage', kind: 'other', script: 'test:coverage', seconds: 5, load: 1 },
  {
    name: 'integration',
    kind: 'mocha',
    script: 'test:integration',
    ...{ seconds: 200, load: 0.9, after: ['compile'] },
  },
  {
    name: 'terminal',
    kind: 'mocha',
    script: 'test:e2e:cli',
    ...{ seconds: 420, load: 0.8, after: ['compile', 'install test runners'] },
  },
  {
    name: 'VS Code',
    kind: 'mocha',
    script: 'test:e2e:vscode',
    ...{ seconds: 230, load: 0.65, after: ['compile', 'install VS Code'] },
  },
  {
    name: 'extension host',
    kind: 'other',
    script: 'test:vscode',
    ...{ seconds: 65, load: 0.45, after: ['compile', 'install VS Code'] },
  },
  {
    name: 'browser',
    kind: 'mocha',
    script: 'test:browser',
    ...{ seconds: 125, load: 0.5, after: ['compile', 'install VS Code'] },
  },
  {
    name: 'kills and full disks',
    kind: 'other',
    script: 'test:crash',
    // At full scale it is not quick; no machine needs as long as it may.
    args: ['--quick', '--seed', '1', '--minutes', '240'],
    ...{ seconds: 165, load: 0.6, after: ['compile'] },
  },
  {
    name: 'real agents',
    kind: 'mocha',
    script: 'test:agents',
    ...{ seconds: 180, load: 0.25, after: ['compile', 'install agents'] },
  },
  {
    name: 'install the oldest VS Code',
    kind: 'other',
    script: 'test:install',
    ...{ seconds: 40, load: DOWNLOADING, downloads: true, ...IN_OLDEST },
  },
  {
    name: 'the oldest VS Code',
    kind: 'other',
    script: 'test:e2e:vscode',
    ...{ seconds: 250, load: 0.65, after: ['compile', 'install the oldest VS Code'], ...IN_OLDEST },
  },
  {
    name: 'extension host of the oldest VS Code',
    kind: 'other',
    script: 'test:vscode',
    ...{ seconds: 65, load: 0.45, after: ['compile', 'install the oldest VS Code'] },
    ...IN_OLDEST,
  },
];

/** Node reads these certificates at every start, which takes longer than all the rest of its start. */
const WITHOUT_CERTIFICATES = { NODE_EXTRA_CA_CERTS: undefined };

/**
 * A type checker allocates so much that collecting garbage less often saves a tenth of its time in Node, and a third in
 * the linter, which is written in Go.
 */
const WITH_MUCH_MEMORY = { NODE_OPTIONS: '--max-semi-space-size=64', GOGC: '400' };

const PACKAGE = resolve(__dirname, '../package.json');

/** The jobs of a selection. A script runs as it stands in package.json, without what npm runs before it. */
export function jobsOf(selection: Selection): readonly Job[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return SUITES.filter((suite) => isSelected(suite, selection)).map((suite) => {
    const command = scripts[suite.script];
    if (command === undefined) throw new Error(`package.json has no script "${suite.script}"`);
    const flags = suite.kind === 'mocha' ? mochaFlags(selection) : [];
    const { name, seconds, load, after = [] } = suite;
    const mayDownload = suite.downloads ?? typeof selection === 'object';
    return {
      ...{ name, seconds, load, after },
      command: withWords(command, [...(suite.args ?? []), ...flags]),
      env: {
        ...(mayDownload ? {} : WITHOUT_CERTIFICATES),
        ...(suite.kind === 'check' ? WITH_MUCH_MEMORY : {}),
        ...suite.env,
      },
    };
  });
}

function isSelected({ kind, long }: Suite, selection: Selection): boolean {
  if (selection === 'long') return true;
  if (long === true) return false;
  if (selection === 'all') return true;
  if (selection === 'check') return kind === 'check';
  return kind === 'mocha' || kind === 'prepare';
}

function mochaFlags(selection: Selection): readonly string[] {
  const colour = process.stdout.isTTY ? ['--color'] : [];
  return typeof selection === 'object' ? [...colour, ...selection.flags] : colour;
}

/** A command line with more arguments, whatever characters are in them. */
function withWords(command: string, words: readonly string[]): string {
  if (words.length === 0) return command;
  return `${command} ${process.platform === 'win32' ? words.map((word) => JSON.stringify(word)).join(' ') : quote(words)}`;
}
