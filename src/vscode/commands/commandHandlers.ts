import type { LogOutputChannel } from 'vscode';
import type { Span } from '../../app/api/requests';
import { listAsked, listQuestions, type TaskOverview } from '../../model/overview/overview';
import { isFinished, needsHuman } from '../../model/task/taskStatus';
import type { ChangePrompts } from '../prompts/changePrompts';
import { hasReport } from '../../reports/task/hasReport';
import { cleanUp } from '../prompts/cleanPrompt';
import { unlockWorkspace } from '../prompts/unlockPrompt';
import type { CommandArgument } from '../contributions/commandArgument';
import type { CommandName } from '../contributions/contributions';
import type { CurrentFolder } from '../folders/currentFolder';
import { editorLessonPrompts } from '../prompts/editorLessonPrompts';
import type { DoctorPages } from '../doctor/doctorPages';
import type { FolderActions } from '../run/folderActions';
import type { FolderApp } from '../folders/folderApp';
import type { EditorGuard } from '../guard/editorGuard';
import type { FolderNeed, FolderPicker } from '../folders/folderPicker';
import type { ModelAccess } from '../models/modelAccess';
import { openDemo, type DemoContext } from '../demo/openDemo';
import { openConfig } from '../folders/openConfig';
import { findTasks, type TaskInFolder } from '../folders/taskInFolder';
import { askedInFolder, type AskedInFolder } from '../folders/askedInFolder';
import { moveTask } from '../prompts/movePrompt';
import type { TaskPrompts } from '../prompts/taskPrompts';
import type { PermissionPrompts } from '../prompts/permissionPrompts';
import type { QuestionPrompts } from '../prompts/questionPrompts';
import type { UserInput } from '../prompts/userInput';
import type { ReplayPages } from '../replay/replayPages';
import type { RunReportPrompts } from '../prompts/runReportPrompts';
import type { OpenedReview } from '../review/reviewTabs';
import type { ReviewPrompts } from '../prompts/reviewPrompts';
import type { RewindPrompts } from '../prompts/rewindPrompts';
import type { PullRequestActions } from '../worktrees/pullRequestActions';
import type { WorktreeActions } from '../worktrees/worktreeActions';
import type { ActionAnswer } from '../notifications/showAnswer';

/** Performs a command; undefined when there is nothing to show. */
export type CommandHandler = (argument: CommandArgument) => Promise<ActionAnswer | undefined>;

/** One handler for each command; a missing one does not compile. */
export type CommandHandlers = { readonly [Name in CommandName]: CommandHandler };

/** Dependencies of the commands. */
export interface CommandContext {
  readonly picker: FolderPicker;
  readonly prompts: TaskPrompts;
  readonly permissions: PermissionPrompts;
  readonly questions: QuestionPrompts;
  readonly rewinds: RewindPrompts;
  readonly reviews: ReviewPrompts;
  readonly runReports: RunReportPrompts;
  /** The review in the active editor; undefined for another one. */
  readonly reviewed: () => OpenedReview | undefined;
  /** Comments on the lines at the cursor. */
  readonly comment: () => Promise<ActionAnswer | undefined>;
  readonly changes: ChangePrompts;
  readonly worktrees: WorktreeActions;
  readonly pullRequests: PullRequestActions;
  readonly replays: Pick<ReplayPages, 'open'>;
  readonly models: Pick<ModelAccess, 'allowJudge' | 'setKey'>;
  readonly doctor: Pick<DoctorPages, 'check'>;
  readonly guard: Pick<EditorGuard, 'choose' | 'guardAgents'>;
  readonly demo: DemoContext;
  /** Opens it, with the cursor where the given task, or else the first that needs you, is answered. */
  readonly openDashboard: (taskId?: string) => Promise<undefined>;
  /** Opens the set-up page of the folder. */
  readonly showSetUp: (folder: FolderApp) => void;
  /** Opens it with the metrics of the shown folder. */
  readonly showMetrics: () => Promise<void>;
  /** Opens the list of the pages of documentation. */
  readonly openDocs: () => Promise<undefined>;
  readonly input: UserInput;
  readonly actions: FolderActions;
  readonly current: CurrentFolder;
  readonly log: LogOutputChannel;
}

