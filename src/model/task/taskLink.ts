/** The extension as VS Code names it: publisher and name of package.json, which a test compares. */
export const EXTENSION_ID = 'devs.devs';

const PATH = /^\/task\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})$/;

/** A link that opens the page of a task in VS Code. `folder`: URI of its workspace folder. */
export function taskLink(taskId: string, folder: string): string {
  return `vscode://${EXTENSION_ID}/task/${encodeURIComponent(taskId)}?folder=${encodeURIComponent(folder)}`;
}

/** What a link names. */
export interface LinkedTask {
  readonly taskId: string;
  /** URI of the workspace folder; absent for any. */
  readonly folder?: string;
}

/** Reads path and query of such a link, both decoded once; undefined for any other. */
export function readTaskLink(path: string, query: string): LinkedTask | undefined {
  const [, taskId] = PATH.exec(path) ?? [];
  if (taskId === undefined) return undefined;
  const [, folder] = /(?:^|&)folder=([^&]*)/.exec(query) ?? [];
  return folder === undefined || folder === '' ? { taskId } : { taskId, folder };
}
