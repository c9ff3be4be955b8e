import { commands } from 'vscode';
import type { Answer } from '../../ports/answer';
import type { SeenChange } from '../../model/review/seenChange';
import type { DocsTopic, Done, Snapshot } from '../../protocol/messages';
import type { Handlers, Outcome } from './answerRequest';
import type { ShowChanges } from '../prompts/changePrompts';
import type { ReplayPages } from '../replay/replayPages';
import type { FolderActions } from '../run/folderActions';
import type { SessionActions } from '../guard/sessionActions';
import { sessionHandlers } from './sessionHandlers';
import type { FolderApp } from '../folders/folderApp';
import { COMMANDS } from '../contributions/contributions';
import { openConfig } from '../folders/openConfig';
import { openNamedFile, openPlace } from '../folders/openPlace';
import type { RunReportPrompts } from '../prompts/runReportPrompts';
import type { TaskOpener } from '../folders/taskOpener';
import type { TaskPrompts } from '../prompts/taskPrompts';
import type { ReviewPrompts } from '../prompts/reviewPrompts';
import type { RewindPrompts } from '../prompts/rewindPrompts';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { PullRequestActions } from '../worktrees/pullRequestActions';
import { openFolder, type WorktreeActions } from '../worktrees/worktreeActions';
import type { ActionAnswer } from '../notifications/showAnswer';
import { pauseReason } from '../../reports/pause/pauseReason';
import type { Trust } from '../folders/trust';
import { pageWords } from '../text/editorWords';

/** Dependencies of the request handlers. */
export interface RequestContext {
  readonly trust: Trust;
  readonly actions: FolderActions;
  readonly prompts: Pick<TaskPrompts, 'allowMore' | 'chooseAgent'>;
  readonly reviews: Pick<ReviewPrompts, 'review' | 'discard'>;
  readonly pages: TaskOpener;
  readonly rewinds: RewindPrompts;
  readonly runReports: RunReportPrompts;
  readonly showChanges: ShowChanges;
  readonly worktrees: WorktreeActions;
  readonly pullRequests: PullRequestActions;
  readonly replays: Pick<ReplayPages, 'open'>;
  readonly openDocs: (about: DocsTopic) => Promise<Answer>;
  readonly sessions: SessionActions;
  /** Shows an answer with follow-ups. */
  readonly showAnswer: (answer: ActionAnswer) => void;
  /** The folder that the dashboard shows; only asked for in a trusted workspace. */
  readonly folder: () => FolderApp | undefined;
  readonly dashboard: () => {
    snapshot(open: readonly string[]): Snapshot | undefined;
    openTasks(taskIds: readonly string[]): void;
  };
}

type DoneOutcome =
  | { readonly ok: true; readonly result: Done }
  | { readonly ok: false; readonly message: string };

/** Answers every request of the protocol. */
export function requestHandlers(context: RequestContext): Handlers {
  const { actions, prompts, pages, rewinds, runReports, trust } = context;
  const { worktrees, pullRequests } = context;
  const act = async (
    action: (folder: FolderApp) => Promise<ActionAnswer | undefined>,
  ): Promise<DoneOutcome> => {
    if (!trust.granted) return { ok: false, message: trust.reason };
    const folder = context.folder();
    return folder === undefined
      ? { ok: false, message: 'No folder is open.' }
      : toOutcome(await action(folder), context.showAnswer);
  };
  const onTask = (
    taskId: string,
    action: (tasks: readonly TaskInFolder[]) => Promise<ActionAnswer | undefined>,
    seen?: SeenChange,
  ): Promise<DoneOutcome> =>
    act(async (folder) => {
      const task = (await folder.refresh()).tasks.find(({ id }) => id === taskId);
      return task === undefined
        ? { ok: false, message: `There is no task "${taskId}".` }
        : action([{ folder, task, ...(seen && { seen }) }]);
    });
  return {
    ready: ({ open = [] }) => ready(context, open),
    openTasks: ({ taskIds }) => {
      context.dashboard().openTasks(taskIds);
      return Promise.resolve({ ok: true, result: { message: '' } });
    },
    metrics: () => metrics(context),
    run: ({ taskIds }) => act((folder) => actions.run(folder, taskIds)),
    pause: ({ now }) => act((folder) => actions.pause(folder, now)),
    keepGoing: () => act((folder) => actions.keepGoing(folder)),
    skip: ({ taskId }) => act((folder) => actions.skip(folder, taskId)),
    resume: ({ taskId, ...options }) => act((folder) => actions.resume(folder, taskId, options)),
    stopWaiting: ({ taskId }) => act((folder) => actions.stopWaiting(folder, taskId)),
    checkAgain: ({ taskId }) => act((folder) => actions.checkAgain(folder, taskId)),
    allowMore: ({ taskId }) => onTask(taskId, (tasks) => prompts.allowMore(tasks, true)),
    chooseAgent: ({ taskId }) => onTask(taskId, (tasks) => prompts.chooseAgent(tasks)),
    retry: ({ taskId }) => act((folder) => actions.retry(folder, taskId)),
    accept: ({ taskId, ...seen }) => act((folder) => actions.accept(folder, taskId, seen)),
    openReview: ({ taskId }) => onTask(taskId, (tasks) => context.reviews.review(tasks)),
    sendBack: ({ taskId, ...what }) => act((folder) => actions.sendBack(folder, taskId, what)),
    discard: ({ taskId, ...seen }) =>
      onTask(taskId, (tasks) => context.reviews.discard(tasks, true), seen),
    notALoop: ({ taskId, finding }) => act((folder) => actions.notALoop(folder, taskId, finding)),
    hint: ({ taskId, ...options }) => act((folder) => actions.hint(folder, taskId, options)),
    permit: (decision) => act((folder) => actions.permit(folder, decision)),
    answerQuestion: (reply) => act((folder) => actions.answerQuestion(folder, reply)),
    rewind: ({ taskId, toTurn }) => onTask(taskId, (tasks) => rewinds.rewind(tasks, toTurn)),
    redo: ({ taskId }) => onTask(taskId, (tasks) => rewinds.redo(tasks)),
    openChanges: ({ taskId, from, to }) =>
      act((folder) => context.showChanges(folder, taskId, { from, to: to ?? 'now' })),
    openWorktree: ({ taskId }) => onTask(taskId, (tasks) => worktrees.openWindow(tasks)),
    openWorktreeTerminal: ({ taskId }) => onTask(taskId, (tasks) => worktrees.openTerminal(tasks)),
    createPullRequest: ({ taskId }) => onTask(taskId, (tasks) => pullRequests.create(tasks)),
    replayTurn: ({ taskId, turn }) =>
      act((folder) => replayTurn(context.replays, folder, { taskId, turn })),
    init: () => act((folder) => actions.init(folder)),
    findTasks: ({ text }) => findTasks(context, text),
    addTasks: ({ tasks }) => act((folder) => actions.addTasks(folder, tasks)),
    moveTask: (move) => act((folder) => actions.moveTask(folder, move)),
    openConfig: ({ line }) => act(({ folder }) => openConfig(folder, line)),
    openPlace: ({ taskId }) => act((folder) => openFailure(folder, taskId)),
    openFile: (place) => act(({ folder }) => openNamedFile(folder, place)),
    openTask: ({ taskId }) => act((folder) => pages.open(folder, taskId)),
    openDocs: async ({ about }) => toOutcome(await context.openDocs(about), context.showAnswer),
    openReport: ({ taskId }) => act((folder) => pages.open(folder, taskId, 'report')),
    openRunReport: () => act((folder) => runReports.show(folder, 'newest')),
    copyRunReport: () => act((folder) => runReports.copy(folder, 'newest')),
    exportRunReport: () => act((folder) => runReports.export(folder, 'newest')),
    ...sessionHandlers({ act, sessions: context.sessions }),
    guardAgents: () => open(COMMANDS.guardAgents, ''),
    tryDemo: () => open(COMMANDS.tryDemo, 'Opening the demo project.'),
    openFolder: () => open('vscode.openFolder', 'Choose a folder.'),
    openOwner: () => act((folder) => openOwner(folder)),
    manageTrust: () =>
      open('workbench.trust.manage', 'Opened the page for managing workspace trust.'),
  };
}

