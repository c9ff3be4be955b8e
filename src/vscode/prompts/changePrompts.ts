import type { Span } from '../../app/api/requests';
import type { Answer } from '../../ports/answer';
import type { FolderApp } from '../folders/folderApp';
import type { UserInput, Choice } from './userInput';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import { afterTurn } from './targetChoices';
import { listTurnCheckpoints } from './listTurnCheckpoints';

/** Opens the diff editor; see `openChanges`. */
export type ShowChanges = (folder: FolderApp, taskId: string, span: Span) => Promise<Answer>;

/** Asks for a task and a span, then shows the changes. */
export class ChangePrompts {
  constructor(
    private readonly input: UserInput,
    private readonly show: ShowChanges,
  ) {}

  /** Does not ask for a span when one is given; undefined when the user cancelled. */
  async showChanges(
    tasks: readonly TaskInFolder[],
    given: Span | undefined,
  ): Promise<Answer | undefined> {
    const picked = await this.input.pickTask(tasks, {
      placeHolder: 'Show the changes of which task?',
      none: 'No task has had a turn yet, so there are no changes to show.',
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
    const chosen = await this.input.pickOne(spanChoices(task, tasks), options);
    if (chosen !== 'other') return chosen;
    const moments = momentChoices(task, tasks);
    const from = await this.input.pickOne(moments, {
      title,
      placeHolder: 'Changes from which moment?',
    });
    if (from === undefined) return undefined;
    const later = moments.filter(({ value }) => value > from);
    const now = { label: 'The workspace as it is now', value: 'now' } as const;
    const ends = [now, ...later.toReversed()];
    const to = await this.input.pickOne<number | 'now'>(ends, {
      title,
      placeHolder: 'Changes until which moment?',
    });
    return to === undefined ? undefined : { from, to };
  }
}

/** A span, or `other` to choose both moments. */
type SpanChoice = Span | 'other';

/** Choices: since the start, each turn's changes (newest first), any two moments. */
function spanChoices(
  task: TaskOverview,
  tasks: readonly TaskOverview[],
): readonly Choice<SpanChoice>[] {
  const turns = listTurnCheckpoints(task, tasks).flatMap(({ turn, before }) => {
    const mark = markOf(task, turn);
    const label = `What turn ${turn} changed`;
    return mark === undefined
      ? []
      : [{ ...afterTurn(mark), label, value: { from: before, to: turn } }];
  });
  return [
    {
      label: 'Since the start',
      description: 'from before the first turn until now',
      value: { from: 0, to: 'now' },
    },
    ...turns.toReversed(),
    { label: 'Between two moments…', value: 'other' },
  ];
}

/** Every moment that can be compared, oldest first; 0 = before the first turn. */
function momentChoices(
  task: TaskOverview,
  tasks: readonly TaskOverview[],
): readonly Choice<number>[] {
  const turns = listTurnCheckpoints(task, tasks).flatMap(({ turn }) => markOf(task, turn) ?? []);
  return [{ label: 'Before the first turn', value: 0 }, ...turns.map(afterTurn)];
}

function markOf({ turns }: TaskOverview, number: number): TurnMark | undefined {
  return turns.find((turn) => turn.number === number);
}
