import {
  commands,
  FileType,
  Uri,
  workspace,
  type TextDocumentShowOptions,
  type WorkspaceFolder,
} from 'vscode';
import type { ChangeSides, Side } from './changeSides';
import { NOTHING, nowAt } from './checkpointAddress';
import { checkpointUri } from './checkpointDocuments';

let looks = 0;

/** Stands for the current content in a new diff; its documents are read again. */
export function lookAtNow(): string {
  looks += 1;
  return nowAt(looks);
}

/** Opens the diff editor for one file, or the one for several; nothing for none. `note`: a document that comes before them. */
export async function openDiff(
  folder: WorkspaceFolder,
  changes: readonly ChangeSides[],
  title: string,
  note?: Uri,
): Promise<void> {
  const [first] = changes;
  if (note !== undefined) await openSeveral(folder, changes, title, note);
  else if (first !== undefined && changes.length === 1)
    await openFileDiff(folder, first, { title });
  else if (first !== undefined) await openSeveral(folder, changes, title);
}

/** Opens the diff editor for one file; `show` is how its editor is shown. */
export async function openFileDiff(
  folder: WorkspaceFolder,
  change: ChangeSides,
  { title, show }: { readonly title: string; readonly show?: TextDocumentShowOptions },
): Promise<void> {
  const nothing = documentUri(folder, change.path, NOTHING);
  const [left, right] = await urisOf(folder, change);
  await commands.executeCommand('vscode.diff', left ?? nothing, right ?? nothing, title, show);
}

async function openSeveral(
  folder: WorkspaceFolder,
  changes: readonly ChangeSides[],
  title: string,
  note?: Uri,
): Promise<void> {
  const noted = note === undefined ? [] : [[note, undefined, note]];
  const resources = await Promise.all(
    changes.map(async (change) => [
      fileUri(folder, change.path),
      ...(await urisOf(folder, change)),
    ]),
  );
  await commands.executeCommand('vscode.changes', title, [...noted, ...resources]);
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
        ? documentUri(folder, path, lookAtNow())
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
