import type { TaskSources } from '../../ports/taskSources';
import type { GhPlaces } from '../github/runGh';

const TIME_LIMIT_MS = 30_000;

/** Reads lists of tasks from files, and issues through `gh`. Loads the code on first use. */
export function createTaskSources(
  places: Pick<GhPlaces, 'workspaceDir' | 'environment'>,
): TaskSources {
  const { workspaceDir } = places;
  return {
    readList: async (path, folder) => {
      const { readListFile } = await import('./readListFile');
      return await readListFile(path, { folder, workspaceDir });
    },
    askGithub: async (query) => {
      const { askGithub } = await import('./githubIssues');
      return await askGithub(query, { ...places, timeoutMs: TIME_LIMIT_MS });
    },
  };
}
