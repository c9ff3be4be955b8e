import { listAsked, type TaskOverview } from '../../model/overview/overview';
import type { AskedPermission, PermissionDecision } from '../../model/permissions/askedPermission';
import type { Answer } from '../../ports/answer';
import type { FolderApp } from './folderApp';
import type { TaskInFolder } from './taskInFolder';

/** A permission request with its task and folder. */
export interface AskedInFolder extends TaskInFolder {
  readonly asked: AskedPermission;
}

/** The permission requests of a folder that wait, oldest first. */
export function askedInFolder(folder: FolderApp): readonly AskedInFolder[] {
  return (folder.overview?.tasks ?? []).flatMap((task: TaskOverview) =>
    listAsked(task).map((asked) => ({ folder, task, asked })),
  );
}

/** Whether both are the same request of the same run. */
export function isSameRequest(
  one: Pick<AskedPermission, 'id' | 'askedAt'>,
  other: Pick<AskedPermission, 'id' | 'askedAt'>,
): boolean {
  return one.id === other.id && one.askedAt === other.askedAt;
}

/**
 * Answers a permission request that was shown. One that ended is refused, also where another run asks for something else
 * under its id.
 */
export async function permitShown(
  folder: Pick<FolderApp, 'app' | 'refresh'>,
  { askedAt, ...reply }: PermissionDecision,
): Promise<Answer> {
  const { tasks } = await folder.refresh();
  const task = tasks.find(({ id }) => id === reply.taskId);
  const shown = { id: reply.id, askedAt };
  const isOpen = task !== undefined && listAsked(task).some((each) => isSameRequest(each, shown));
  return isOpen ? await folder.app.permit(reply) : { ok: false, message: NOT_OPEN };
}

/** Why an answer came too late. */
const NOT_OPEN =
  'The permission request does not wait any more: it was answered, its time was over, or its turn ended.';
