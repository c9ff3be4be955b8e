import { commands, FileType, Uri, workspace, type WorkspaceFolder } from 'vscode';
import type { Span } from '../../app/api/app';
import type { Answer } from '../../ports/answer';
import { changeSides, describeChanges, type ChangeSides, type Side } from './changeSides';
import { LINK_NOW, NOTHING } from './checkpointAddress';
import { checkpointUri } from './checkpointDocuments';
import type { FolderApp } from '../folders/folderApp';

/** Opens the differences between two moments of a task in the diff editor. */
export async function openChanges(
  { app, folder }: FolderApp,
  taskId: string,
  span: Span,
): Promise<Answer> {
  const found = await app.changes(taskId, span);
  if (!found.ok) return found;
  const sides = changeSides(found);
  const [first] = sides;
  if (first !== undefined && sides.length === 1) await openOne(folder, first, found.title);
  else if (first !== undefined) await openSeveral(folder, sides, found.title);
  return { ok: true, message: describeChanges(found, sides.length) };
}

async function openOne(folder: WorkspaceFolder, change: ChangeSides, title: string): Promise<void> {
  const nothing = documentUri(folder, change.path, NOTHING);
  const [left, right] = await urisOf(folder, change);
  await commands.executeCommand('vscode.diff', left ?? nothing, right ?? nothing, title);
}

async function openSeveral(
  folder: WorkspaceFolder,
  changes: readonly ChangeSides[],
  title: string,
): Promise<void> {
  const resources = await Promise.all(
    changes.map(async (change) => [
      fileUri(folder, change.path),
      ...(await urisOf(folder, change)),
    ]),
  );
  await commands.executeCommand('vscode.changes', title, resources);
}

async function urisOf(
  folder: WorkspaceFolder,
  { path, left, right }: ChangeSides,
): Promise<readonly [Uri | undefined, Uri | undefined]> {
  return [await sideUri(folder, path, left), await sideUri(folder, path, right)];
}

async function sideUri(
  folder: WorkspaceFolder,
  path: string,
  side: Side,
): Promise<Uri | undefined> {
  switch (side.kind) {
    case 'nothing':
      return undefined;
    case 'checkpoint':
      return documentUri(folder, path, side.checkpoint);
    case 'now':
      return (await isLink(folder, path))
        ? documentUri(folder, path, LINK_NOW)
        : fileUri(folder, path);
    default:
      return side satisfies never;
  }
}

/** Symbolic links are detected because the editor would follow them, perhaps out of the workspace. False for a missing file. */
async function isLink(folder: WorkspaceFolder, path: string): Promise<boolean> {
  try {
    const { type } = await workspace.fs.stat(fileUri(folder, path));
    return (type & FileType.SymbolicLink) !== 0;
  } catch {
    return false;
  }
}

function documentUri(folder: WorkspaceFolder, path: string, checkpoint: string): Uri {
  return checkpointUri({ folder: folder.uri.toString(), checkpoint, path });
}

function fileUri(folder: WorkspaceFolder, path: string): Uri {
  return Uri.joinPath(folder.uri, ...path.split('/'));
}
