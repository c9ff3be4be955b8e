import type { Disposable, Uri, WorkspaceFolder } from 'vscode';
import { CONFIG_FILE } from '../../model/config/config';
import type { SetUpHostMessage, SetUpRequests } from '../../protocol/setUp/setUpMessages';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import { isUnsaved } from '../folders/isUnsaved';
import { openConfig } from '../folders/openConfig';
import type { Trust } from '../folders/trust';
import type { Report } from '../pages/answerPage';
import { PagePanel } from '../pages/pagePanel';
import type { FolderActions } from '../run/folderActions';
import { sanitizePath } from '../text/sanitizeLabel';
import { setUpHandlers } from './setUpHandlers';
import { SetUpSession } from './setUpSession';

/** Dependencies of `SetUpPages`. */
export interface SetUpPagesOptions {
  readonly extensionUri: Uri;
  readonly apps: FolderApps;
  readonly trust: Trust;
  readonly actions: () => FolderActions;
  readonly openDashboard: (folder: FolderApp) => Promise<unknown>;
  readonly decide: (folder: FolderApp) => Promise<unknown>;
  readonly report: Report;
}

interface OpenPage {
  readonly panel: PagePanel<SetUpRequests>;
  readonly session: SetUpSession;
}

/** Longest name of a folder in a title, in characters. */
const MAX_NAME = 60;
/** Milliseconds between two views while output comes. */
const OUTPUT_MS = 100;

/** The set-up pages, one for each folder; they follow `devs.yaml`. */
export class SetUpPages implements Disposable {
  private readonly pages = new Map<string, OpenPage>();
  private readonly changes: Disposable;

  constructor(private readonly options: SetUpPagesOptions) {
    this.changes = options.apps.onDidChange(({ folder }) => {
      this.pages
        .get(folder.uri.toString())
        ?.session.refresh()
        .catch((error: unknown) => options.report(String(error)));
    });
  }

  /** Shows the page of the folder. */
  open({ folder }: Pick<FolderApp, 'folder'>): void {
    const key = folder.uri.toString();
    const known = this.pages.get(key);
    if (known === undefined) this.pages.set(key, this.create(folder, key));
    else known.panel.reveal();
  }

  dispose(): void {
    this.changes.dispose();
    for (const { panel } of [...this.pages.values()]) panel.dispose();
  }

  private create(folder: WorkspaceFolder, key: string): OpenPage {
    const { apps, trust, report, extensionUri, openDashboard, decide } = this.options;
    const session = new SetUpSession({
      folder: folder.name,
      app: () => apps.open(folder).app,
      onChange: () => {
        const snapshot = session.current();
        if (snapshot === undefined) return;
        const message: SetUpHostMessage = { type: 'view', snapshot };
        panel.post(message);
      },
      soon: (call) => void setTimeout(call, OUTPUT_MS),
    });
    const handlers = setUpHandlers({
      ...{ trust, session, actions: this.options.actions(), openDashboard, decide },
      folder: () => apps.open(folder),
      isUnsaved: (each) => isUnsaved(each, CONFIG_FILE),
      openConfig: (each, line) => openConfig(each.folder, line),
    });
    const panel = new PagePanel<SetUpRequests>({
      ...{ extensionUri, handlers, report, viewType: 'devs.setUp', bundle: 'setUp' },
      title: `Set up: ${sanitizePath(folder.name, MAX_NAME)}`,
      validator: async () =>
        (await import('../../protocol/setUp/validateSetUpRequest')).validateSetUpRequest,
      onClosed: () => {
        session.dispose();
        this.pages.delete(key);
      },
    });
    return { panel, session };
  }
}