/** The commands of the palette. */
export function commandHandlers(context: CommandContext): CommandHandlers {
  const { prompts, permissions, questions, rewinds, runReports, changes, actions, picker } =
    context;
  const inFolder =
    (
      need: FolderNeed,
      act: (folder: FolderApp, argument: CommandArgument) => Promise<ActionAnswer | undefined>,
    ) =>
    async (argument: CommandArgument): Promise<ActionAnswer | undefined> => {
      const folder = await picker.pick(argument, need);
      return folder && act(folder, argument);
    };
  const onTask = (
    applies: (task: TaskOverview) => boolean,
    act: (
      tasks: readonly TaskInFolder[],
      argument: CommandArgument,
    ) => Promise<ActionAnswer | undefined>,
  ): CommandHandler =>
    inFolder('config', async (folder, argument) => {
      const { taskId, turn } = argument;
      const found = await findTasks(folder, (task) =>
        taskId === undefined ? applies(task) : task.id === taskId,
      );
      const tasks = turn === undefined ? found : found.map((each) => ({ ...each, seen: { turn } }));
      return tasks.length === 0 && taskId !== undefined
        ? { ok: false, message: `There is no task "${taskId}".` }
        : act(tasks, argument);
    });
  /** What is decided about a review is meant for the one that the user looks at, unless a task is named. */
  const onReviewed =
    (handler: CommandHandler): CommandHandler =>
    (argument) => {
      const seen = argument.taskId === undefined ? context.reviewed() : undefined;
      return handler(seen === undefined ? argument : { ...argument, ...seen });
    };
  return {
    run: inFolder('config', (folder) => actions.run(folder)),
    pause: inFolder('config', (folder) => actions.pause(folder, false)),
    cancelRun: inFolder('config', (folder) => actions.pause(folder, true)),
    runTask: onTask(isRunnable, (tasks, { taskId }) => prompts.run(tasks, taskId !== undefined)),
    resumeTask: onTask(canBe('resume'), (tasks, argument) => prompts.resume(tasks, argument)),
    allowMore: onTask(canUseMore, (tasks, { taskId }) =>
      prompts.allowMore(needingYouFirst(tasks), taskId !== undefined),
    ),
    stopWaiting: onTask(canBe('stopWaiting'), (tasks, { taskId }) =>
      prompts.stopWaiting(tasks, taskId !== undefined),
    ),
    accept: onReviewed(
      onTask(canBe('accept'), (tasks, { taskId }) => prompts.accept(tasks, taskId !== undefined)),
    ),
    reviewChanges: onTask(canBe('sendBack'), (tasks) => context.reviews.review(tasks)),
    commentOnLines: () => context.comment(),
    sendBack: onReviewed(onTask(canBe('sendBack'), (tasks) => context.reviews.sendBack(tasks))),
    discard: onReviewed(
      onTask(canBe('discard'), (tasks, { taskId }) =>
        context.reviews.discard(tasks, taskId !== undefined),
      ),
    ),
    skipTask: onTask(canBe('skip'), (tasks, { taskId }) =>
      prompts.skip(needingYouFirst(tasks), taskId !== undefined),
    ),
    retryTask: onTask(canBe('retry'), (tasks, { taskId }) =>
      prompts.retry(tasks, taskId !== undefined),
    ),
    notALoop: onTask(canBe('notALoop'), (tasks, { taskId }) =>
      prompts.notALoop(tasks, taskId !== undefined),
    ),
    answerPermission: inFolder('config', async (folder, argument) =>
      permissions.answer(await findAsked(folder, listAsked, argument)),
    ),
    answerQuestion: inFolder('config', async (folder, argument) =>
      questions.answer(await findAsked(folder, listQuestions, argument)),
    ),
    permissions: inFolder('config', (folder) => permissions.review(folder)),
    rewindTask: onTask(canBe('rewind'), (tasks, { toTurn }) => rewinds.rewind(tasks, toTurn)),
    redoTask: onTask(canBe('redo'), (tasks) => rewinds.redo(tasks)),
    showChanges: onTask(hasCheckpoint, (tasks, argument) =>
      changes.showChanges(tasks, spanOf(argument)),
    ),
    openWorktree: onTask(hasWorktree, (tasks) => context.worktrees.openWindow(tasks)),
    openWorktreeTerminal: onTask(hasWorktree, (tasks) => context.worktrees.openTerminal(tasks)),
    createPullRequest: onTask(hasBranch, (tasks) => context.pullRequests.create(tasks)),
    openTask: onTask(isAny, (tasks, { taskId }) => prompts.open(tasks, taskId !== undefined)),
    showReport: onTask(hasReport, (tasks) => prompts.showReport(tasks)),
    showRunReport: inFolder('config', (folder, { run = 'pick' }) => runReports.show(folder, run)),
    copyRunReport: inFolder('config', (folder, { run = 'pick' }) => runReports.copy(folder, run)),
    exportRunReport: inFolder('config', (folder, { run = 'pick' }) =>
      runReports.export(folder, run),
    ),
    tryDemo: () => openDemo(context.demo),
    init: inFolder('anything', (folder) => actions.init(folder)),
    setUp: inFolder('anything', (folder) => {
      context.showSetUp(folder);
      return Promise.resolve(undefined);
    }),
    addTask: inFolder('config', (folder) => prompts.addTask(folder)),
    moveTask: onTask(isAny, (tasks, { taskId }) => moveTask(context, tasks, taskId !== undefined)),
    openConfig: async (argument) => {
      const folder = await picker.pickAny(argument, 'config');
      return folder && (await openConfig(folder, argument.line));
    },
    metrics: inFolder('config', (folder) => showMetrics(context, folder)),
    lessons: inFolder('config', (folder) => lessons(folder)),
    replay: ({ files }) => context.replays.open(files),
    setModelKey: inFolder('config', (folder) => context.models.setKey(folder)),
    allowJudge: inFolder('config', (folder) => context.models.allowJudge(folder)),
    guardAgents: () => context.guard.guardAgents(context.input),
    sessions: () => context.guard.choose(context.input),
    doctor: (argument) => context.doctor.check(picker, argument),
    clean: inFolder('config', (folder) => cleanUp(folder, context.input)),
    unlock: inFolder('config', (folder) => unlockWorkspace(folder, context.input)),
    openDashboard: ({ taskId }) => context.openDashboard(taskId),
    selectFolder: () => selectFolder(context),
    openDocs: () => context.openDocs(),
    showOutput: () => showOutput(context.log),
  };
}

