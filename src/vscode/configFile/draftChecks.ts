import { Disposable, languages, workspace, type TextDocument } from 'vscode';
import type { DraftPlaces } from '../../app/language/checkDraft';
import { SECTION } from '../contributions/contributions';
import { configUri } from '../folders/configFiles';
import { userSettings } from '../settings/userSettings';
import type { ConfigDiagnostics } from './configDiagnostics';
import { CONFIG_DOCUMENTS } from './configProviders';

/** Milliseconds without a change after which an edited `devs.yaml` is checked. */
const PAUSE_MS = 300;

/**
 * Checks each open `devs.yaml` when it is opened and after each pause in typing, saved or not; starts nothing, so also
 * in an untrusted workspace.
 */
export class DraftChecks implements Disposable {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly subscription: Disposable;

  constructor(
    private readonly diagnostics: Pick<ConfigDiagnostics, 'setDraft'>,
    private readonly report: (problem: string) => void,
  ) {
    this.subscription = Disposable.from(
      workspace.onDidOpenTextDocument((document) => this.plan(document, 0)),
      workspace.onDidChangeTextDocument(({ document }) => this.plan(document, PAUSE_MS)),
      workspace.onDidCloseTextDocument((document) => this.forget(document)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) this.planAll();
      }),
    );
    this.planAll();
  }

  dispose(): void {
    this.subscription.dispose();
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private planAll(): void {
    for (const document of workspace.textDocuments) this.plan(document, 0);
  }

  private plan(document: TextDocument, afterMs: number): void {
    if (languages.match(CONFIG_DOCUMENTS, document) === 0) return;
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    const timer = setTimeout(() => {
      this.timers.delete(key);
      this.check(document).catch((error: unknown) => this.report(String(error)));
    }, afterMs);
    this.timers.set(key, timer);
  }

  private forget({ uri }: TextDocument): void {
    const key = uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    this.diagnostics.setDraft(uri, undefined);
  }

  private async check(document: TextDocument): Promise<void> {
    const { checkDraft } = await import('../../app/language/checkDraft');
    if (document.isClosed) return;
    const problems = checkDraft(document.getText(), placesOf(document));
    this.diagnostics.setDraft(document.uri, { problems, isSaved: !document.isDirty });
  }
}

/** The settings and the environment hold for the file of a workspace folder, not for one in a folder below. */
function placesOf({ uri }: TextDocument): DraftPlaces {
  const folder = workspace.getWorkspaceFolder(uri);
  const isOurs = folder !== undefined && configUri(folder).toString() === uri.toString();
  return isOurs
    ? { environment: process.env, settings: userSettings(folder) }
    : { environment: {}, settings: {} };
}
