import { Uri, type Disposable } from 'vscode';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import { MarkdownDocuments, type MarkdownKind } from './markdownDocuments';
import { pauseReportMarkdown } from './pauseReportMarkdown';
import type { Trust } from '../folders/trust';

const PAUSE_REPORT: MarkdownKind = {
  scheme: 'devs-report',
  suffix: ' pause report.md',
  text: async (opened, taskId) => {
    const report = await opened.app.report(taskId);
    if (report === undefined) return 'This task has no report.\n';
    const { tasks } = opened.overview ?? (await opened.refresh());
    const issue = await opened.app.issueFile(taskId);
    const task = tasks.find(({ id }) => id === taskId) ?? { history: [], interventions: [] };
    return pauseReportMarkdown(report, task, issue && Uri.file(issue).toString());
  },
};

/** Pause reports as read-only documents, by the ids of their tasks. */
export class PauseReportDocuments implements Disposable {
  private readonly documents: MarkdownDocuments;

  constructor(apps: FolderApps, trust: Trust) {
    this.documents = new MarkdownDocuments(PAUSE_REPORT, apps, trust);
  }

  /** Opens the newest report of the task; false when there is none. */
  async show(opened: FolderApp, taskId: string): Promise<boolean> {
    if ((await opened.app.report(taskId)) === undefined) return false;
    await this.documents.open(opened, taskId);
    return true;
  }

  dispose(): void {
    this.documents.dispose();
  }
}
