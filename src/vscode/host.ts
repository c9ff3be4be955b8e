import { hostname } from 'node:os';
import { window, type Disposable, type ExtensionContext, type WorkspaceFolder } from 'vscode';
import type { App } from '../app/api/app';
import { createLazyApp } from '../app/lazyApp';
import type { DashboardView as View } from '../protocol/dashboardView';
import { ChangePrompts } from './prompts/changePrompts';
import { registerChat } from './chat/registerChat';
import { openDocs } from './documents/openDocs';
import { openChanges } from './documents/openChanges';
import { openReview } from './documents/openReview';
import { createRewindDiff } from './documents/rewindDiff';
import { registerConfigLanguage } from './configFile/configLanguage';
import { commandHandlers } from './commands/commandHandlers';
import { isOpenedDemo } from './demo/openDemo';
import { ConfigFiles, localFolders } from './folders/configFiles';
import { CurrentFolder } from './folders/currentFolder';
import type { Handlers } from './dashboard/answerRequest';
import { DashboardAccess } from './dashboard/dashboardAccess';
import { folderView } from './dashboard/folderView';
import { DashboardViewProvider } from './dashboard/dashboardViewProvider';
import { StatusViews } from './status/statusViews';
import { editorInput } from './prompts/editorInput';
import { FolderActions } from './run/folderActions';
import type { FolderApp } from './folders/folderApp';
import { FolderApps } from './folders/folderApps';
import { FolderPicker } from './folders/folderPicker';
import type { ThisProcess } from './folders/otherHolder';
import { ModelAccess } from './models/modelAccess';
import { budgetSurface, editorSurface } from './notifications/editorSurface';
import { PauseNotification } from './notifications/pauseNotification';
import { registerCommands } from './commands/registerCommands';
import { HostPages } from './hostPages';
import { HostRequests } from './hostRequests';
import { EditorGuard } from './guard/editorGuard';
import { requestHandlers } from './dashboard/requestHandlers';
import { ReviewPrompts } from './prompts/reviewPrompts';
import { RewindPrompts } from './prompts/rewindPrompts';
import { RunController } from './run/runController';
import { runReportEditor } from './prompts/runReportEditor';
import { RunReportPrompts } from './prompts/runReportPrompts';
import { showBudget } from './notifications/showBudget';
import { showRunEnd } from './notifications/showRunEnd';
import { TaskPrompts } from './prompts/taskPrompts';
import { showAnswer } from './notifications/showAnswer';
import { Trust } from './folders/trust';
import { isUnsaved } from './folders/isUnsaved';
import { WorkspaceFollower } from './workspaceFollower';
import { ReviewComments } from './review/reviewComments';
import { PullRequestActions } from './worktrees/pullRequestActions';
import { pullRequestEditor } from './worktrees/pullRequestEditor';
import { WorktreeActions } from './worktrees/worktreeActions';
import { userSettings } from './settings/userSettings';

/** Composition root of the extension. */
export class Host {
  private readonly log = window.createOutputChannel('Devs', { log: true });
  private readonly report = (problem: string): void => this.log.error(problem);
  private readonly self: ThisProcess = { pid: process.pid, host: hostname() };
  private readonly trust = new Trust();
  private readonly configFiles = new ConfigFiles();
  private readonly current: CurrentFolder;
  private readonly models: ModelAccess;
  private readonly apps: FolderApps;
  private readonly runs: RunController;
  private readonly actions: FolderActions;
  private readonly pages: HostPages;
  private readonly runReports: RunReportPrompts;
  private readonly rewinds: RewindPrompts;
  private readonly reviews: ReviewPrompts;
  private readonly comments: ReviewComments;
  private readonly changes = new ChangePrompts(editorInput, openChanges);
  private readonly worktrees = new WorktreeActions(editorInput);
  private readonly pullRequests = new PullRequestActions(editorInput, pullRequestEditor);
  private readonly prompts: TaskPrompts;
  private readonly pauses: PauseNotification;
  private readonly requests: HostRequests;
  private readonly guard: EditorGuard;
  private readonly access: DashboardAccess;
  private readonly dashboard: DashboardViewProvider;
  private readonly displays: StatusViews;
  private readonly follower: WorkspaceFollower;
  private readonly commands: Disposable;
  private readonly chat: Disposable;
  private readonly language: Disposable;

  private readonly assetsDir: string;

