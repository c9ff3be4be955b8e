import { readTaskLink } from '../../model/task/taskLink';
import type { Answer } from '../../ports/answer';
import { sanitizePath } from '../text/sanitizeLabel';

/** A workspace folder in which tasks can be opened. */
export interface LinkFolder {
  /** Its URI, in the form of the editor. */
  readonly uri: string;
  hasTask(taskId: string): Promise<boolean>;
  open(taskId: string): Promise<Answer>;
}

/** What a link can reach. */
export interface LinkPlaces {
  /** Whether the workspace is trusted; otherwise the user was told. */
  readonly isTrusted: () => boolean;
  readonly folders: () => readonly LinkFolder[];
  /** The same URI in the form of the editor, and its path for humans; undefined for no URI. */
  readonly readUri: (text: string) => { readonly uri: string; readonly path: string } | undefined;
}

const NO_LINK: Answer = { ok: false, message: 'This link does not lead to a task of Devs.' };

/** Opens the page of the task that a link names, and does nothing else; undefined where the user was told already. */
export async function openTaskLink(
  { path, query }: { readonly path: string; readonly query: string },
  { isTrusted, folders, readUri }: LinkPlaces,
): Promise<Answer | undefined> {
  const link = readTaskLink(path, query);
  if (link === undefined) return NO_LINK;
  if (!isTrusted()) return undefined;
  const { taskId, folder } = link;
  const all = folders();
  if (folder !== undefined) {
    const named = readUri(folder);
    if (named === undefined) return NO_LINK;
    const found = all.find(({ uri }) => uri === named.uri);
    return (await found?.open(taskId)) ?? elsewhere(taskId, named.path);
  }
  const having = await Promise.all(all.map((each) => each.hasTask(taskId)));
  const [first, ...others] = all.filter((_, at) => having[at]);
  if (first === undefined)
    return { ok: false, message: `No folder in this window has a task "${taskId}".` };
  if (others.length === 0) return await first.open(taskId);
  const message = `Several folders have a task "${taskId}", and the link does not say which folder is meant.`;
  return { ok: false, message };
}

function elsewhere(taskId: string, path: string): Answer {
  const message = `Task "${taskId}" is in a folder that is not open in this window: ${sanitizePath(path)}. Open that folder, then follow the link again.`;
  return { ok: false, message };
}