/** What waits in a folder, or for the named task alone. */
async function findAsked<T>(
  folder: FolderApp,
  list: (task: TaskOverview) => readonly T[],
  { taskId }: CommandArgument,
): Promise<readonly AskedInFolder<T>[]> {
  await folder.refresh();
  const open = askedInFolder(folder, list);
  return taskId === undefined ? open : open.filter(({ task }) => task.id === taskId);
}

/** Loaded on demand, as it is rarely used. */
async function lessons({ app }: FolderApp): Promise<ActionAnswer | undefined> {
  const { showLessons } = await import('../prompts/lessonPrompts');
  return await showLessons(app, editorLessonPrompts);
}

async function showMetrics(
  { current, showMetrics: show }: CommandContext,
  { folder }: FolderApp,
): Promise<undefined> {
  if (current.get() !== folder) await current.set(folder);
  await show();
}

async function selectFolder({
  picker,
  current,
  openDashboard,
}: CommandContext): Promise<undefined> {
  const folder = await picker.choose('anything');
  if (folder === undefined) return;
  await current.set(folder);
  await openDashboard();
}

async function showOutput(log: LogOutputChannel): Promise<undefined> {
  log.show();
  return Promise.resolve(undefined);
}

function isAny(): boolean {
  return true;
}

function isRunnable(task: TaskOverview): boolean {
  return task.runnable;
}

function canBe(intervention: TaskOverview['interventions'][number]) {
  return (task: TaskOverview): boolean => task.interventions.includes(intervention);
}

function canUseMore({ status }: TaskOverview): boolean {
  return !isFinished(status);
}

function hasWorktree({ worktree }: TaskOverview): boolean {
  return worktree !== undefined;
}

function hasBranch({ branch }: TaskOverview): boolean {
  return branch !== undefined;
}

function hasCheckpoint({ turns }: TaskOverview): boolean {
  return turns.some(({ checkpoint }) => checkpoint);
}

/** The given span, until now by default; undefined without `from`. */
function spanOf({ from, to }: CommandArgument): Span | undefined {
  return from === undefined ? undefined : { from, to: to ?? 'now' };
}

function needingYouFirst(tasks: readonly TaskInFolder[]): readonly TaskInFolder[] {
  const waits = ({ task }: TaskInFolder): number => (needsHuman(task.status) ? 0 : 1);
  return [...tasks].sort((a, b) => waits(a) - waits(b));
}
