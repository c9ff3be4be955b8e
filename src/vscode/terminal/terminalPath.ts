import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { launcherFiles } from './launcherScript';

/**
 * Puts `devs` on PATH in the editor's terminals. The launchers lie in the extension's storage, because a packaged
 * extension cannot be relied on to keep executable bits.
 */
export async function putOnTerminalPath(context: ExtensionContext): Promise<void> {
  const directory = join(context.globalStorageUri.fsPath, 'bin');
  const files = launcherFiles({
    directory,
    runtime: process.execPath,
    electron: process.versions['electron'] !== undefined,
    cli: context.asAbsolutePath(join('dist', 'cli.js')),
  });
  await mkdir(directory, { recursive: true });
  for (const { name, text } of files) await replaceExecutable(join(directory, name), text);
  const collection = context.environmentVariableCollection;
  collection.description = 'Adds the `devs` command.';
  collection.prepend('PATH', directory + delimiter, {
    applyAtProcessCreation: true,
    applyAtShellIntegration: true,
  });
}

/** Replaces the file atomically, as another window may start it at any moment. */
async function replaceExecutable(file: string, text: string): Promise<void> {
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, text);
  await chmod(fresh, 0o755);
  await rename(fresh, file);
}
