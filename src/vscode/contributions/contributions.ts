/** Every command that package.json contributes; a test keeps the two the same. */
export const COMMANDS = {
  run: 'devs.run',
  runTask: 'devs.runTask',
  pause: 'devs.pause',
  cancelRun: 'devs.cancelRun',
  resumeTask: 'devs.resumeTask',
  stopWaiting: 'devs.stopWaiting',
  accept: 'devs.accept',
  reviewChanges: 'devs.reviewChanges',
  commentOnLines: 'devs.commentOnLines',
  sendBack: 'devs.sendBack',
  discard: 'devs.discard',
  allowMore: 'devs.allowMore',
  skipTask: 'devs.skipTask',
  retryTask: 'devs.retryTask',
  notALoop: 'devs.notALoop',
  answerPermission: 'devs.answerPermission',
  answerQuestion: 'devs.answerQuestion',
  permissions: 'devs.permissions',
  rewindTask: 'devs.rewindTask',
  redoTask: 'devs.redoTask',
  showChanges: 'devs.showChanges',
  openWorktree: 'devs.openWorktree',
  openWorktreeTerminal: 'devs.openWorktreeTerminal',
  createPullRequest: 'devs.createPullRequest',
  openTask: 'devs.openTask',
  showReport: 'devs.showReport',
  showRunReport: 'devs.showRunReport',
  copyRunReport: 'devs.copyRunReport',
  exportRunReport: 'devs.exportRunReport',
  tryDemo: 'devs.tryDemo',
  init: 'devs.init',
  setUp: 'devs.setUp',
  addTask: 'devs.addTask',
  moveTask: 'devs.moveTask',
  openConfig: 'devs.openConfig',
  metrics: 'devs.metrics',
  lessons: 'devs.lessons',
  replay: 'devs.replay',
  setModelKey: 'devs.setModelKey',
  allowJudge: 'devs.allowJudge',
  guardAgents: 'devs.guardAgents',
  sessions: 'devs.sessions',
  doctor: 'devs.doctor',
  clean: 'devs.clean',
  unlock: 'devs.unlock',
  openDashboard: 'devs.openDashboard',
  selectFolder: 'devs.selectFolder',
  openDocs: 'devs.openDocs',
  showOutput: 'devs.showOutput',
} as const;

/** The comments of reviews, as menus in package.json name them. */
export const REVIEW_COMMENTS = 'devs.review';

/** Commands on the comments of a review, which only their menus call. */
export const COMMENT_COMMANDS = {
  add: 'devs.addComment',
  edit: 'devs.editComment',
  save: 'devs.saveComment',
  cancel: 'devs.cancelComment',
  remove: 'devs.deleteComment',
} as const;

export type CommandName = keyof typeof COMMANDS;

/** The tool for agents in the editor, as package.json contributes it. */
export const LESSONS_TOOL = 'devs_lessons';

/** The chat participant `@devs`, as package.json contributes it. */
export const CHAT_PARTICIPANT = 'devs.chat';

/** The provider of servers with tools for agents of the editor, as package.json contributes it. */
export const TOOL_SERVERS = 'devs.tools';

/** Every setting, without the leading `devs.`. */
export const SETTINGS = [
  'loopThreshold',
  'maxPivots',
  'maxTurns',
  'maxMinutes',
  'maxRetries',
  'retrySeconds',
  'maxWait',
  'turnsPerVisit',
  'plannerToResearcher',
  'plannerToCoder',
  'plannerToVerifier',
  'maxSteps',
  'repeatedCalls',
  'similarCalls',
  'callCycles',
  'undoneEdits',
  'repeatedEdits',
  'failuresAfterEdits',
  'repeatedTexts',
  'stepsWithoutNews',
  'refusedCalls',
  'repeatedFailures',
  'inactiveHours',
  'keepDays',
  'keepFailures',
  'maxStateMb',
  'checkpointFileMb',
  'loopDetection.preset',
  'loopDetection.maxAttempts',
  'loopDetection.attemptWindow',
  'loopDetection.enableAutoUnblock',
  'loopDetection.maxAttemptsBeforeForceNext',
  'notifications',
] as const;

/** Values of `devs.notifications`. */
export const NOTIFICATION_LEVELS = ['all', 'needsYou', 'none'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

/** Section of all settings. */
export const SECTION = 'devs';

/** The activity bar container and the view in it. */
export const VIEW_CONTAINER = 'devs';
export const DASHBOARD_VIEW = 'devs.dashboard';

/** Kind of the editor tabs with the page of a task. */
export const TASK_PAGE = 'devs.task';

/** Keys for `when` clauses; all are unset until the extension is active. */
export const CONTEXT_KEYS = {
  /** Some folder of the workspace has a `devs.yaml`. */
  hasConfig: 'devs.hasConfig',
  /** Some `devs.yaml` names a task. */
  hasTasks: 'devs.hasTasks',
  /** A run is active, here or in a terminal. */
  running: 'devs.running',
  /** Some task can be resumed. */
  canResume: 'devs.canResume',
  /** Some task waits for a time. */
  canStopWaiting: 'devs.canStopWaiting',
  /** Some task waits because of a doubtful pass, or for a review. */
  canAccept: 'devs.canAccept',
  /** Some task waits for a review. */
  canReview: 'devs.canReview',
  /** Some task can be skipped. */
  canSkip: 'devs.canSkip',
  /** Some task can be retried. */
  canRetry: 'devs.canRetry',
  /** Some agent asks for a permission. */
  canPermit: 'devs.canPermit',
  /** Some agent asks a question. */
  canAnswer: 'devs.canAnswer',
  /** Some task was stopped for a loop. */
  canCallNoLoop: 'devs.canCallNoLoop',
  /** Some task has a checkpoint to go back to. */
  canRewind: 'devs.canRewind',
  /** Some task has a rewind to undo. */
  canRedo: 'devs.canRedo',
  /** The active editor shows a change that waits for a review. */
  reviewing: 'devs.reviewing',
  /** Some task has a worktree. */
  hasWorktree: 'devs.hasWorktree',
  /** Some task landed on a branch. */
  hasBranch: 'devs.hasBranch',
} as const;

export type ContextKey = keyof typeof CONTEXT_KEYS;
