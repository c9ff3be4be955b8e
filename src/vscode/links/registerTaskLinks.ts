import { Uri, window, type Disposable } from 'vscode';
import { localFolders } from '../folders/configFiles';
import type { FolderApps } from '../folders/folderApps';
import type { TaskOpener } from '../folders/taskOpener';
import type { Trust } from '../folders/trust';
import { showAnswer } from '../notifications/showAnswer';
import { openTaskLink, type LinkPlaces } from './openTaskLink';

/** Dependencies of links. */
export interface TaskLinksOptions {
  readonly apps: FolderApps;
  readonly trust: Trust;
  readonly pages: TaskOpener;
  readonly report: (problem: string) => void;
}

/** Opens tasks from `vscode://devs.devs/task/<id>`; starts nothing. */
export function registerTaskLinks(options: TaskLinksOptions): Disposable {
  const places = placesOf(options);
  return window.registerUriHandler({
    handleUri: async (uri) => {
      try {
        const answer = await openTaskLink(uri, places);
        if (answer !== undefined) showAnswer(answer);
      } catch (error) {
        options.report(String(error));
        showAnswer({
          ok: false,
          message: 'Devs could not open the task of this link. "Devs: Show Output" says why.',
        });
      }
    },
  });
}

function placesOf({ apps, trust, pages }: TaskLinksOptions): LinkPlaces {
  return {
    isTrusted: () => trust.check(),
    folders: () =>
      localFolders().map((folder) => ({
        uri: folder.uri.toString(),
        hasTask: async (taskId) => {
          const { tasks } = await apps.open(folder).refresh();
          return tasks.some(({ id }) => id === taskId);
        },
        open: async (taskId) => await pages.open(apps.open(folder), taskId),
      })),
    readUri: (text) => {
      try {
        const uri = Uri.parse(text, true);
        return { uri: uri.toString(), path: uri.fsPath };
      } catch {
        // It has no scheme, or a path that no URI may have.
        return undefined;
      }
    },
  };
}
