import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Job, JobResult } from './jobs';

const ROOT = resolve(__dirname, '../..');
const IS_WINDOWS = process.platform === 'win32';

/** A shell command that runs this one and writes the processor times of all it waited for to descriptor 3. */
function andTellTimes(command: string): string {
  return `{ ${command}\n} 3>&-; code=$?; times >&3; exit $code`;
}

/** Runs the command of a job in the project's root, its tools on PATH, its standard input empty. */
export function runCommand(job: Job): Promise<JobResult> {
  const began = performance.now();
  const text: Buffer[] = [];
  const times: Buffer[] = [];
  const child = spawn(IS_WINDOWS ? job.command : andTellTimes(job.command), {
    cwd: ROOT,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe', IS_WINDOWS ? 'ignore' : 'pipe'],
    env: {
      ...process.env,
      PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
      ...job.env,
    },
  });
  const collect = (chunk: Buffer): void => void text.push(chunk);
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  (child.stdio[3] as Readable | null)?.on('data', (chunk: Buffer) => void times.push(chunk));
  return new Promise((done) => {
    const end = (passed: boolean): void => {
      const cpuSeconds = readTimes(Buffer.concat(times).toString());
      done({
        ...{ job, passed, output: Buffer.concat(text).toString() },
        seconds: (performance.now() - began) / 1000,
        ...(cpuSeconds === undefined ? {} : { cpuSeconds }),
      });
    };
    child.once('error', ({ message }) => {
      text.push(Buffer.from(`${message}\n`));
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** The sum of what the shell's `times` prints, such as `0m1.25s`, in seconds; undefined where it printed nothing. */
function readTimes(text: string): number | undefined {
  const times = [...text.matchAll(/(\d+)m([\d.]+)s/g)];
  if (times.length === 0) return undefined;
  return times.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
