import type { RewindOptions, Span } from '../../app/api/requests';
import type { Answer } from '../../ports/answer';
import type { ShowChanges } from './changePrompts';
import type { FolderActions } from '../run/folderActions';
import type { FolderApp } from '../folders/folderApp';
import type { UserInput } from './userInput';
import { askAndRestore, type RestoreAction, type RestorePromptOptions } from './restorePrompt';
import { rewindSubject } from './rewindChoices';
import { targetChoices } from './targetChoices';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { RewindDiff, RewindDiffOptions } from '../documents/rewindDiff';
import { capitalise } from '../../text/sentence';
import type { FollowUp, ActionAnswer } from '../notifications/showAnswer';

/** Dependencies of `RewindPrompts`. */
export interface RewindPromptsOptions extends Pick<RestorePromptOptions, 'warn'> {
  readonly input: UserInput;
  readonly actions: Pick<FolderActions, 'rewind' | 'redo'>;
  readonly showChanges: ShowChanges;
  /** The diffs beside the list. */
  readonly createDiff: (folder: FolderApp, options: RewindDiffOptions) => RewindDiff;
  /** Whether a file of the folder has unsaved changes in the editor. */
  readonly isUnsaved: (folder: FolderApp, path: string) => boolean;
}

/** Rewind and redo: shows the preview, asks, and applies the choice. */
export class RewindPrompts {
  constructor(private readonly options: RewindPromptsOptions) {}

  /** `toTurn` 0 = before the first turn; asked for where it is not given and there is a choice. */
  async rewind(
    tasks: readonly TaskInFolder[],
    toTurn: number | undefined,
  ): Promise<ActionAnswer | undefined> {
    const picked = await this.options.input.pickTask(tasks, {
      placeHolder: 'Rewind which task?',
      none: 'No task has a checkpoint to restore.',
      takeOnlyOne: true,
    });
    if (picked === undefined) return undefined;
    const target = toTurn ?? (await this.pickTarget(picked));
    return target === undefined ? undefined : this.rewindTo(picked, target);
  }

  async redo(tasks: readonly TaskInFolder[]): Promise<ActionAnswer | undefined> {
    const picked = await this.options.input.pickTask(tasks, {
      placeHolder: 'Undo the rewind of which task?',
      none: 'No task has a rewind to undo.',
      takeOnlyOne: true,
    });
    if (picked === undefined) return undefined;
    const { folder, task } = picked;
    return this.previewAndApply(folder, {
      preview: () => folder.app.previewRedo(task.id),
      apply: (choice) => this.options.actions.redo(folder, task.id, choice),
      followUps: [this.showChangesFollowUp(picked, { from: 0, to: 'now' })],
    });
  }

  private rewindTo(picked: TaskInFolder, toTurn: number): Promise<ActionAnswer | undefined> {
    const { folder, task } = picked;
    const options: RewindOptions = toTurn === 0 ? {} : { toTurn };
    const newest = task.turns.findLast(({ checkpoint }) => checkpoint)?.number ?? 0;
    return this.previewAndApply(folder, {
      preview: () => folder.app.previewRewind(task.id, options),
      apply: (choice) => this.options.actions.rewind(folder, task.id, { toTurn, choice }),
      followUps: [
        { label: 'Redo', act: () => this.redo([picked]) },
        this.showChangesFollowUp(picked, { from: newest, to: 'now' }),
      ],
    });
  }

  private async pickTarget({ folder, task }: TaskInFolder): Promise<number | undefined> {
    const targets = targetChoices(task, folder.overview?.tasks ?? []);
    if (targets.length === 1) return targets[0]?.value;
    return this.options.input.pickOne(targets, {
      title: `Rewind ${task.id}`,
      placeHolder: 'Restore the files to which moment?',
    });
  }

  private async previewAndApply(
    folder: FolderApp,
    way: Pick<RestoreAction, 'preview' | 'apply' | 'followUps'>,
  ): Promise<ActionAnswer | undefined> {
    const { isUnsaved, createDiff } = this.options;
    return await askAndRestore(this.options, {
      ...way,
      isUnsaved: (path) => isUnsaved(folder, path),
      createDiff: (preview, checkpoint) => {
        const title = `${capitalise(preview.kind)} ${rewindSubject(preview)}`;
        return createDiff(folder, { title, side: `after the ${preview.kind}`, checkpoint });
      },
    });
  }

  private showChangesFollowUp({ folder, task }: TaskInFolder, span: Span): FollowUp {
    const act = (): Promise<Answer> => this.options.showChanges(folder, task.id, span);
    return { label: 'Show Changes', act };
  }
}
