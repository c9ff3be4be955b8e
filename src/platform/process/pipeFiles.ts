import { execFile } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PipeFiles } from './supervisorProtocol';

const run = promisify(execFile);

/**
 * Makes two named pipes in a private folder. Node gives a child sockets, on which a script that
 * writes to `/dev/stderr` fails. Undefined without named pipes (no `mkfifo`, no space).
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

/** Removes the names of the pipes; open descriptors stay valid. */
export function removePipeFiles({ output }: PipeFiles): void {
  removeFolder(dirname(output));
}

/** False once another program has removed them, for instance with the folder for temporary files. */
export function havePipeFiles({ output, error }: PipeFiles): boolean {
  return existsSync(output) && existsSync(error);
}

/** The reading end of a named pipe, and a writing end that keeps it from ending until it is closed. */
export interface OpenReader {
  readonly readFd: number;
  readonly holdFd: number;
}

/** Throws without descriptors. */
export function openReader(path: string): OpenReader {
  // Opened for both first, so that the reader does not wait for a writer.
  const holdFd = openSync(path, constants.O_RDWR);
  try {
    return { readFd: openSync(path, constants.O_RDONLY), holdFd };
  } catch (error) {
    closeSync(holdFd);
    throw error;
  }
}

/** The writing end of a named pipe, also when its reader has ended. Throws without descriptors. */
export function openWriter(path: string): number {
  const holdFd = openSync(path, constants.O_RDWR);
  try {
    return openSync(path, constants.O_WRONLY);
  } finally {
    closeSync(holdFd);
  }
}

function removeFolder(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Leftover empty files in the temporary folder are harmless.
  }
}
