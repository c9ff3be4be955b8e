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
  /** Tabs of a window that was reloaded: the editor restores them without their files. */
  private readonly restored: ReadonlySet<string> = new Set(allTabs().map(({ label }) => label));

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

  /** Closes the tabs of a review. */
  async close({ taskId }: Pick<TaskReview, 'taskId'>): Promise<void> {
    await window.tabGroups.close(allTabs().filter((tab) => isTabOf(tab, taskId)));
  }

  /** Opens a review anew whose tab the editor restored; one that the user does not look at is closed. */
  async reopen(
    { taskId }: Pick<TaskReview, 'taskId'>,
    open: () => Promise<unknown>,
  ): Promise<void> {
    const stale = allTabs().filter((tab) => this.restored.has(tab.label) && isTabOf(tab, taskId));
    if (stale.length === 0) return;
    const isSeen = stale.some(({ isActive }) => isActive);
    await window.tabGroups.close(stale);
    if (isSeen) await open();
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

function allTabs(): readonly Tab[] {
  return window.tabGroups.all.flatMap((group) => group.tabs);
}

/** A tab has no other mark: the editor adds the number of files to the title. */
function isTabOf({ label }: Tab, taskId: string): boolean {
  const title = reviewTitle(taskId);
  return label === title || label.startsWith(`${title} (`);
}