  constructor(private readonly context: ExtensionContext) {
    this.assetsDir = context.asAbsolutePath('dist');
    this.current = new CurrentFolder(context.workspaceState, this.configFiles);
    this.models = new ModelAccess(context, this.report);
    this.apps = this.createApps();
    this.access = new DashboardAccess({
      ...{ current: this.current, apps: this.apps },
      dashboard: () => this.dashboard,
    });
    this.runs = new RunController({
      self: this.self,
      log: this.log,
      onBudget: (folder, event) => showBudget(folder, event, budgetSurface),
      onEnd: (folder, answer) =>
        showRunEnd(folder, answer, {
          pauses: this.pauses,
          isOnScreen: (each) => this.access.isOnScreen(each),
        }),
    });
    this.actions = new FolderActions(this.runs, (folder) => this.pages.setUps.open(folder));
    this.runReports = new RunReportPrompts(runReportEditor);
    this.rewinds = new RewindPrompts({
      input: editorInput,
      actions: this.actions,
      showChanges: openChanges,
      createDiff: createRewindDiff,
      warn: (message) => showAnswer({ ok: false, message }),
      isUnsaved,
    });
    this.pages = this.createPages();
    this.prompts = new TaskPrompts(this.actions, this.pages.tasks, editorInput);
    this.reviews = new ReviewPrompts(this.actions, editorInput, openReview);
    this.comments = new ReviewComments({
      ...{ apps: this.apps, report: this.report },
      showAnswer: showAnswer,
      onTab: () => this.displays.update(),
    });
    this.pauses = this.createPauseNotification();
    this.requests = new HostRequests({
      ...{ actions: this.actions, access: this.access },
      surface: editorSurface(this.apps, this.report),
    });
    this.guard = new EditorGuard({
      ...{ trust: this.trust, replays: this.pages.replays, folderActions: this.actions },
      ...{ assetsDir: this.assetsDir, input: editorInput },
      surface: editorSurface(this.apps, this.report),
      onChange: () => this.displays.update(),
    });
    this.dashboard = this.createDashboard();
    this.displays = this.createDisplays();
    this.language = registerConfigLanguage({
      ...{ extensionUri: context.extensionUri, report: this.report },
      diagnostics: this.displays.diagnostics,
    });
    this.follower = this.createFollower();
    this.commands = this.registerCommands();
    const { extensionUri } = context;
    const { apps, configFiles, trust, actions } = this;
    this.chat = registerChat({ extensionUri, apps, configFiles, trust, actions });
  }

  /** Looks for `devs.yaml` in the workspace's folders and follows them from then on. */
  start(): void {
    this.apps.onDidChange((folder) => {
      this.pauses.update(folder);
      this.requests.update(folder);
      this.comments.update(folder);
      this.displays.updateFolder(folder);
      this.pages.tasks.refresh();
    });
    this.current.onDidChange(() => this.follower.showCurrent());
    this.follower.start();
    this.guard.start();
    void this.revealDemo();
  }

  /** Ends the runs of this window first, so that they are recorded before the leases are released. */
  async dispose(): Promise<void> {
    this.follower.dispose();
    this.guard.dispose();
    this.commands.dispose();
    this.comments.dispose();
    this.chat.dispose();
    this.language.dispose();
    this.pages.disposeUsers();
    await this.runs.dispose();
    await this.apps.dispose();
    this.dashboard.dispose();
    this.displays.dispose();
    this.pages.disposeViews();
    this.configFiles.dispose();
    this.current.dispose();
    this.log.dispose();
  }

  private createApps(): FolderApps {
    return new FolderApps({
      report: this.report,
      notify: (message) => showAnswer({ ok: false, message }),
      create: (folder) => this.createApp(folder),
    });
  }

  private createApp(folder: WorkspaceFolder): App {
    return createLazyApp({
      workspaceDir: folder.uri.fsPath,
      who: 'window',
      environment: process.env,
      assetsDir: this.assetsDir,
      settings: userSettings(folder),
      desktop: { isWatched: () => window.state.focused },
      ...this.models.forApps(),
    });
  }

