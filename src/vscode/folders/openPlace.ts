import { Range, Uri, window, workspace, type WorkspaceFolder } from 'vscode';
import type { FailureLocation } from '../../model/failure/failure';
import type { Answer } from '../../ports/answer';
import { leavesFolder } from './leavesFolder';
import { placeInFolder } from './placeInFolder';

type Place = Pick<FailureLocation, 'file' | 'line'>;

/** The same for a place that a program named: refuses a link that leads out of the folder. */
export async function openPlace(folder: WorkspaceFolder, place: Place): Promise<Answer> {
  return (await leavesFolder(folder.uri.fsPath, place.file))
    ? { ok: false, message: `${place.file} leads out of this folder, so it was not opened.` }
    : showPlace(folder, place);
}

/** Opens a file of the folder, at a line if one is given, at most its last. Refuses what is missing or no text. */
export async function showPlace(folder: WorkspaceFolder, { file, line }: Place): Promise<Answer> {
  try {
    const document = await workspace.openTextDocument(Uri.joinPath(folder.uri, file));
    const at = Math.max(1, Math.min(line ?? 1, document.lineCount)) - 1;
    const selection = line === undefined ? {} : { selection: new Range(at, 0, at, 0) };
    await window.showTextDocument(document, selection);
    return { ok: true, message: `Opened ${file}.` };
  } catch {
    return { ok: false, message: `${file} cannot be opened: it is missing, or not a text file.` };
  }
}

/** The same for a file that an agent or a program named, in whatever way: refuses what lies outside the folder. */
export async function openNamedFile(
  folder: WorkspaceFolder,
  { file, line }: { readonly file: string; readonly line?: number },
): Promise<Answer> {
  const place = placeInFolder(folder.uri.fsPath, file);
  return place === undefined
    ? { ok: false, message: `${file} is not in this folder, so it was not opened.` }
    : openPlace(folder, { file: place, ...(line === undefined ? {} : { line }) });
}
