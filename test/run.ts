import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { COUNTS_VARIABLE, readCounts, type Counts } from './support/counts';
import { keepEnds, printInOrder, runSideBySide, type Command } from './support/sideBySide';

/** `npm test`: every suite, two at a time where there are two processors, and one line that adds them up. */

interface Suite {
  readonly name: string;
  readonly script: string;
  /** Runs it when flags leave tests out; the same script by default. */
  readonly scriptForPart?: string;
  /** Takes mocha's flags such as --grep; the others are left out when there are any. */
  readonly takesFlags: boolean;
  /** What it is told when it runs with all others. */
  readonly args?: readonly string[];
}

/** Those that take long come first, so that nobody waits for one of them at last. */
const SUITES: readonly Suite[] = [
  {
    name: 'end to end: VS Code',
    script: 'test:e2e',
    takesFlags: true,
    args: ['--ignore', 'test/e2e/*.test.ts', '--ignore', 'test/e2e/cli/**'],
  },
  {
    name: 'unit, with the coverage of detection and pause',
    script: 'test:coverage',
    // A part of the tests covers a part.
    scriptForPart: 'test:unit',
    takesFlags: true,
  },
  {
    name: 'end to end: terminal',
    script: 'test:e2e',
    takesFlags: true,
    args: ['--ignore', 'test/e2e/vscode/**'],
  },
  { name: 'integration', script: 'test:integration', takesFlags: true },
  { name: 'real agents', script: 'test:agents', takesFlags: true },
  {
    name: 'kills and full disks',
    script: 'test:crash',
    takesFlags: false,
    // Its kills are all made, however busy the processors are with another suite.
    args: ['--quick', '--seed', '1', '--minutes', '10'],
  },
  { name: 'dashboard in a browser', script: 'test:browser', takesFlags: true },
  { name: 'inside the extension host', script: 'test:vscode', takesFlags: false },
];

/** More would compete for the processors with each other's time limits. */
const AT_ONCE = Math.min(2, availableParallelism());

/** The command of a suite. What ships is compiled already: nobody may write it while another reads it. */
function commandOf(suite: Suite, flags: readonly string[], countsFile: string): Command {
  const colour = suite.takesFlags && process.stdout.isTTY ? ['--color'] : [];
  const words = [...(suite.args ?? []), ...colour, ...flags];
  const script = flags.length === 0 ? suite.script : (suite.scriptForPart ?? suite.script);
  const separator = words.length === 0 ? [] : ['--', ...words];
  return {
    title: `\n=== ${suite.name} (npm run ${script})\n`,
    words: ['npm', 'run', '--silent', '--ignore-scripts', script, ...separator],
    env: { ...process.env, [COUNTS_VARIABLE]: countsFile },
  };
}

/** Where mocha tells the failures of a suite: they are at its end. */
const END_LINES = 120;

/** A suite that broke before or after its tests has failed all the same. */
function countsOf(file: string, ok: boolean): Counts {
  const { passed, failed } = readCounts(file);
  return { passed, failed: ok ? failed : Math.max(1, failed) };
}

async function main(): Promise<void> {
  const flags = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), 'devs-test-'));
  const suites = SUITES.filter((suite) => flags.length === 0 || suite.takesFlags);
  const fileOf = (index: number): string => join(folder, String(index));
  const commands = suites.map((suite, index) => commandOf(suite, flags, fileOf(index)));
  const inOrder = printInOrder((text) => void process.stdout.write(text));
  const printer = keepEnds(inOrder, END_LINES);
  const succeeded = await runSideBySide(commands, AT_ONCE, printer);
  const counts = succeeded.map((ok, index) => countsOf(fileOf(index), ok));
  rmSync(folder, { recursive: true, force: true });
  // Said again at the end, for whoever looks there first or is shown only that of thousands of lines.
  for (const [index, ok] of succeeded.entries()) {
    if (!ok) console.log(`\n=== the end of: ${suites[index]?.name}\n\n${printer.endOf(index)}`);
  }
  const passed = counts.reduce((sum, each) => sum + each.passed, 0);
  const broken = counts.reduce((sum, each) => sum + each.failed, 0);
  const failed = passed === 0 ? Math.max(1, broken) : broken;
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
