import type { TaskOverview } from '../../../../src/model/overview/overview';
import { tasksOf, type ChatFolder, type ChatTask } from '../../../../src/vscode/chat/chatAnswer';
import { overview, task } from '../overviews';

/** A folder with these tasks, at rest. */
export function folder(tasks: readonly TaskOverview[], name = 'shop'): ChatFolder {
  return { uri: `file:///${name}`, name, overview: overview({ tasks }) };
}

/** A paused task. */
export function paused(id: string, change: Partial<TaskOverview> = {}): TaskOverview {
  return task(id, { status: 'PAUSED_FOR_INTERVENTION', runnable: false, ...change });
}

/** Tasks of one folder. */
export function chatTasks(...tasks: readonly TaskOverview[]): readonly ChatTask[] {
  return tasksOf([folder(tasks)]);
}

/** Markdown, formulas, links and commands as an agent might write them. */
export const HOSTILE =
  '[click](command:workbench.action.quit) <img src=x> ![p](https://evil.example/p) https://evil.example www.evil.example me@evil.example $(alert) $x$ \u202e`code`';
