import { window } from 'vscode';
import type { Answer } from '../../ports/answer';
import { describeSize } from '../../reports/review/describeReview';
import { countOf } from '../../text/count';
import type { FolderApp } from '../folders/folderApp';
import { seenIn, type TaskInFolder } from '../folders/taskInFolder';
import type { FolderActions } from '../run/folderActions';
import { sanitizeLabel } from '../text/sanitizeLabel';
import { pickTask } from './taskPicker';
import type { UserInput } from './userInput';

/** Opens the change of a task; see `openReview`. */
export type OpenReview = (folder: FolderApp, taskId: string) => Promise<Answer>;

const NONE = 'No task is waiting for your review.';

/** Asks which reviewed change is meant and what is to be said, then does it; undefined when the user cancelled. */
export class ReviewPrompts {
  /** Texts that were refused, by task: the next question begins with them. */
  private readonly refused = new Map<string, string>();

  constructor(
    private readonly actions: Pick<FolderActions, 'sendBack' | 'discard'>,
    private readonly input: Pick<UserInput, 'confirm'>,
    private readonly open: OpenReview,
  ) {}

  async review(tasks: readonly TaskInFolder[]): Promise<Answer | undefined> {
    const placeHolder = 'Review the change of which task?';
    const picked = await pickTask(tasks, { placeHolder, none: NONE, takeOnlyOne: true });
    return picked && (await this.open(picked.folder, picked.task.id));
  }

  async sendBack(tasks: readonly TaskInFolder[]): Promise<Answer | undefined> {
    const placeHolder = 'Send back the change of which task?';
    const picked = await pickTask(tasks, { placeHolder, none: NONE, takeOnlyOne: true });
    if (picked === undefined) return undefined;
    const { folder, task } = picked;
    const key = `${folder.folder.uri.toString()}\n${task.id}`;
    const open = task.review?.comments ?? 0;
    const text = await window.showInputBox({
      title: `Send back ${sanitizeLabel(task.id)}`,
      prompt:
        open === 0
          ? 'No comment was added, so none is sent. What should the agent change?'
          : `${countOf(open, 'comment')} that you added will be sent. What else should the agent change? You can leave the box empty.`,
      value: this.refused.get(key) ?? '',
      ignoreFocusOut: true,
      validateInput: (entered) =>
        open > 0 || entered.trim() !== '' ? undefined : 'Write what the agent should change.',
    });
    if (text === undefined) return undefined;
    const said = text.trim() === '' ? {} : { text: text.trim() };
    const answer = await this.actions.sendBack(folder, task.id, { ...seenIn(picked), ...said });
    if (answer.ok) this.refused.delete(key);
    else this.refused.set(key, text);
    return answer;
  }

  async discard(tasks: readonly TaskInFolder[], takeOnlyOne: boolean): Promise<Answer | undefined> {
    const placeHolder = 'Discard the change of which task?';
    const picked = await pickTask(tasks, { placeHolder, none: NONE, takeOnlyOne });
    if (picked === undefined) return undefined;
    const { folder, task } = picked;
    const { review } = task;
    const agreed = await this.input.confirm({
      message: `Discard the change of ${review?.taskId ?? task.id}?`,
      detail: `${review === undefined ? '' : `${describeSize(review)}. `}The change is deleted for good, and the task is skipped. The workspace stays as it is.`,
      button: 'Discard',
    });
    return agreed ? await this.actions.discard(folder, task.id, seenIn(picked)) : undefined;
  }
}
