import { workspace } from 'vscode';
import type {
  Resumption,
  HintOptions,
  ResumeOptions,
  SeenChange,
  SendBack,
} from '../../app/api/requests';
import { CONFIG_FILE } from '../../model/config/config';
import type { NewTask } from '../../model/task/newTask';
import type { RewindChoice } from '../../model/workspace/rewindRecord';
import type { Answer } from '../../ports/answer';
import type { ConfigChange, TaskMove } from '../../ports/configEditor';
import type { PermissionDecision } from '../../model/permissions/askedPermission';
import type { ShownQuestionReply } from '../../model/tools/agentQuestion';
import { answerShown, permitShown } from '../folders/askedInFolder';
import { configUri } from '../folders/configFiles';
import type { FolderApp } from '../folders/folderApp';
import { isUnsaved } from '../folders/isUnsaved';
import type { RunController } from './runController';

/** The actions in a folder, for the dashboard and for commands. */
export class FolderActions {
  constructor(
    private readonly runs: RunController,
    private readonly showSetUp: (folder: FolderApp) => void,
  ) {}

  /** Resolves once the run has started. Saves an edited `devs.yaml` first. */
  async run(folder: FolderApp, taskIds?: readonly string[]): Promise<Answer> {
    if (!(await saveConfig(folder))) {
      return { ok: false, message: 'devs.yaml could not be saved, so nothing was run.' };
    }
    return this.runs.start(folder, taskIds);
  }

  pause(folder: FolderApp, now: boolean): Promise<Answer> {
    return thenRefresh(folder, folder.app.pause({ now }));
  }

  /** Withdraws a pause after the running turn. */
  keepGoing(folder: FolderApp): Promise<Answer> {
    return thenRefresh(folder, folder.app.keepGoing());
  }

  skip(folder: FolderApp, taskId: string): Promise<Answer> {
    return thenRefresh(folder, folder.app.skip(taskId));
  }

  /** Gives a hint to a task that goes on by itself. */
  hint(folder: FolderApp, taskId: string, options: HintOptions): Promise<Answer> {
    return thenRefresh(folder, folder.app.hint(taskId, options));
  }

  /** Answers a permission request that was shown. */
  permit(folder: FolderApp, decision: PermissionDecision): Promise<Answer> {
    return thenRefresh(folder, permitShown(folder, decision));
  }

  /** Answers a question that was shown. */
  answerQuestion(folder: FolderApp, reply: ShownQuestionReply): Promise<Answer> {
    return thenRefresh(folder, answerShown(folder, reply));
  }

  /** Ends a task as done although its pass is doubtful; a reviewed change lands, and the run continues. */
  async accept(folder: FolderApp, taskId: string, seen: SeenChange): Promise<Answer> {
    const { tasks } = await folder.refresh();
    const isReviewed = tasks.find(({ id }) => id === taskId)?.review !== undefined;
    if (!isReviewed) return await thenRefresh(folder, folder.app.accept(taskId, seen));
    return await this.resumeAndRun(folder, { type: 'accept', taskId, ...seen });
  }

  /** Sends a reviewed change back with its open comments and continues the run. */
  sendBack(folder: FolderApp, taskId: string, what: SendBack): Promise<Answer> {
    return this.resumeAndRun(folder, { type: 'sendBack', taskId, ...what });
  }

  /** Throws a reviewed change away; its task is skipped. */
  discard(folder: FolderApp, taskId: string, seen: SeenChange): Promise<Answer> {
    return thenRefresh(folder, folder.app.discard(taskId, seen));
  }

  retry(folder: FolderApp, taskId: string): Promise<Answer> {
    return thenRefresh(folder, folder.app.retry(taskId));
  }

  /** Resumes the task and continues the run. */
  resume(folder: FolderApp, taskId: string, options: ResumeOptions): Promise<Answer> {
    return this.resumeAndRun(folder, { type: 'resume', taskId, ...options });
  }

  /** Ends the task's wait for a time and continues the run. */
  stopWaiting(folder: FolderApp, taskId: string): Promise<Answer> {
    return this.resumeAndRun(folder, { type: 'stopWaiting', taskId });
  }

  /** Looks for the programs of a blocked task again; resumes it once they are there. */
  async checkAgain(folder: FolderApp, taskId: string): Promise<Answer> {
    const missing = await folder.app.findMissing(taskId);
    if (missing !== undefined) return { ok: false, message: `Still missing: ${missing}` };
    return this.resume(folder, taskId, {});
  }

