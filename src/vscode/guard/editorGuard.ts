import { homedir } from 'node:os';
import type { Disposable } from 'vscode';
import type { GuardPlace } from '../../app/guard/guardPlace';
import { hasGuardPrograms } from '../../app/guard/guardTraces';
import { localFolders } from '../folders/configFiles';
import { isUnsavedFile } from '../folders/isUnsaved';
import type { NotificationSurface } from '../notifications/notificationSurface';
import { SessionActions } from './sessionActions';
import { SessionNotification, stoppedSessions } from './sessionNotification';
import type { StoppedSession } from './sessionNotification';
import { chooseSession } from './sessionPrompts';
import { SessionRewindPrompts } from './sessionRewindPrompts';
import { SettingsDiffs } from './settingsDiffs';
import { SessionWatch } from './sessionWatch';
import type { Trust } from '../folders/trust';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { UserInput } from '../prompts/userInput';
import type { ReplayPages } from '../replay/replayPages';
import type { FolderActions } from '../run/folderActions';

/** Dependencies of what the editor shows of guarded sessions. */
export interface EditorGuardOptions {
  readonly trust: Trust;
  readonly replays: Pick<ReplayPages, 'openProof'>;
  readonly folderActions: Pick<FolderActions, 'create'>;
  readonly surface: NotificationSurface;
  readonly input: UserInput;
  /** As in `GuardPlace`. */
  readonly assetsDir: string;
  /** Called when a session changed. */
  readonly onChange: () => void;
}

/** Guarded sessions: followed, acted on, notified about. */
export class EditorGuard implements Disposable {
  private readonly diffs = new SettingsDiffs();
  readonly watch: SessionWatch;
  readonly actions: SessionActions;
  private readonly notification: SessionNotification;

  constructor(private readonly options: EditorGuardOptions) {
    const { trust, replays, folderActions, surface, onChange } = options;
    this.watch = new SessionWatch({ trust, environment: process.env, report: surface.report });
    const rewinds = new SessionRewindPrompts({
      ...{ input: options.input, isUnsaved: isUnsavedFile },
      rewinds: () => this.watch.rewinds,
      warn: (message) => surface.showAnswer({ ok: false, message }),
    });
    this.actions = new SessionActions({
      ...{ watch: this.watch, replays, actions: folderActions, rewinds, input: options.input },
    });
    this.notification = new SessionNotification({ ...surface, actions: this.actions });
    this.watch.onDidChange(() => {
      this.notification.update(this.watch.all());
      onChange();
    });
  }

  /** Those that Devs stopped and that wait for the user. */
  get stopped(): readonly StoppedSession[] {
    return stoppedSessions(this.watch.all());
  }

  /** Follows the sessions from now on, and has agents call the programs of this version. */
  start(): void {
    this.watch.start();
    this.refreshPrograms().catch((error: unknown) => this.options.surface.report(String(error)));
  }

  /** Asks for a session and what to do about it. */
  async choose(input: UserInput): Promise<ActionAnswer | undefined> {
    await this.watch.refresh();
    const { actions } = this;
    return await chooseSession({ folders: this.watch.all(), actions, input });
  }

  /** Asks which agents are to be guarded, and changes their settings. */
  async guardAgents(input: UserInput): Promise<ActionAnswer | undefined> {
    if (!this.options.trust.check()) return undefined;
    const { loadGuardTools, guardAgents } = await import('./guardPrompts');
    const { diffs } = this;
    return await guardAgents({ tools: await loadGuardTools(), place: this.place, input, diffs });
  }

  dispose(): void {
    this.watch.dispose();
    this.diffs.dispose();
  }

  private get place(): GuardPlace {
    const [folder] = localFolders();
    const { assetsDir } = this.options;
    return { environment: process.env, assetsDir, folder: folder?.uri.fsPath ?? homedir() };
  }

  private async refreshPrograms(): Promise<void> {
    if (!this.options.trust.granted || !hasGuardPrograms(process.env)) return;
    const { refreshGuardPrograms } = await import('../../app/guard/applyGuard');
    refreshGuardPrograms(this.place);
  }
}
