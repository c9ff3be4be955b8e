import type { TaskOverview } from '../../model/overview/overview';
import type { TaskMove } from '../../ports/configEditor';
import type { Answer } from '../../ports/answer';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { FolderActions } from '../run/folderActions';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { Choice, UserInput } from './userInput';

/** What a move needs of the extension. */
export interface MoveContext {
  readonly actions: Pick<FolderActions, 'moveTask'>;
  readonly input: Pick<UserInput, 'pickTask' | 'pickOne'>;
}

/** Asks for one of the tasks and for its place in `devs.yaml`, then moves it; undefined when the user cancelled. */
export async function moveTask(
  { actions, input }: MoveContext,
  tasks: readonly TaskInFolder[],
  takeOnlyOne: boolean,
): Promise<Answer | undefined> {
  const picked = await input.pickTask(tasks, {
    placeHolder: 'Move which task?',
    none: 'devs.yaml has no tasks yet.',
    takeOnlyOne,
  });
  if (picked === undefined) return undefined;
  const places = listPlaces(picked.folder.overview?.tasks ?? [], picked.task.id);
  if (places.length === 0) return { ok: false, message: 'devs.yaml has no other task.' };
  const move = await input.pickOne(places, {
    title: `Move ${picked.task.id}`,
    placeHolder: 'Move the task to which place in devs.yaml?',
  });
  return move && (await actions.moveTask(picked.folder, move));
}

/** Every place but its own: one step up and down, which is mostly meant, the ends, the others from the top. */
function listPlaces(tasks: readonly TaskOverview[], taskId: string): readonly Choice<TaskMove>[] {
  const at = tasks.findIndex(({ id }) => id === taskId);
  const place = (
    to: TaskMove['to'],
    index: number,
    label?: string,
  ): readonly Choice<TaskMove>[] => {
    const other = tasks[index];
    if (other === undefined) return [];
    const beside = `${to === 'before' ? 'Above' : 'Below'} ${sanitizeLabel(other.title)}`;
    const words = label === undefined ? { label: beside } : { label, description: beside };
    return [{ ...words, value: { taskId, to, other: other.id } }];
  };
  const last = tasks.length - 1;
  const further = tasks.flatMap((_, index) => {
    if (Math.abs(index - at) < 2 || index === 0 || index === last) return [];
    return place(index < at ? 'before' : 'after', index);
  });
  return [
    ...place('before', at - 1, 'Up'),
    ...place('after', at + 1, 'Down'),
    ...(at > 1 ? place('before', 0, 'To the top') : []),
    ...(at < last - 1 ? place('after', last, 'To the bottom') : []),
    ...further,
  ];
}
