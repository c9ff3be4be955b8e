import { readdir } from 'node:fs/promises';

/** Rejects, naming the folder and the reason, when the workspace folder cannot be listed. */
export async function assertReadable(workspaceDir: string): Promise<void> {
  try {
    await readdir(workspaceDir);
  } catch (error) {
    throw new Error(
      `The workspace folder ${workspaceDir} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
