import { Disposable, window, type Tab } from 'vscode';
import type { TaskReview } from '../../app/api/app';
import type { FolderApps } from '../folders/folderApps';
import { reviewTitle } from '../documents/openReview';

/** The task whose review the user looks at. */
export interface OpenedReview {
  /** URI of the workspace folder. */
  readonly folder: string;
  /** The paused task. */
  readonly taskId: string;
}

/** The tabs with reviews. */
export class ReviewTabs implements Disposable {
  private readonly subscription: Disposable;

  constructor(
    private readonly apps: Pick<FolderApps, 'all'>,
    onChange: () => void,
  ) {
    this.subscription = Disposable.from(
      window.tabGroups.onDidChangeTabs(onChange),
      window.tabGroups.onDidChangeTabGroups(onChange),
    );
  }

  /** The one in the active tab, while its change waits for it. */
  active(): OpenedReview | undefined {
    const tab = window.tabGroups.activeTabGroup.activeTab;
    if (tab === undefined) return undefined;
    for (const { folder, overview } of this.apps.all()) {
      const task = overview?.tasks.find(
        ({ review }) => review !== undefined && isTabOf(tab, review.taskId),
      );
      if (task !== undefined) return { folder: folder.uri.toString(), taskId: task.id };
    }
    return undefined;
  }

  /** Closes the tabs of a review that is over. */
  async close({ taskId }: Pick<TaskReview, 'taskId'>): Promise<void> {
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    await window.tabGroups.close(tabs.filter((tab) => isTabOf(tab, taskId)));
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

/** A tab has no other mark: the editor adds the number of files to the title. */
function isTabOf({ label }: Tab, taskId: string): boolean {
  const title = reviewTitle(taskId);
  return label === title || label.startsWith(`${title} (`);
}
