import { listAsked, listQuestions, type TaskOverview } from '../../model/overview/overview';
import {
  isSameAsked,
  type AskedKey,
  type AskedPermission,
  type PermissionDecision,
} from '../../model/permissions/askedPermission';
import type { AgentQuestion, ShownQuestionReply } from '../../model/tools/agentQuestion';
import type { Answer } from '../../ports/answer';
import type { FolderApp } from './folderApp';
import type { TaskInFolder } from './taskInFolder';

/** Something that an agent asks, with its task and folder. */
export interface AskedInFolder<T> extends TaskInFolder {
  readonly asked: T;
}

export type RequestInFolder = AskedInFolder<AskedPermission>;
export type QuestionInFolder = AskedInFolder<AgentQuestion>;

/** What of a task waits. */
type ListAsked<T> = (task: TaskOverview) => readonly T[];

/** What waits in a folder, task by task, oldest first. */
export function askedInFolder<T>(
  folder: FolderApp,
  list: ListAsked<T>,
): readonly AskedInFolder<T>[] {
  const tasks = folder.overview?.tasks ?? [];
  return tasks.flatMap((task) => list(task).map((asked) => ({ folder, task, asked })));
}

/**
 * Answers a permission request that was shown. One that ended is refused, also where another run asks for something else
 * under its id.
 */
export async function permitShown(
  folder: Pick<FolderApp, 'app' | 'refresh'>,
  { askedAt, ...reply }: PermissionDecision,
): Promise<Answer> {
  return (await waits(folder, listAsked, { ...reply, askedAt }))
    ? await folder.app.permit(reply)
    : { ok: false, message: notOpen('permission request') };
}

/** Answers a question that was shown, likewise. */
export async function answerShown(
  folder: Pick<FolderApp, 'app' | 'refresh'>,
  { askedAt, ...reply }: ShownQuestionReply,
): Promise<Answer> {
  return (await waits(folder, listQuestions, { ...reply, askedAt }))
    ? await folder.app.answer(reply)
    : { ok: false, message: notOpen('question') };
}

async function waits(
  folder: Pick<FolderApp, 'refresh'>,
  list: ListAsked<AskedKey>,
  shown: AskedKey & { readonly taskId: string },
): Promise<boolean> {
  const { tasks } = await folder.refresh();
  const task = tasks.find(({ id }) => id === shown.taskId);
  return task !== undefined && list(task).some((each) => isSameAsked(each, shown));
}

/** Why an answer came too late. */
function notOpen(what: string): string {
  return `The ${what} is no longer open: it was answered, it timed out, or the turn ended.`;
}
