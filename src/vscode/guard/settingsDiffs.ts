import {
  commands,
  Uri,
  window,
  workspace,
  type Disposable,
  type Tab,
  type TextDocumentContentProvider,
} from 'vscode';
import { basename } from 'node:path';
import { GUARDED_AGENT_NAMES } from '../../model/guard/guardedAgent';
import type { SettingsChange } from '../../model/guard/guardInstall';
import { layOut } from './layOut';

const SCHEME = 'devs-settings';

/** Diffs of settings files as they are and as they would become, in read-only documents. */
export class SettingsDiffs implements TextDocumentContentProvider, Disposable {
  private readonly registration: Disposable;
  private readonly texts = new Map<string, string>();
  private readonly titles = new Set<string>();
  private opened = 0;

  constructor() {
    this.registration = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Opens one beside the others; the focus stays where it is. Returns whether it is laid out for reading. */
  async open({ agent, file, before = '', after = '' }: SettingsChange): Promise<boolean> {
    this.opened += 1;
    const laidOut = layOut(before, after);
    const texts = laidOut ?? { before, after };
    const [left, right] = [this.document(file, texts.before), this.document(file, texts.after)];
    const how = laidOut === undefined ? '' : ', laid out';
    const title = `${GUARDED_AGENT_NAMES[agent]}: ${basename(file)}, now ↔ after${how}`;
    this.titles.add(title);
    const show = { preserveFocus: true, preview: false };
    await commands.executeCommand('vscode.diff', left, right, title, show);
    return laidOut !== undefined;
  }

  /** Closes those that were opened. */
  async close(): Promise<void> {
    const isOurs = ({ label }: Tab): boolean => this.titles.has(label);
    await window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOurs)));
    this.texts.clear();
    this.titles.clear();
  }

  dispose(): void {
    this.registration.dispose();
  }

  /** Its name is that of the file, so that the editor knows the language. */
  private document(file: string, text: string): Uri {
    const query = `${this.opened}-${this.texts.size}`;
    const uri = Uri.file(file).with({ scheme: SCHEME, query });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}
