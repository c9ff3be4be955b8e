import type { PermissionDecision } from '../model/permissions/askedPermission';
import type { Metrics } from '../model/report/metricSet';
import type { FoundTasks } from '../model/task/foundTasks';
import type { NewTask } from '../model/task/newTask';
import type { ShownQuestionReply } from '../model/tools/agentQuestion';
import type { DashboardView } from './dashboardView';
import type { PageRequest, PageResponse } from './pageRequest';
import type { ViewPatch } from './viewPatch';

/** Terms that the dashboard explains in docs/. */
export const DOCS_TOPICS = ['entropy', 'pivot'] as const;
export type DocsTopic = (typeof DOCS_TOPICS)[number];

/** Maximum length of a text from the dashboard, in characters. */
export const MAX_TEXT = 20_000;
/** Maximum length of an entered list of tasks, in characters. */
export const MAX_LIST = 200_000;

/** Requests of the webview to the host: `method: [params, result]`. JSON only. */
export interface Requests {
  /** The webview has started, or requests the whole view; `open` as in `openTasks`. */
  ready: [params: { open?: string[] }, result: Snapshot];
  /** Sets the opened tasks of a long list; these are complete from now on. */
  openTasks: [params: { taskIds: string[] }, result: Done];
  /** Metrics of the folder's whole history. */
  metrics: [params: Record<string, never>, result: Metrics];
  run: [params: { taskIds?: string[] }, result: Done];
  /** `now` cancels the running turn. */
  pause: [params: { now: boolean }, result: Done];
  /** Withdraws a pause after the running turn. */
  keepGoing: [params: Record<string, never>, result: Done];
  skip: [params: { taskId: string }, result: Done];
  resume: [params: { taskId: string; hint?: string; agent?: string }, result: Done];
  /** Ends the task's wait for a time and continues the run. */
  stopWaiting: [params: { taskId: string }, result: Done];
  /** Looks for the programs of a blocked task again; resumes it once they are there. */
  checkAgain: [params: { taskId: string }, result: Done];
  /** Asks how much more a task may use, and resumes it. */
  allowMore: [params: { taskId: string }, result: Done];
  /** Asks for another agent and resumes the task with it. */
  chooseAgent: [params: { taskId: string }, result: Done];
  retry: [params: { taskId: string }, result: Done];
  /**
   * Ends the task as done although its pass is doubtful, or lets its reviewed change land. `turn`, here and below: the turn
   * whose work the user saw.
   */
  accept: [params: { taskId: string; turn?: number }, result: Done];
  /** Opens the change of a task that waits for a review in the diff editor. */
  openReview: [params: { taskId: string }, result: Done];
  /** Sends a reviewed change back to the agent with its open comments; `text`: about the whole change. */
  sendBack: [params: { taskId: string; turn?: number; text?: string }, result: Done];
  /** Asks for confirmation and throws a reviewed change away. */
  discard: [params: { taskId: string; turn?: number }, result: Done];
  /** Records the pause as a false alarm and continues the task. */
  /** `finding`: as in `App.notALoop`. */
  notALoop: [params: { taskId: string; finding?: number }, result: Done];
  /** Gives a hint to a task that runs; `now`: interrupts its agent where that hears it. */
  hint: [params: { taskId: string; text: string; now: boolean }, result: Done];
  /** Answers a permission request of the task's agent. */
  permit: [params: PermissionDecision, result: Done];
  /** Answers a question of the task's agent. */
  answerQuestion: [params: ShownQuestionReply, result: Done];
  /**
   * Asks the user for the target if `toTurn` is absent (0 = before the first turn), shows the preview, asks for
   * confirmation, and restores the files.
   */
  rewind: [params: { taskId: string; toTurn?: number }, result: Done];
  /** Undoes the newest rewind, after the same confirmation. */
  redo: [params: { taskId: string }, result: Done];
  /** Opens the changes between two moments (0 = before the first turn; without `to`: until now) in the diff editor. */
  openChanges: [params: { taskId: string; from: number; to?: number }, result: Done];
  /** Opens the worktree of the task in a window of its own. */
  openWorktree: [params: { taskId: string }, result: Done];
  /** Opens a terminal in the worktree of the task. */
  openWorktreeTerminal: [params: { taskId: string }, result: Done];
  /** Makes a pull request of the branch on which the task landed; asks before it pushes. */
  createPullRequest: [params: { taskId: string }, result: Done];
  /** Opens the steps of a turn in the replay page; `taskId` is the task that it ran on. */
  replayTurn: [params: { taskId: string; turn: number }, result: Done];
  init: [params: Record<string, never>, result: Done];
  /** Tasks that a text names: a source on each line (`github:#12`, `TODO.md`), or a list of tasks itself. */
  findTasks: [params: { text: string }, result: Done & FoundTasks];
  /** Adds tasks to `devs.yaml`, all or none. */
  addTasks: [params: { tasks: NewTask[] }, result: Done];
  /** Moves a task in `devs.yaml` to the place before or after another one. */
  moveTask: [params: { taskId: string; to: 'before' | 'after'; other: string }, result: Done];
  /** Opens `devs.yaml`, at the given line if any. */
  openConfig: [params: { line?: number }, result: Done];
  /** Opens the file where the failure of a paused task is, at its line. */
  openPlace: [params: { taskId: string }, result: Done];
  /** Opens a file of the folder, at the given line if any. */
  openFile: [params: { file: string; line?: number }, result: Done];
  /** Opens the page of a task in the editor area. */
  openTask: [params: { taskId: string }, result: Done];
  /** Opens the page of docs/ that explains a term. */
  openDocs: [params: { about: DocsTopic }, result: Done];
  /** Opens the page of a paused or blocked task at its report. */
  openReport: [params: { taskId: string }, result: Done];
  /** Opens the report of the newest run as a document. */
  openRunReport: [params: Record<string, never>, result: Done];
  /** Copies the report of the newest run to the clipboard. */
  copyRunReport: [params: Record<string, never>, result: Done];
  /** Asks for a folder and copies the report of the newest run there, with all linked files. */
  exportRunReport: [params: Record<string, never>, result: Done];
  /** Opens the steps of a guarded session in the replay page. */
  sessionProof: [params: SessionKey, result: Done];
  /** Records that the user knows that Devs stopped a guarded session. */
  sessionSeen: [params: SessionKey, result: Done];
  /** Records that the newest loop of a guarded session, or its suspicion, was none. */
  sessionNotALoop: [params: SessionKey, result: Done];
  /** Asks the user for the moment, shows the preview, asks for confirmation, and restores the files of a guarded session. */
  rewindSession: [params: SessionKey, result: Done];
  /** For a while nothing is answered to the agent of a guarded session; `on` false ends that. */
  snoozeSession: [params: SessionKey & { on: boolean }, result: Done];
  /**
   * What a task would be that takes over from a guarded session, without a title where the user wants none; where there is
   * no `devs.yaml`, writes a first one once they agree.
   */
  makeTask: [params: SessionKey, result: Done & SuggestedTask];
  /** Asks which agents are to be guarded, and changes their settings. */
  guardAgents: [params: Record<string, never>, result: Done];
  /** Opens a fresh copy of the demo project; also without a folder or trust. */
  tryDemo: [params: Record<string, never>, result: Done];
  openFolder: [params: Record<string, never>, result: Done];
  /** Opens the workspace in whose worktree the folder lies. */
  openOwner: [params: Record<string, never>, result: Done];
  manageTrust: [params: Record<string, never>, result: Done];
}

