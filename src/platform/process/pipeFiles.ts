import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PipeFiles } from './supervisorProtocol';

const run = promisify(execFile);

/** A new name for a folder of pipes; the folder does not exist yet. */
export function namePipeFolder(): string {
  return join(tmpdir(), `devs-${randomUUID()}`);
}

/**
 * Makes two named pipes in `folder`, a new private one. Node gives a child sockets, on which a script
 * that writes to `/dev/stderr` fails. Undefined without named pipes (no `mkfifo`, no space).
 */
export async function makePipeFiles(folder: string): Promise<PipeFiles | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 });
    const files = { output: join(folder, 'output'), error: join(folder, 'error') };
    await run('mkfifo', ['-m', '600', files.output, files.error]);
    return files;
  } catch {
    removePipeFolder(folder);
    return undefined;
  }
}

/** Removes the names of the pipes; open descriptors stay valid. */
export function removePipeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Leftover empty files in the temporary folder are harmless.
  }
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
