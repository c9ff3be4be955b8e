import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Two ends of a pipe: descriptors. */
interface PipeEnds {
  readonly readFd: number;
  readonly writeFd: number;
}

/** Real pipes for what a child prints. */
export interface ChildPipes {
  /** The child's standard output and standard error. */
  readonly childEnds: readonly [number, number];
  /** Our ends: standard output, then standard error; a single stream when they are merged. */
  readonly outputs: readonly Socket[];
  /** To be called once the child has its ends. */
  closeChildEnds(): void;
}

/**
 * Makes pipes by way of `mkfifo`. What Node gives a child are sockets, and a script that writes to
 * `/dev/stderr` fails on those. With `merge` both outputs share one pipe, so that their order is
 * exact. Undefined where it cannot be done (Windows, no `mkfifo`): then Node's own have to do.
 */
export async function openChildPipes(merge: boolean): Promise<ChildPipes | undefined> {
  if (process.platform === 'win32') return undefined;
  const opened: PipeEnds[] = [];
  try {
    await openPipes(merge ? 1 : 2, opened);
    return assemble(opened);
  } catch {
    for (const { readFd, writeFd } of opened) {
      closeSync(readFd);
      closeSync(writeFd);
    }
    return undefined;
  }
}

async function openPipes(count: number, opened: PipeEnds[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'devs-'));
  try {
    const paths = Array.from({ length: count }, (_, index) => join(directory, String(index)));
    await run('mkfifo', ['-m', '600', ...paths]);
    for (const path of paths) opened.push(openBothEnds(path));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function openBothEnds(path: string): PipeEnds {
  // Opened for both first, so that neither of the other two waits for its counterpart.
  const both = openSync(path, constants.O_RDWR);
  try {
    const readFd = openSync(path, constants.O_RDONLY);
    return { readFd, writeFd: openSync(path, constants.O_WRONLY) };
  } finally {
    closeSync(both);
  }
}

function assemble(pipes: readonly PipeEnds[]): ChildPipes {
  const [output, error = output] = pipes;
  if (output === undefined || error === undefined) throw new Error('no pipe');
  return {
    childEnds: [output.writeFd, error.writeFd],
    outputs: pipes.map(({ readFd }) => new Socket({ fd: readFd, readable: true, writable: false })),
    closeChildEnds() {
      for (const { writeFd } of pipes) closeSync(writeFd);
    },
  };
}