export type Method = keyof Requests;
export type Params<M extends Method> = Requests[M][0];
export type Result<M extends Method> = Requests[M][1];

/** Result of a completed action; `message` is for a screen reader and the status line. */
export interface Done {
  readonly message: string;
}

/** A guarded session, as `SessionView.key` names it. */
export interface SessionKey {
  readonly session: string;
}

/** A task that the user may add. */
export interface SuggestedTask {
  readonly title: string;
  readonly goal: string;
}

/** The whole view with its revision; a webview ignores views older than the shown one. */
export interface Snapshot {
  readonly revision: number;
  readonly view: DashboardView;
}

/** A request of the dashboard. */
export type RequestMessage<M extends Method = Method> = PageRequest<Requests, M>;

/** The response to a request of the dashboard. */
export type ResponseMessage = PageResponse<Requests>;

/** Notification host → webview: the view changed. */
export interface ViewMessage {
  readonly type: 'view';
  readonly snapshot: Snapshot;
}

/** Notification host → webview: the changes since the view of revision `base`. */
export interface PatchMessage {
  readonly type: 'patch';
  readonly patch: ViewPatch;
}

/** What the user wants to answer. */
export interface WantedAnswer {
  readonly taskId: string;
  /** Id of a question of its running agent; absent: what comes first. */
  readonly question?: string;
}

/** Notification host → webview: the user wants to answer a task, which is shown with the cursor in the box for it. */
export interface AnswerMessage extends WantedAnswer {
  readonly type: 'answer';
}

/** Notification host → webview: the user wants to see the metrics. */
export interface MetricsMessage {
  readonly type: 'metrics';
}

/** What the user wants to see of the dashboard. */
export type WantedMessage = AnswerMessage | MetricsMessage;

export type HostMessage = ResponseMessage | ViewMessage | PatchMessage | WantedMessage;
