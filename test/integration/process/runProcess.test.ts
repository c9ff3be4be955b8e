import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute, inNode, outcomeOf } from './support/execution';
import { scratchFolder } from './support/scratch';
import { supervisorFile } from './support/supervisorBuild';

/** What only Linux can show is no test elsewhere. */
function onLinux(sentence: string, test: () => Promise<void>): void {
  if (process.platform === 'linux') it(sentence, test);
}

describe('a process that runs to its end', () => {
  before(supervisorFile);

  it('gives back what it printed, apart and as it came', async () => {
    const outcome = await outcomeOf('echo one; echo two >&2; sync; echo three');
    assert.deepEqual(outcome.end, { kind: 'exit', code: 0 });
    assert.equal(outcome.stdout, 'one\nthree\n');
    assert.equal(outcome.errorTail, 'two\n');
    assert.deepEqual(outcome.outputTail.trim().split('\n').sort(), ['one', 'three', 'two']);
  });

  it('keeps the exact order of both outputs when they are merged', async () => {
    const script = 'for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done';
    const { stdout } = await outcomeOf(script, { merge: true });
    assert.equal(stdout, [1, 2, 3, 4, 5].map((i) => `out ${i}\nerr ${i}\n`).join(''));
  });

  it('reads its input, and can open its standard streams by name', async () => {
    const script = 'cat /dev/stdin; cat; echo to stderr > /dev/stderr';
    const outcome = await outcomeOf(script, { stdin: 'Grüße\n' });
    assert.equal(outcome.stdout, 'Grüße\nGrüße\n');
    assert.equal(outcome.errorTail, 'to stderr\n');
  });

  it('reads an empty input where there is none to give', async () => {
    assert.equal((await outcomeOf('cat; echo end')).stdout, 'end\n');
  });

  it('may leave a large input unread', async () => {
    const outcome = await outcomeOf(['true'], { stdin: 'x'.repeat(5_000_000) });
    assert.deepEqual(outcome.end, { kind: 'exit', code: 0 });
  });

  it('may print nothing', async () => {
    const outcome = await outcomeOf(['true']);
    assert.deepEqual(
      { ...outcome, durationMs: 0 },
      {
        end: { kind: 'exit', code: 0 },
        stdout: '',
        errorTail: '',
        outputTail: '',
        durationMs: 0,
        transcriptWritten: false,
      },
    );
  });

  it('tells its exit code, that of a shell which found no program included', async () => {
    assert.deepEqual((await outcomeOf('exit 7')).end, { kind: 'exit', code: 7 });
    assert.deepEqual((await outcomeOf('no-such-program')).end, { kind: 'exit', code: 127 });
  });

  it('tells the signal it died of', async () => {
    assert.deepEqual((await outcomeOf('kill -SEGV $$')).end, { kind: 'signal', signal: 'SIGSEGV' });
  });

  it('gets the arguments of a list as they are', async () => {
    const args = ['a b', '$HOME', '"', "'", '*', '', 'ü\n'];
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const { stdout } = await outcomeOf([...inNode(script), '--', ...args]);
    assert.deepEqual(JSON.parse(stdout), args);
  });

  onLinux('holds nothing but its standard streams', async () => {
    const { stdout } = await outcomeOf('readlink /proc/self/fd/*');
    assert.doesNotMatch(stdout, /socket:/);
  });

  it('does not see that its supervisor may run inside an editor', async () => {
    const { stdout } = await outcomeOf(['env']);
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    assert.deepEqual(names.filter((name) => name !== '_' && name !== 'PWD').sort(), [
      'DEVS_TURN',
      'PATH',
    ]);
  });
});