async function ready(
  { trust, folder, dashboard }: RequestContext,
  open: readonly string[],
): Promise<Outcome<'ready'>> {
  if (trust.granted) await folder()?.refresh();
  const result = dashboard().snapshot(open);
  return result === undefined
    ? { ok: false, message: 'Devs is still opening this folder. Try again in a moment.' }
    : { ok: true, result };
}

async function metrics({ trust, folder }: RequestContext): Promise<Outcome<'metrics'>> {
  if (!trust.granted) return { ok: false, message: trust.reason };
  const current = folder();
  return current === undefined
    ? { ok: false, message: 'No folder is open.' }
    : { ok: true, result: await current.app.metrics() };
}

async function findTasks(
  { trust, folder }: RequestContext,
  text: string,
): Promise<Outcome<'findTasks'>> {
  if (!trust.granted) return { ok: false, message: trust.reason };
  const current = folder();
  if (current === undefined) return { ok: false, message: 'No folder is open.' };
  const found = await current.app.findTasks({ text });
  const message = pageWords(found.message);
  if (!found.ok) return { ok: false, message };
  const { tasks, there, notes } = found;
  return { ok: true, result: { message, tasks, there, notes } };
}

async function openFailure({ app, folder }: FolderApp, taskId: string): Promise<Answer> {
  const report = await app.report(taskId);
  const place = report && pauseReason(report).place;
  return place === undefined
    ? { ok: false, message: `Devs does not know where in the code ${taskId} fails.` }
    : openPlace(folder, place);
}

async function replayTurn(
  replays: RequestContext['replays'],
  { app }: FolderApp,
  { taskId, turn }: { readonly taskId: string; readonly turn: number },
): Promise<ActionAnswer> {
  const files = await app.transcripts(taskId, turn);
  if (files.length === 0) {
    return { ok: false, message: `The output of the agent in turn ${turn} is no longer stored.` };
  }
  const refused = await replays.open(files, `${taskId}, turn ${turn}`);
  return refused ?? { ok: true, message: `Opened the steps of turn ${turn}.` };
}

async function openOwner(folder: FolderApp): Promise<Answer> {
  const { worktreeOf } = await folder.refresh();
  if (worktreeOf?.workspaceDir === undefined)
    return { ok: false, message: 'Devs cannot tell which workspace this worktree belongs to.' };
  await openFolder(worktreeOf.workspaceDir);
  return { ok: true, message: '' };
}

async function open(command: string, message: string): Promise<DoneOutcome> {
  await commands.executeCommand(command);
  return { ok: true, result: { message } };
}

/** No message when the user cancelled, nor when a notification shows the answer. */
function toOutcome(
  answer: ActionAnswer | undefined,
  showAnswer: RequestContext['showAnswer'],
): DoneOutcome {
  if (answer === undefined) return { ok: true, result: { message: '' } };
  const { ok, followUps = [] } = answer;
  const message = pageWords(answer.message);
  if (!ok) return { ok, message };
  if (followUps.length === 0) return { ok, result: { message } };
  showAnswer(answer);
  return { ok, result: { message: '' } };
}
