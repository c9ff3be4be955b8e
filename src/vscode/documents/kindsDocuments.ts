import { Uri, workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';
import type { TaskReview } from '../../app/api/answers';
import { describeKinds } from '../../reports/review/reviewDiff';
import { findFolder } from '../folders/configFiles';
import type { FolderApps } from '../folders/folderApps';
import type { Trust } from '../folders/trust';
import { kindsAddress, kindsText, readKindsAddress } from './kindsAddress';

const SCHEME = 'devs-review';

/** Read-only documents with what the texts of a review do not show: links, and what can be run. */
export class KindsDocuments implements TextDocumentContentProvider, Disposable {
  private readonly registration: Disposable;

  constructor(
    private readonly apps: Pick<FolderApps, 'open'>,
    private readonly trust: Trust,
  ) {
    this.registration = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const address = readKindsAddress(uri.query);
    const folder = address && findFolder(address.folder);
    if (address === undefined || folder === undefined) return 'This address names no review.\n';
    if (!this.trust.granted) return `${this.trust.reason}\n`;
    const found = await this.apps.open(folder).app.review(address.taskId);
    return kindsText(found, address.turn);
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/** URI of the document of a review; undefined where it would have nothing to say. */
export function kindsUri(folder: string, review: TaskReview): Uri | undefined {
  if (describeKinds(review.files).length === 0) return undefined;
  const { pausedTask: taskId, turn } = review;
  const parts = kindsAddress({ folder, taskId, turn }, Uri.parse(folder).path);
  return Uri.from({ scheme: SCHEME, ...parts });
}
