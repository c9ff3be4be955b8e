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

/**
 * Asks for one of the tasks, unless `taskId` names it, and for its place in `devs.yaml`, then moves it; undefined when
 * the user cancelled. `tasks`: all of a folder, in the order of the file.
 */
export async function moveTask(
  { actions, input }: MoveContext,
  tasks: readonly TaskInFolder[],
  taskId?: string,
): Promise<Answer | undefined> {
  if (tasks.length === 1) return { ok: false, message: 'devs.yaml has no other task.' };
  const candidates = tasks.filter(({ task }) => taskId === undefined || task.id === taskId);
  const picked = await input.pickTask(candidates, {
    placeHolder: 'Move which task?',
    none: 'devs.yaml has no tasks yet.',
    takeOnlyOne: true,
  });
  if (picked === undefined) return undefined;
  const move = await input.pickOne(listPlaces(tasks, picked), {
    title: `Move ${picked.task.id}`,
    placeHolder: 'To which place in devs.yaml?',
  });
  return move && (await actions.moveTask(picked.folder, move));
}

/** Every place but its own, from the top: one step up and down first, as they are what is mostly meant. */
function listPlaces(
  tasks: readonly TaskInFolder[],
  { task: { id: taskId } }: TaskInFolder,
): readonly Choice<TaskMove>[] {
  const at = tasks.findIndex(({ task }) => task.id === taskId);
  const place = (
    to: TaskMove['to'],
    index: number,
    label?: string,
  ): readonly Choice<TaskMove>[] => {
    const other = tasks[index]?.task;
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
