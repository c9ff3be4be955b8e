import { execFile } from 'node:child_process';
import { constants, openSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PipeFiles } from './supervisorProtocol';

const run = promisify(execFile);

/**
 * Makes two named pipes in a private folder. What Node gives a child are sockets, and a script that
 * writes to `/dev/stderr` fails on those. Undefined where there are none (no `mkfifo`, no space).
 */
export async function makePipeFiles(): Promise<PipeFiles | undefined> {
  let directory: string | undefined;
  try {
    directory = await mkdtemp(join(tmpdir(), 'devs-'));
    const files = { output: join(directory, 'output'), error: join(directory, 'error') };
    await run('mkfifo', ['-m', '600', files.output, files.error]);
    return files;
  } catch {
    if (directory !== undefined) removeFolder(directory);
    return undefined;
  }
}

/** Removes the names of the pipes; whoever has them open keeps them. */
export function removePipeFiles({ output }: PipeFiles): void {
  removeFolder(dirname(output));
}

/** The reading end of a named pipe, and a writing end that keeps it from ending until it is closed. */
export function openReader(path: string): { readonly readFd: number; readonly holdFd: number } {
  // Opened for both first, so that the reader does not wait for a writer.
  const holdFd = openSync(path, constants.O_RDWR);
  return { readFd: openSync(path, constants.O_RDONLY), holdFd };
}

function removeFolder(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Empty names in the folder for temporary files harm nobody.
  }
}
