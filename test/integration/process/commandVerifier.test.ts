import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCommandVerifier } from '../../../src/platform/verification/commandVerifier';
import type { VerifyRequest, VerifyResult } from '../../../src/ports/verifier';
import { scratchFolder } from './support/scratch';
import { supervisorFile } from './support/supervisorBuild';

/** Ends no process of another test, which may run at the same time. */
const TURN_ID = randomUUID();

const PASSED = '<testsuite><testcase name="a"/></testsuite>';
const FAILED = '<testsuite><testcase name="a"><failure/></testcase></testsuite>';

/** That the tests were counted so. */
function assertCounts(tests: VerifyResult['tests'], expected: object): void {
  const { passed, failed, skipped } = tests ?? {};
  assert.deepEqual({ passed, failed, skipped }, expected);
}

describe('a verification', () => {
  let workspace: string;
  let directory: string;

  before(supervisorFile);
  beforeEach(() => {
    workspace = scratchFolder();
    directory = scratchFolder();
  });

  async function verify(
    change: Partial<VerifyRequest> = {},
    now: () => number = Date.now,
  ): Promise<VerifyResult> {
    const verifier = createCommandVerifier({
      workspaceDir: workspace,
      directory,
      supervisorFile: await supervisorFile(),
      environment: process.env,
      now,
    });
    const request = {
      command: 'true',
      timeoutMs: 15_000,
      reports: ['junit.xml'],
      taskId: 'task-1',
      turnId: TURN_ID,
      ...change,
    };
    return verifier.verify(request, new AbortController().signal);
  }

  function write(name: string, text: string): string {
    const path = join(workspace, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  it('tells how the command ended and the end of what it printed, in order', async () => {
    const command = 'for i in $(seq 3000); do echo line $i; done; echo problem >&2; exit 3';
    const result = await verify({ command });
    assert.deepEqual(result.end, { kind: 'exit', code: 3 });
    assert.match(result.outputTail, /^line \d+\nline [^]*\nline 3000\nproblem\n$/);
    assert.ok(result.outputTail.length > 4000 && result.outputTail.length <= 4096);
    assert.equal(result.tests, undefined);
    assert.ok(result.durationMs > 0);
    assert.equal(result.transcript, `transcripts/task-1/${TURN_ID}.verify.log`);
    assert.match(
      readFileSync(join(directory, result.transcript), 'utf8'),
      /\nline 1\n[^]*problem\n/,
    );
  });

  it('leaves one transcript for each call of a turn', async () => {
    const { transcript } = await verify({ call: '03-verify' });
    assert.equal(transcript, `transcripts/task-1/${TURN_ID}.03-verify.verify.log`);
    assert.match(readFileSync(join(directory, transcript), 'utf8'), /exit code 0/);
  });

  it('tells that the command cannot start', async () => {
    const { end } = await verify({ command: ['no-such-tool'] });
    assert.deepEqual(end, {
      kind: 'couldNotStart',
      message: 'program "no-such-tool" was not found on PATH',
      missing: 'no-such-tool',
    });
  });

  it('ends a command that does not end', async () => {
    const { end, outputTail } = await verify({ command: 'echo begun; sleep 600', timeoutMs: 400 });
    assert.deepEqual(end, { kind: 'timeout', limitMs: 400 });
    assert.equal(outputTail, 'begun\n');
  });

  it('measures by the report that the command wrote', async () => {
    const { tests } = await verify({ command: `echo '${FAILED}' > junit.xml; exit 1` });
    assertCounts(tests, { passed: 0, failed: 1, skipped: 0 });
  });

  it('adds up several reports, named or found by a pattern, each once', async () => {
    const result = await verify({
      command: `mkdir -p out/a; echo '${PASSED}' > out/one.xml; echo '${FAILED}' > out/a/two.xml`,
      reports: ['out/one.xml', 'out/**/*.xml', './out/one.xml'],
    });
    assertCounts(result.tests, { passed: 1, failed: 1, skipped: 0 });
  });

  it('ignores a report from before, even a recent one', async () => {
    write('junit.xml', PASSED);
    assert.equal((await verify()).tests, undefined);
  });

  it('ignores an older report that the command only moved into place', async () => {
    const old = write('old.xml', PASSED);
    utimesSync(old, new Date('2024-01-01'), new Date('2024-01-01'));
    assert.equal((await verify({ command: 'mv old.xml junit.xml' })).tests, undefined);
  });

  it('accepts a report that was written anew with the same content', async () => {
    write('junit.xml', PASSED);
    const { tests } = await verify({ command: 'cat junit.xml > new; cat new > junit.xml' });
    assertCounts(tests, { passed: 1, failed: 0, skipped: 0 });
  });

  it('ignores an older report that took the place of another', async () => {
    write('junit.xml', PASSED);
    const old = write('old.xml', FAILED);
    utimesSync(old, new Date('2024-01-01'), new Date('2024-01-01'));
    const { tests } = await verify({ command: 'cp -p old.xml junit.xml' });
    assert.equal(tests, undefined);
  });

  it('accepts a report that it wrote after somebody set the time back by hours', async () => {
    const old = write('old.xml', FAILED);
    utimesSync(old, new Date('2024-01-01'), new Date('2024-01-01'));
    // The report has its time from the clock as it is now; before, that said two hours more.
    let setBack = 2 * 3_600_000;
    const now = (): number => {
      const time = Date.now() + setBack;
      setBack = 0;
      return time;
    };
    const { tests } = await verify({ command: `echo '${PASSED}' > junit.xml` }, now);
    assertCounts(tests, { passed: 1, failed: 0, skipped: 0 });
    setBack = 2 * 3_600_000;
    assert.equal((await verify({ command: 'mv old.xml junit.xml' }, now)).tests, undefined);
  });

  it('keeps 10 MB of output, the last ones, and no more memory than that', async () => {
    const line = 'x'.repeat(99);
    const { output, outputTail } = await verify({
      command: `echo first; yes ${line} | head -n 150000; echo problem >&2`,
    });
    assert.equal(output.length, 10 * 1024 * 1024);
    assert.ok(!output.includes('first') && output.endsWith(`${line}\nproblem\n`));
    assert.ok(outputTail.length <= 4_096);
  });

  it('keeps the whole output where it is shorter', async () => {
    const { output } = await verify({ command: 'echo out; echo err >&2; echo ü' });
    assert.equal(output, 'out\nerr\nü\n');
  });

  it('measures coverage, beside tests and without any', async () => {
    const lcov = 'SF:a.ts\\nLF:8\\nLH:6\\nend_of_record\\n';
    const reports = ['junit.xml', 'coverage/lcov.info'];
    const write = `mkdir -p coverage; printf '${lcov}' > coverage/lcov.info`;
    const result = await verify({ command: `${write}; echo '${FAILED}' > junit.xml`, reports });
    assert.equal(result.coverage, 75);
    assertCounts(result.tests, { passed: 0, failed: 1, skipped: 0 });
    assert.deepEqual(result.tests?.failingTests, ['a']);
    const later = await verify({ command: write, reports });
    assert.deepEqual([later.coverage, later.tests], [75, undefined]);
    assert.equal((await verify({ reports })).coverage, undefined);
  });

  it('counts reports of different kinds once', async () => {
    const command = `echo '${FAILED}' > junit.xml; printf '1..2\\nok 1\\nok 2\\n' > out.tap`;
    const { tests } = await verify({ command, reports: ['out.tap', 'junit.xml'] });
    assert.equal(tests?.source, 'JUnit XML');
    assertCounts(tests, { passed: 0, failed: 1, skipped: 0 });
  });

  it('tells why a named report says nothing, and nothing of patterns', async () => {
    write('old.xml', PASSED);
    mkdirSync(join(workspace, 'folder.xml'));
    const reports = ['new.xml', 'old.xml', 'text.txt', 'gone.json', 'folder.xml', '*.tap'];
    const command = `echo '${PASSED}' > new.xml; echo hello > text.txt; exit 1`;
    const { reportProblems } = await verify({ command, reports: [...reports, 'gone.json'] });
    assert.deepEqual(reportProblems, [
      'The report "old.xml" is older than this verification.',
      'The report "text.txt" has no results: it is empty, damaged or in an unknown format.',
      'The report "gone.json" was not written.',
      'The report "folder.xml" cannot be read: it must be a file in the workspace of 20 MB at most, called .xml, .json, .tap, .info, .lcov, .txt, .log or .out.',
    ]);
  });

  it('tells nothing of reports when each was read, or the command was ended', async () => {
    const good = await verify({ command: `echo '${PASSED}' > junit.xml` });
    const ended = await verify({ command: 'sleep 600', timeoutMs: 200, reports: ['gone.xml'] });
    assert.ok(!('reportProblems' in good) && !('reportProblems' in ended));
  });

  it('measures nothing by a broken report or one of another format', async () => {
    const command = `echo '<testsuite><testcase/>' > junit.xml; echo '<coverage/>' > c.xml; echo TN: > lcov.info`;
    const reports = ['junit.xml', 'c.xml', 'lcov.info', 'missing.xml', 'missing/**/*.xml'];
    const result = await verify({ command, reports });
    assert.deepEqual(result.end, { kind: 'exit', code: 0 });
    assert.deepEqual([result.tests, result.coverage], [undefined, undefined]);
  });

  it('reads nothing outside the workspace', async () => {
    const outside = join(scratchFolder(), 'junit.xml');
    symlinkSync(dirname(outside), join(workspace, 'linked'));
    symlinkSync(outside, join(workspace, 'junit.xml'));
    const result = await verify({
      command: ['sh', '-c', `echo '${PASSED}' > "$0"`, outside],
      reports: [
        'junit.xml',
        'linked/junit.xml',
        'linked/*.xml',
        '**/*.xml',
        outside,
        '../*/junit.xml',
      ],
    });
    assert.deepEqual(result.end, { kind: 'exit', code: 0 });
    assert.equal(readFileSync(outside, 'utf8').trim(), PASSED);
    assert.equal(result.tests, undefined);
  });

  it('finds a report whose name looks like a pattern', async () => {
    const command = `echo '${PASSED}' > 'junit[1].xml'`;
    const { tests } = await verify({ command, reports: ['junit[1].xml'] });
    assertCounts(tests, { passed: 1, failed: 0, skipped: 0 });
  });
});