  private createPauseNotification(): PauseNotification {
    return new PauseNotification({
      actions: {
        rewind: (tasks) => this.rewinds.rewind(tasks, undefined),
        skip: (tasks) => this.prompts.skip(tasks, true),
        answer: async ([first]) => first && (await this.access.answer(first)),
        allowMore: (tasks) => this.prompts.allowMore(tasks, true),
        resumeAsIs: (tasks) => this.prompts.resume(tasks, { hint: '' }),
        accept: (tasks) => this.prompts.accept(tasks, true),
        review: (tasks) => this.reviews.review(tasks),
        sendBack: (tasks) => this.reviews.sendBack(tasks),
        showReport: (tasks) => this.prompts.showReport(tasks),
      },
      ...editorSurface(this.apps, this.report),
    });
  }

  private createDashboard(): DashboardViewProvider {
    return new DashboardViewProvider({
      extensionUri: this.context.extensionUri,
      model: (open) => this.model(this.current.get(), open),
      title: () => this.title(),
      report: this.report,
      handlers: this.handlersIn(() => this.currentApp()),
    });
  }

  /** Answers the requests of the dashboard in a folder. */
  private handlersIn(folder: () => FolderApp | undefined): Handlers {
    const { trust, actions, prompts, pages, rewinds, reviews, runReports } = this;
    const { worktrees, pullRequests } = this;
    return requestHandlers({
      ...{ trust, actions, prompts, rewinds, reviews, runReports, worktrees, pullRequests },
      ...{ pages: pages.tasks, replays: pages.replays, sessions: this.guard.actions },
      showChanges: openChanges,
      openDocs: (about) => openDocs(this.context.extensionUri, about),
      showAnswer: showAnswer,
      folder,
      dashboard: () => this.dashboard,
    });
  }

  private createPages(): HostPages {
    const { context, apps, trust, current, access, report } = this;
    return new HostPages({
      extensionUri: context.extensionUri,
      ...{ apps, trust, current, access, report },
      createApp: (folder) => this.createApp(folder),
      actions: () => this.actions,
      handlers: (folder) => this.handlersIn(folder),
      model: (folder, open) => this.model(folder, open),
    });
  }

  private createDisplays(): StatusViews {
    const { apps, configFiles, dashboard, guard, report } = this;
    return new StatusViews({
      apps,
      configFiles,
      dashboard,
      stopped: () => guard.stopped,
      isReviewing: () => this.comments.active() !== undefined,
      report,
    });
  }

  private createFollower(): WorkspaceFollower {
    const { context, trust, configFiles, apps, runs, displays, current, report } = this;
    return new WorkspaceFollower({
      ...{ context, trust, configFiles, apps, runs },
      ...{ displays, current, report },
    });
  }

  private registerCommands(): Disposable {
    const { apps, configFiles, trust, prompts, requests, rewinds, reviews, runReports } = this;
    const { changes, pages, models, actions, current, log } = this;
    const picker = new FolderPicker({ apps, configFiles, trust, current });
    const demo = { assetsDir: this.assetsDir, state: this.context.globalState };
    const { replays, doctor, setUps } = pages;
    const { permissions, questions } = requests;
    const handlers = commandHandlers({
      ...{ picker, prompts, permissions, questions, rewinds, reviews, runReports },
      ...{ changes, replays },
      reviewed: () => this.comments.active(),
      comment: () => this.comments.comment(),
      ...{ models, doctor, demo, input: editorInput, actions, current, log },
      ...{ guard: this.guard, worktrees: this.worktrees, pullRequests: this.pullRequests },
      openDashboard: (taskId) => this.access.open(taskId),
      showSetUp: (folder) => setUps.open(folder),
      showMetrics: () => this.dashboard.showMetrics(),
      openDocs: async () => {
        await openDocs(this.context.extensionUri);
        return undefined;
      },
    });
    return registerCommands(handlers, log);
  }

  /** A demo that was just opened shows its dashboard. */
  private async revealDemo(): Promise<void> {
    if (await isOpenedDemo(this.context.globalState)) await this.access.open();
  }

  /** The folder's name in a multi-root workspace. */
  private title(): string {
    const folder = localFolders().length > 1 ? this.current.get() : undefined;
    return folder?.name ?? 'Dashboard';
  }

  private currentApp(): FolderApp | undefined {
    const folder = this.current.get();
    return folder === undefined ? undefined : this.apps.open(folder);
  }

  /** Undefined while the folder is being opened. */
  private model(folder: WorkspaceFolder | undefined, open: ReadonlySet<string>): View | undefined {
    const { apps, trust, self, guard } = this;
    return folderView(folder, { apps, trust, self, sessions: guard.watch, open });
  }
}
