import { Disposable } from 'vscode';
import type { Answer } from '../../ports/answer';
import { openReview } from '../documents/openReview';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import { commentInput } from './commentInput';
import { registerComments } from './registerComments';
import { ReviewTabs, type OpenedReview } from './reviewTabs';
import { ReviewThreads } from './reviewThreads';

/** Dependencies of `ReviewComments`. */
export interface ReviewCommentsOptions {
  readonly apps: Pick<FolderApps, 'all'>;
  readonly showAnswer: (answer: Answer) => void;
  readonly report: (problem: string) => void;
  /** Another tab is active, or one was closed. */
  readonly onTab: () => void;
}

/** Reviews in the editor: the tabs with changes, and the comments on their lines. */
export class ReviewComments implements Disposable {
  private readonly tabs: ReviewTabs;
  private readonly threads: ReviewThreads;
  private readonly commands: Disposable;

  constructor({ apps, showAnswer, report, onTab }: ReviewCommentsOptions) {
    this.tabs = new ReviewTabs(apps, onTab);
    this.threads = new ReviewThreads({
      ...{ showAnswer, report },
      onBegin: (folder, review) => {
        const open = () => openReview(folder, review.pausedTask);
        this.tabs.reopen(review, open).catch((error: unknown) => report(String(error)));
      },
      onEnd: (review) => {
        this.tabs.close(review).catch((error: unknown) => report(String(error)));
      },
    });
    this.commands = registerComments(this.threads);
  }

  /** Call after each new overview. */
  update(folder: FolderApp): void {
    this.threads.update(folder);
  }

  /** The review in the active tab; undefined for another tab. */
  active(): OpenedReview | undefined {
    return this.tabs.active();
  }

  /** Asks for a comment on the lines at the cursor. */
  async comment(): Promise<Answer | undefined> {
    return await this.threads.comment(commentInput);
  }

  dispose(): void {
    Disposable.from(this.commands, this.tabs, this.threads).dispose();
  }
}
