import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, Uri, workspace, type Memento } from 'vscode';
import { createDemo } from '../../app/demo/createDemo';
import type { ActionAnswer } from '../notifications/showAnswer';

/** The demo project whose window has not shown its dashboard yet. */
const OPENED = 'devs.openedDemo';

/** What the demo needs of the extension. */
export interface DemoContext {
  /** Absolute path of `dist/` as built. */
  readonly assetsDir: string;
  /** Shared by all windows. */
  readonly state: Memento;
}

/** Opens a fresh copy of the demo project, in another window where this one has a folder. */
export async function openDemo({
  assetsDir,
  state,
}: DemoContext): Promise<ActionAnswer | undefined> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'devs-demo-')));
  const folder = join(parent, 'demo');
  const made = await createDemo({ assetsDir, folder, environment: process.env });
  if (!made.ok) return made;
  await state.update(OPENED, folder);
  const forceNewWindow = (workspace.workspaceFolders ?? []).length > 0;
  await commands.executeCommand('vscode.openFolder', Uri.file(folder), { forceNewWindow });
  return undefined;
}

/** Whether this window shows the demo that was just opened; true once. */
export async function isOpenedDemo(state: Memento): Promise<boolean> {
  const opened = state.get<unknown>(OPENED);
  const shown = workspace.workspaceFolders?.some(({ uri }) => uri.fsPath === opened) ?? false;
  if (shown) await state.update(OPENED, undefined);
  return shown;
}
