import { workspace } from 'vscode';
import type { Resumption, ResumeOptions } from '../../app/api/app';
import type { RewindChoice } from '../../model/workspace/rewindRecord';
import type { Answer } from '../../ports/answer';
import type { NewTask } from '../../ports/configEditor';
import { configUri } from '../folders/configFiles';
import type { FolderApp } from '../folders/folderApp';
import { openConfig } from '../folders/openConfig';
import type { RunController } from './runController';

/** What a human can do in a folder, whether by the dashboard or by a command. */
export class FolderActions {
  constructor(private readonly runs: RunController) {}

  /** Answers once the run has begun. An edited `devs.yaml` is saved first. */
  async run(folder: FolderApp, taskIds?: readonly string[]): Promise<Answer> {
    if (!(await saveConfig(folder))) {
      return { ok: false, message: 'devs.yaml could not be saved, so nothing was run.' };
    }
    return this.runs.start(folder, taskIds);
  }

  pause(folder: FolderApp, now: boolean): Promise<Answer> {
    return thenRefresh(folder, folder.app.pause({ now }));
  }

  skip(folder: FolderApp, taskId: string): Promise<Answer> {
    return thenRefresh(folder, folder.app.skip(taskId));
  }

  retry(folder: FolderApp, taskId: string): Promise<Answer> {
    return thenRefresh(folder, folder.app.retry(taskId));
  }

  /** Resumes the task and goes on with the run. */
  resume(folder: FolderApp, taskId: string, options: ResumeOptions): Promise<Answer> {
    return this.resumeAndRun(folder, { type: 'resume', taskId, ...options });
  }

  /** Notes the task's pause as a false alarm and goes on with the run. */
  notALoop(folder: FolderApp, taskId: string): Promise<Answer> {
    return this.resumeAndRun(folder, { type: 'notALoop', taskId });
  }

  /** Brings files back, as they were before the first turn for `toTurn` 0. */
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
    const { type, taskId, ...options } = request;
    const resumed = await thenRefresh(
      folder,
      type === 'resume' ? app.resume(taskId, options) : app.notALoop(taskId),
    );
    if (!resumed.ok) return resumed;
    const goesOn = await this.runs.continueRun(folder, taskId);
    return { ok: goesOn.ok, message: `${resumed.message} ${goesOn.message}` };
  }

  /** Writes a first `devs.yaml` and opens it. */
  async init(folder: FolderApp): Promise<Answer> {
    const { ok, message } = await folder.app.init();
    await folder.refresh();
    if (ok) await openConfig(folder.folder);
    return { ok, message };
  }

  /** An edited `devs.yaml` is saved first, so that nothing typed is lost. */
  async addTask(folder: FolderApp, task: NewTask): Promise<Answer> {
    if (!(await saveConfig(folder))) {
      return { ok: false, message: 'devs.yaml could not be saved, so no task was added.' };
    }
    return thenRefresh(folder, folder.app.addTask(task));
  }
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
