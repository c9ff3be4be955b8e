import type { PreviewAnswer, RewindOptions, Span } from '../../app/api/app';
import type { RewindChoice, RewindPreview } from '../../model/workspace/rewindRecord';
import type { Answer } from '../../ports/answer';
import type { ShowChanges } from './changePrompts';
import type { FolderActions } from '../run/folderActions';
import type { FolderApp } from '../folders/folderApp';
import type { Choice, UserInput } from './userInput';
import {
  toRewindChoice,
  describeNothingToDo,
  rewindEntries,
  rewindFiles,
  rewindQuestion,
  rewindSubject,
  type RewindEntry,
} from './rewindChoices';
import { targetChoices } from './targetChoices';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { RewindDiff, RewindDiffOptions } from '../documents/rewindDiff';
import { capitalise } from '../../text/sentence';
import type { FollowUp, ActionAnswer } from '../notifications/showAnswer';

/** Dependencies of `RewindPrompts`. */
export interface RewindPromptsOptions {
  readonly input: UserInput;
  readonly actions: Pick<FolderActions, 'rewind' | 'redo'>;
  readonly showChanges: ShowChanges;
  /** The diffs beside the list. */
  readonly createDiff: (folder: FolderApp, options: RewindDiffOptions) => RewindDiff;
  /** Says in a notification what went wrong beside the rewind, which goes on. */
  readonly warn: (message: string) => void;
  /** Whether a file of the folder has unsaved changes in the editor. */
  readonly isUnsaved: (folder: FolderApp, path: string) => boolean;
}

/** A rewind or redo: its preview and how to apply it. */
interface RewindAction {
  readonly preview: () => Promise<PreviewAnswer>;
  readonly apply: (choice: RewindChoice) => Promise<Answer>;
  readonly followUps: readonly FollowUp[];
}

const COULD_NOT_OPEN = 'The diff could not be opened; the files can still be chosen';

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
    const { preview, checkpoint } = answer;
    const entries = rewindEntries(preview, (path) => this.options.isUnsaved(folder, path));
    if (entries.length === 0) return { ok: true, message: describeNothingToDo(preview) };
    const diff = this.createDiff(folder, preview, checkpoint);
    const chosen = await this.ask(preview, entries, diff);
    if (chosen === undefined) return undefined;
    if (chosen.length === 0) {
      return { ok: true, message: 'Nothing was chosen: no file was changed.' };
    }
    const confirmed = chosen.flatMap(({ paths }) => paths);
    const done = await way.apply({ ...toRewindChoice(preview, chosen), confirmed });
    return done.ok ? { ...done, followUps: way.followUps } : done;
  }

  private createDiff(folder: FolderApp, preview: RewindPreview, checkpoint: string): RewindDiff {
    const title = `${capitalise(preview.kind)} ${rewindSubject(preview)}`;
    return this.options.createDiff(folder, {
      title,
      side: `after the ${preview.kind}`,
      checkpoint,
    });
  }

  /** Asks which files, beside their diff; closes that with the list. */
  private async ask(
    preview: RewindPreview,
    entries: readonly Choice<RewindEntry>[],
    diff: RewindDiff,
  ): Promise<readonly RewindEntry[] | undefined> {
    const proposed = entries.flatMap(({ picked, value }) => (picked === true ? [value] : []));
    const files = rewindFiles(preview, proposed);
    const shown = await this.orWarn(COULD_NOT_OPEN, () => diff.open(files));
    const left = shown === undefined ? 0 : files.length - shown;
    const open = async (entry: RewindEntry): Promise<void> => {
      const [first, ...rest] = rewindFiles(preview, [entry]);
      if (first === undefined) return;
      await this.orWarn<unknown>(COULD_NOT_OPEN, () =>
        rest.length === 0 ? diff.openFile(first) : diff.open([first, ...rest]),
      );
    };
    const chosen = await this.options.input.pickSeveral(entries, {
      ...rewindQuestion(preview, left),
      look: { name: 'Show Its Diff', open },
    });
    await this.orWarn('The diff could not be closed', () => diff.close());
    return chosen;
  }

  /** Undefined when it failed, which a notification says. */
  private async orWarn<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.options.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  private showChangesFollowUp({ folder, task }: TaskInFolder, span: Span): FollowUp {
    const act = (): Promise<Answer> => this.options.showChanges(folder, task.id, span);
    return { label: 'Show Changes', act };
  }
}
