import type { FolderApps } from '../folders/folderApps';
import { stateFolderUrl } from './stateFolderUrl';
import { MarkdownDocuments, type MarkdownKind } from './markdownDocuments';
import type { Trust } from '../folders/trust';

const RUN_REPORT: MarkdownKind = {
  scheme: 'devs-run-report',
  suffix: ' run report.md',
  text: async ({ app }, id) => {
    const found = await app.runReport({ id }, stateFolderUrl(app));
    return found.ok ? found.markdown : `${found.message}\n`;
  },
};

/** Run reports as read-only documents whose links open transcripts and diffs as files, by the ids of their runs. */
export function runReportDocuments(apps: FolderApps, trust: Trust): MarkdownDocuments {
  return new MarkdownDocuments(RUN_REPORT, apps, trust);
}