  /** Records that a loop was none; continues the run with a task that it had stopped. */
  async notALoop(folder: FolderApp, taskId: string, finding?: number): Promise<Answer> {
    const { tasks } = await folder.refresh();
    const status = tasks.find(({ id }) => id === taskId)?.status ?? 'pending';
    if (status === 'pending' || status === 'in_progress')
      return await thenRefresh(folder, folder.app.notALoop(taskId, finding));
    const named = finding === undefined ? {} : { finding };
    return await this.resumeAndRun(folder, { type: 'notALoop', taskId, ...named });
  }

  /** Restores files; `toTurn` 0 = before the first turn. */
  rewind(
    folder: FolderApp,
    taskId: string,
    { toTurn, choice }: { readonly toTurn: number; readonly choice: RewindChoice },
  ): Promise<Answer> {
    const options = toTurn === 0 ? { choice } : { toTurn, choice };
    return thenRefresh(folder, folder.app.rewind(taskId, options));
  }

  /** Undoes the task's newest rewind. */
  redo(folder: FolderApp, taskId: string, choice: RewindChoice): Promise<Answer> {
    return thenRefresh(folder, folder.app.redo(taskId, choice));
  }

  private async resumeAndRun(folder: FolderApp, request: Resumption): Promise<Answer> {
    const together = await this.runs.resumeAndContinue(folder, request);
    if (together !== undefined) return await thenRefresh(folder, Promise.resolve(together));
    const { app } = folder;
    const { taskId } = request;
    const resumed = await thenRefresh(folder, sendResumption(app, request));
    if (!resumed.ok) return resumed;
    const goesOn = await this.runs.continueRun(folder, taskId);
    return { ok: goesOn.ok, message: `${resumed.message} ${goesOn.message}` };
  }

  /** Writes a first `devs.yaml`, then shows what is to be set up. */
  async init(folder: FolderApp): Promise<Answer> {
    const answer = await this.create(folder);
    this.showSetUp(folder);
    return answer;
  }

  /** Writes a first `devs.yaml`. */
  async create(folder: FolderApp): Promise<Answer> {
    const { ok, message } = await folder.app.init();
    await folder.refresh();
    return { ok, message };
  }

  /** Changes one setting of `devs.yaml`. */
  change(folder: FolderApp, change: ConfigChange): Promise<Answer> {
    return thenRefresh(folder, folder.app.change(change));
  }

  /** Adds tasks to `devs.yaml`, all or none. Saves an edited one first. */
  async addTasks(folder: FolderApp, tasks: readonly NewTask[]): Promise<Answer> {
    if (!(await saveConfig(folder))) {
      return { ok: false, message: 'devs.yaml could not be saved, so no task was added.' };
    }
    return thenRefresh(folder, folder.app.addTasks(tasks));
  }

  /** Refused while `devs.yaml` is edited: the order is then the editor's. */
  async moveTask(folder: FolderApp, move: TaskMove): Promise<Answer> {
    if (isUnsaved(folder, CONFIG_FILE)) {
      return { ok: false, message: 'devs.yaml has unsaved changes; save or revert them first.' };
    }
    return thenRefresh(folder, folder.app.moveTask(move));
  }
}

function sendResumption(app: FolderApp['app'], request: Resumption): Promise<Answer> {
  if (request.type === 'notALoop') return app.notALoop(request.taskId, request.finding);
  if (request.type === 'stopWaiting') return app.stopWaiting(request.taskId);
  if (request.type === 'accept' || request.type === 'sendBack') {
    const { type, taskId, ...what } = request;
    return app[type](taskId, what);
  }
  const { taskId, hint, agent } = request;
  const options = { ...(hint !== undefined && { hint }), ...(agent !== undefined && { agent }) };
  return app.resume(taskId, options);
}

async function thenRefresh(folder: FolderApp, action: Promise<Answer>): Promise<Answer> {
  const { ok, message } = await action;
  await folder.refresh();
  return { ok, message };
}

async function saveConfig({ folder }: FolderApp): Promise<boolean> {
  const file = configUri(folder).toString();
  const open = workspace.textDocuments.find((document) => document.uri.toString() === file);
  return open?.isDirty === true ? open.save() : true;
}
