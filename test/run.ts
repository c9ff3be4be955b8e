import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `npm test`: every suite, one after the other, and one line that adds them up. */

interface Suite {
  readonly name: string;
  readonly script: string;
  /** Takes mocha's flags such as --grep; the others are left out when there are any. */
  readonly takesFlags: boolean;
  /** What it is told when it runs with all others. */
  readonly args?: readonly string[];
}

const SUITES: readonly Suite[] = [
  { name: 'unit', script: 'test:unit', takesFlags: true },
  { name: 'coverage of detection and pause', script: 'test:coverage', takesFlags: false },
  { name: 'integration', script: 'test:integration', takesFlags: true },
  { name: 'dashboard in a browser', script: 'test:browser', takesFlags: true },
  { name: 'end to end: terminal and VS Code', script: 'test:e2e', takesFlags: true },
  {
    name: 'kills and full disks',
    script: 'test:crash',
    takesFlags: false,
    args: ['--quick', '--seed', '1'],
  },
  { name: 'inside the extension host', script: 'test:vscode', takesFlags: false },
  { name: 'real agents', script: 'test:agents', takesFlags: true },
];

interface Counts {
  passed: number;
  failed: number;
}

function runSuite(suite: Suite, flags: readonly string[], countsFile: string): boolean {
  console.log(`\n=== ${suite.name} (npm run ${suite.script})`);
  const words = [...(suite.args ?? []), ...flags];
  const separator = words.length === 0 ? [] : ['--', ...words];
  const { status } = spawnSync('npm', ['run', '--silent', suite.script, ...separator], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, DEVS_TEST_COUNTS: countsFile },
  });
  return status === 0;
}

function readCounts(file: string): readonly Counts[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Counts);
  } catch {
    // No suite got as far as counting.
    return [];
  }
}

function main(): void {
  const flags = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), 'devs-test-'));
  const total: Counts = { passed: 0, failed: 0 };
  const suites = SUITES.filter((suite) => flags.length === 0 || suite.takesFlags);
  for (const [index, suite] of suites.entries()) {
    const file = join(folder, String(index));
    const ok = runSuite(suite, flags, file);
    const counts = readCounts(file);
    for (const each of counts) {
      total.passed += each.passed;
      total.failed += each.failed;
    }
    // A suite that broke before or after its tests has failed all the same.
    if (!ok && counts.every((each) => each.failed === 0)) total.failed += 1;
  }
  rmSync(folder, { recursive: true, force: true });
  if (total.passed === 0) total.failed = Math.max(1, total.failed);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

main();