describe('a process that prints 100 MB', () => {
  before(supervisorFile);

  it('is neither held up nor kept in memory; its end counts, and the transcript says what is missing', async () => {
    const file = join(scratchFolder(), 'deep', 'turn.log');
    const before = process.resourceUsage().maxRSS;
    const script =
      'const line = "x".repeat(999) + "\\n";' +
      'for (let i = 0; i < 100; i++) process.stdout.write(line.repeat(1000));' +
      'process.stdout.write("the end");';
    const outcome = await outcomeOf(inNode(script), { transcript: { file, header: 'head\n' } });

    assert.deepEqual(outcome.end, { kind: 'exit', code: 0 });
    assert.equal(Buffer.byteLength(outcome.stdout), 1024 * 1024);
    assert.ok(outcome.stdout.endsWith('x\nthe end'));
    assert.ok(outcome.outputTail.length <= 4096 && outcome.outputTail.startsWith('xxx'));
    const grownMb = (process.resourceUsage().maxRSS - before) / 1024;
    assert.ok(grownMb < 64, `memory grew by ${grownMb} MB`);

    const text = readFileSync(file, 'utf8');
    assert.ok(text.length < 5.1 * 1024 * 1024, `${text.length} bytes on disk`);
    const leftOut = 100_000_007 - 5 * 1024 * 1024;
    assert.match(
      text,
      new RegExp(`^head\nx+\n[^]*\n\\[devs\\] ${leftOut} bytes left out here\n[^]*the end\n`),
    );
    assert.match(text, /\n\[devs\] exit code 0 after \d+ ms\n$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700);
    assert.equal(outcome.transcriptWritten, true);
  });

  it('loses nothing but its transcript when the disk refuses', async () => {
    const occupied = join(scratchFolder(), 'file');
    writeFileSync(occupied, '');
    const transcript = { file: join(occupied, 'turn.log'), header: '' };
    const outcome = await outcomeOf('echo fine', { transcript });
    assert.equal(outcome.stdout, 'fine\n');
    assert.equal(outcome.transcriptWritten, false);
  });

  onLinux('loses nothing but its transcript when the disk is full', async () => {
    const transcript = { file: '/dev/full', header: 'head' };
    const outcome = await outcomeOf('echo fine', { transcript });
    assert.equal(outcome.stdout, 'fine\n');
    assert.equal(outcome.transcriptWritten, false);
  });
});

describe('a process that cannot start', () => {
  before(supervisorFile);

  async function messageOf(...args: Parameters<typeof outcomeOf>): Promise<string> {
    const { end } = await outcomeOf(...args);
    assert.equal(end.kind, 'couldNotStart');
    return end.message;
  }

  it('says that the program was not found on PATH', async () => {
    assert.equal(
      await messageOf(['no-such-agent', '-p']),
      'program "no-such-agent" was not found on PATH',
    );
  });

  it('says that the program does not exist', async () => {
    assert.equal(await messageOf(['./agent.sh']), 'program "./agent.sh" does not exist');
  });

  it('says that the program is not executable', async () => {
    const file = join(scratchFolder(), 'agent.sh');
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o644 });
    assert.equal(await messageOf([file]), `"${file}" is not executable (EACCES)`);
  });

  it('says that the interpreter is missing', async () => {
    const file = join(scratchFolder(), 'agent.sh');
    writeFileSync(file, '#!/no/such/interpreter\n');
    chmodSync(file, 0o755);
    assert.equal(
      await messageOf([file]),
      `"${file}" cannot run: the interpreter in its first line was not found`,
    );
  });

  it('says that the working directory is missing', async () => {
    assert.equal(
      await messageOf(['true'], { cwd: '/no/such/folder' }),
      'the working directory /no/such/folder does not exist',
    );
  });

  it('says that the command line is too long', async () => {
    assert.match(
      await messageOf(['true', 'x'.repeat(3_000_000)]),
      /too long; pass the text as \{promptFile\}/,
    );
  });

  it('says that the command is empty', async () => {
    assert.equal(await messageOf([]), 'the command is empty');
    assert.equal(await messageOf('  '), 'the command is empty');
  });

  it('says that its supervisor is missing', async () => {
    assert.equal(
      await messageOf(['true'], { supervisorFile: '/no/supervisor.js' }),
      'its supervisor did not start: /no/supervisor.js is missing',
    );
  });

  it('says that its supervisor is broken', async () => {
    const file = join(scratchFolder(), 'supervisor.js');
    writeFileSync(file, 'throw new Error("broken")');
    assert.equal(
      await messageOf(['true'], { supervisorFile: file }),
      'its supervisor did not start: it ended at once',
    );
  });
});

describe('a process that does not end by itself', () => {
  before(supervisorFile);

  it('is ended at its time limit; what it printed is kept', async () => {
    const outcome = await outcomeOf('echo begun; sleep 600', { timeoutMs: 400 });
    assert.deepEqual(outcome.end, { kind: 'timeout', limitMs: 400 });
    assert.equal(outcome.stdout, 'begun\n');
  });

  it('is ended when it is cancelled', async () => {
    const { controller, outcome } = await execute('sleep 600');
    controller.abort();
    assert.deepEqual((await outcome).end, { kind: 'cancelled' });
  });

  it('is not even started when it was cancelled before', async () => {
    const { folder, outcome } = await execute('touch started', { signal: AbortSignal.abort() });
    assert.deepEqual((await outcome).end, { kind: 'cancelled' });
    assert.equal(existsSync(join(folder, 'started')), false);
  });
});
