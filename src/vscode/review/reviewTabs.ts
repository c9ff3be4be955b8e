import { Disposable, window, type Tab } from 'vscode';
import type { TaskReview } from '../../app/api/answers';
import type { FolderApps } from '../folders/folderApps';
import { readReviewTitle } from '../documents/reviewTitle';

/** The task whose review the user looks at. */
export interface OpenedReview {
  /** URI of the workspace folder. */
  readonly folder: string;
  /** The paused task. */
  readonly taskId: string;
  /** Number of the turn whose change is shown; perhaps not the one that waits by now. */
  readonly turn: number;
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

  /** The one in the active tab, while a change of its task waits. */
  active(): OpenedReview | undefined {
    const tab = window.tabGroups.activeTabGroup.activeTab;
    if (tab === undefined) return undefined;
    for (const { folder, overview } of this.apps.all()) {
      for (const { id: taskId, review } of overview?.tasks ?? []) {
        const turn = review && shownTurn(tab, review.taskId);
        if (turn !== undefined) return { folder: folder.uri.toString(), taskId, turn };
      }
    }
    return undefined;
  }

  /** Closes the tabs of a review. */
  async close({ taskId }: Pick<TaskReview, 'taskId'>): Promise<void> {
    await window.tabGroups.close(allTabs().filter((tab) => shownTurn(tab, taskId) !== undefined));
  }

  /** Opens a review again whose tab the editor restored; one that the user does not look at is closed. */
  async reopen(
    { taskId }: Pick<TaskReview, 'taskId'>,
    open: () => Promise<unknown>,
  ): Promise<void> {
    const stale = allTabs().filter(
      (tab) => this.restored.has(tab.label) && shownTurn(tab, taskId) !== undefined,
    );
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
function shownTurn({ label }: Tab, taskId: string): number | undefined {
  return readReviewTitle(label, taskId);
}
