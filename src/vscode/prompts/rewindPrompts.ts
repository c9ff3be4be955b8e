import type { PreviewAnswer, RewindOptions, Span } from '../../app/api/app';
import type { RewindChoice } from '../../model/workspace/rewindRecord';
import type { Answer } from '../../ports/answer';
import type { ShowChanges } from './changePrompts';
import type { FolderActions } from '../run/folderActions';
import type { FolderApp } from '../folders/folderApp';
import type { UserInput } from './userInput';
import {
  toRewindChoice,
  describeNothingToDo,
  rewindEntries,
  rewindQuestion,
} from './rewindChoices';
import { targetChoices } from './targetChoices';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { FollowUp, ActionAnswer } from '../notifications/showAnswer';

/** Dependencies of `RewindPrompts`. */
export interface RewindPromptsOptions {
  readonly input: UserInput;
  readonly actions: Pick<FolderActions, 'rewind' | 'redo'>;
  readonly showChanges: ShowChanges;
  /** Whether a file of the folder has unsaved changes in the editor. */
  readonly isUnsaved: (folder: FolderApp, path: string) => boolean;
}

/** A rewind or redo: its preview and how to apply it. */
interface RewindAction {
  readonly preview: () => Promise<PreviewAnswer>;
  readonly apply: (choice: RewindChoice) => Promise<Answer>;
  readonly followUps: readonly FollowUp[];
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
    way: RewindAction,
  ): Promise<ActionAnswer | undefined> {
    const answer = await way.preview();
    if (!answer.ok) return answer;
    const { preview } = answer;
    const entries = rewindEntries(preview, (path) => this.options.isUnsaved(folder, path));
    if (entries.length === 0) return { ok: true, message: describeNothingToDo(preview) };
    const chosen = await this.options.input.pickSeveral(entries, rewindQuestion(preview));
    if (chosen === undefined) return undefined;
    if (chosen.length === 0) {
      return { ok: true, message: 'Nothing was chosen: no file was changed.' };
    }
    const confirmed = chosen.flatMap(({ paths }) => paths);
    const done = await way.apply({ ...toRewindChoice(preview, chosen), confirmed });
    return done.ok ? { ...done, followUps: way.followUps } : done;
  }

  private showChangesFollowUp({ folder, task }: TaskInFolder, span: Span): FollowUp {
    const act = (): Promise<Answer> => this.options.showChanges(folder, task.id, span);
    return { label: 'Show Changes', act };
  }
}
