import type { Span } from '../../app/api/app';
import type { Answer } from '../../ports/answer';
import type { FolderApp } from '../folders/folderApp';
import type { UserInput } from './userInput';
import { momentChoices, spanChoices } from './spanChoices';
import type { TaskInFolder } from '../folders/taskInFolder';

/** Opens the diff editor; see `openChanges`. */
export type ShowChanges = (folder: FolderApp, taskId: string, span: Span) => Promise<Answer>;

/** Asks for a task and a span, then shows the changes. */
export class ChangePrompts {
  constructor(
    private readonly picks: UserInput,
    private readonly show: ShowChanges,
  ) {}

  /** Does not ask for a span when one is given; undefined when the user cancelled. */
  async showChanges(
    tasks: readonly TaskInFolder[],
    given: Span | undefined,
  ): Promise<Answer | undefined> {
    const picked = await this.picks.pickTask(tasks, {
      placeHolder: 'Show the changes of which task?',
      none: 'No task has had a turn yet.',
      takeOnlyOne: true,
    });
    if (picked === undefined) return undefined;
    const span = given ?? (await this.pickSpan(picked));
    return span && this.show(picked.folder, picked.task.id, span);
  }

  private async pickSpan({ folder, task }: TaskInFolder): Promise<Span | undefined> {
    const title = `Changes of ${task.id}`;
    const tasks = folder.overview?.tasks ?? [];
    const options = { title, placeHolder: 'Which changes?' };
    const chosen = await this.picks.pickOne(spanChoices(task, tasks), options);
    if (chosen !== 'other') return chosen;
    const moments = momentChoices(task, tasks);
    const from = await this.picks.pickOne(moments, { title, placeHolder: 'From when?' });
    if (from === undefined) return undefined;
    const later = moments.filter(({ value }) => value > from);
    const now = { label: 'The workspace as it is now', value: 'now' } as const;
    const ends = [now, ...later.toReversed()];
    const to = await this.picks.pickOne<number | 'now'>(ends, {
      title,
      placeHolder: 'Until when?',
    });
    return to === undefined ? undefined : { from, to };
  }
}
