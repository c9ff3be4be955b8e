import { randomBytes } from 'node:crypto';
import {
  commands,
  ProgressLocation,
  ViewColumn,
  window,
  type Disposable,
  type Event,
  type WebviewPanel,
  type WorkspaceFolder,
} from 'vscode';
import type { App } from '../../app/api/app';
import type { Check, SetupReport } from '../../model/workspace/setupReport';
import { describeRunning, summarizeSetup } from '../../model/workspace/setupReport';
import type { CommandArgument } from '../contributions/commandArgument';
import type { FolderApps } from '../folders/folderApps';
import type { FolderPicker } from '../folders/folderPicker';
import { sanitizeLabel, withoutLinks } from '../text/sanitizeLabel';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { Trust } from '../folders/trust';
import {
  doctorHtml,
  LINKED_COMMANDS,
  linkedCommand,
  type CanFix,
  type DoctorView,
} from './doctorHtml';

export interface DoctorPagesOptions {
  readonly apps: FolderApps;
  readonly trust: Trust;
  /** Creates an app for an untrusted folder; it only runs checks and is disposed afterwards. */
  readonly create: (folder: WorkspaceFolder) => App;
}

/** Fixes that work in an untrusted workspace. */
const WITHOUT_TRUST: ReadonlySet<Parameters<CanFix>[0]> = new Set(['openConfig', 'trustWorkspace']);

type CheckOptions = Pick<CommandArgument, 'quick' | 'askAgents'>;

/** Checks the setup of folders and shows the findings, one page per folder. */
export class DoctorPages implements Disposable {
  private readonly pages = new Map<string, DoctorPage>();
  private readonly running = new Set<string>();

  constructor(private readonly options: DoctorPagesOptions) {}

  /** Checks one folder; undefined when there is none or the user cancelled. */
  async check(
    picker: Pick<FolderPicker, 'pickAny'>,
    argument: CommandArgument,
  ): Promise<ActionAnswer | undefined> {
    const folder = await picker.pickAny(argument, 'anything');
    if (folder === undefined) return undefined;
    const key = folder.uri.toString();
    if (this.running.has(key)) {
      this.pages.get(key)?.reveal();
      return { ok: false, message: `The setup of ${folder.name} is already being checked.` };
    }
    this.running.add(key);
    try {
      return await this.checkIn(folder, argument);
    } finally {
      this.running.delete(key);
    }
  }

  dispose(): void {
    for (const page of [...this.pages.values()]) page.dispose();
  }

  private async checkIn(folder: WorkspaceFolder, wishes: CheckOptions): Promise<ActionAnswer> {
    const { apps, trust, create } = this.options;
    const page = await this.open(folder);
    if (trust.granted) return await diagnose({ app: apps.open(folder).app, folder, page }, wishes);
    const app = create(folder);
    try {
      return await diagnose({ app, folder, page, untrusted: true }, wishes);
    } finally {
      await app.dispose();
    }
  }

  private async open(folder: WorkspaceFolder): Promise<DoctorPage> {
    const key = folder.uri.toString();
    const known = this.pages.get(key);
    known?.reveal();
    if (known !== undefined) return known;
    const there = new Set(await commands.getCommands(true));
    const { trust } = this.options;
    const canFix: CanFix = (kind) =>
      there.has(linkedCommand(kind)) && (trust.granted || WITHOUT_TRUST.has(kind));
    const page = new DoctorPage({ canFix, onClosed: () => this.pages.delete(key) });
    this.pages.set(key, page);
    return page;
  }
}

interface DoctorPageOptions {
  readonly canFix: CanFix;
  readonly onClosed: () => void;
}

/** The setup page of a folder: it has no script, and its links run only `LINKED_COMMANDS`. */
class DoctorPage implements Disposable {
  private readonly panel: WebviewPanel;
  private closed = false;

  /** Fires when the page is closed. */
  readonly onClosed: Event<void>;

  constructor(private readonly options: DoctorPageOptions) {
    this.panel = window.createWebviewPanel('devs.doctor', 'Devs: Setup', ViewColumn.Active, {
      enableScripts: false,
      enableFindWidget: true,
      enableCommandUris: LINKED_COMMANDS,
      localResourceRoots: [],
    });
    this.onClosed = this.panel.onDidDispose;
    this.panel.onDidDispose(() => {
      this.closed = true;
      options.onClosed();
    });
  }

  /** Shows this and nothing else. */
  show(view: DoctorView): void {
    if (this.closed) return;
    const nonce = randomBytes(16).toString('hex');
    this.panel.webview.html = doctorHtml(view, { nonce, canFix: this.options.canFix });
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.panel.dispose();
  }
}

interface CheckedFolder {
  readonly app: App;
  readonly folder: WorkspaceFolder;
  readonly page: DoctorPage;
  readonly untrusted?: true;
}

/** Shows each finding immediately; the notification's Cancel button or closing the page ends the checks. */
function diagnose(patient: CheckedFolder, wishes: CheckOptions): Thenable<ActionAnswer> {
  const { app, folder, page, untrusted } = patient;
  const checks: Check[] = [];
  const view = { folder: folder.name, folderUri: folder.uri.toString(), at: Date.now() };
  const title = withoutLinks(`Devs: checking the setup of ${sanitizeLabel(folder.name)}`);
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const closing = page.onClosed(() => abort.abort());
      const setup = await app.doctor(
        {
          quick: wishes.quick === true,
          askAgents: wishes.askAgents === true,
          place: { kind: 'editor', trusted: untrusted !== true },
          signal: abort.signal,
        },
        {
          onRunning: (running) => {
            const names = running.map(describeRunning);
            const message = withoutLinks(sanitizeLabel(names.join(', ')));
            progress.report({ message });
            const [first] = running;
            const now = first === undefined ? {} : { running: first };
            page.show({ ...view, ...now, setup: { checks, interrupted: false } });
          },
          onCheck: (check) => checks.push(check),
        },
      );
      closing.dispose();
      page.show({ ...view, setup });
      return toAnswer(setup);
    },
  );
}

/** Always `ok`: the page shows the problems, so no warning is needed. */
function toAnswer(setup: SetupReport): ActionAnswer {
  const [first = ''] = summarizeSetup(setup).split('. ');
  return { ok: true, message: `${first.replace(/\.$/, '')}.` };
}
