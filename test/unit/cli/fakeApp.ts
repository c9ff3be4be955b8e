import { PassThrough, Writable } from 'node:stream';
import type { DemoAnswer } from '../../../src/app/demo/createDemo';
import type { RunAnswer } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import type { RunRequest } from '../../../src/app/api/requests';
import { runCli } from '../../../src/cli/cli';
import type { OutputStream } from '../../../src/cli/terminal/style';
import type { CliHost } from '../../../src/cli/terminal/cliHost';
import type { InterventionRecord } from '../../../src/model/run/intervention';
import type { MetricSet, Metrics } from '../../../src/model/report/metricSet';
import type { Overview, TaskOverview, TurnMark } from '../../../src/model/overview/overview';
import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import type { TaskReview } from '../../../src/model/review/taskReview';
import { AS_PROPOSED, type RewindPreview } from '../../../src/model/workspace/rewindRecord';
import type { DevsEvent, EventName } from '../../../src/model/events/devsEvent';
import { freshTask, keptMark, restingOverview } from '../../support/overviewSamples';
import { type Changes, eventOf } from '../../support/sampleEvents';

/** A task as an overview shows it: pending, never run. */
export function aTask(id: string, change: Partial<TaskOverview> = {}): TaskOverview {
  return { ...freshTask(id), ...change };
}

/** A turn in the small picture of a task: without progress, and kept. */
export function aMark(number: number, change: Partial<TurnMark> = {}): TurnMark {
  return { ...keptMark(number), at: `2026-11-21T13:0${number}:00.000Z`, ...change };
}

/** Something that a human in a terminal did to a paused task, an hour before the wall clock's time. */
export function anIntervention(change: Partial<InterventionRecord> = {}): InterventionRecord {
  return {
    at: new Date(WALL_CLOCK.getTime() - 3_600_000).toISOString(),
    what: 'rewind',
    who: { who: 'terminal', pid: 4711, host: 'mill' },
    from: 'PAUSED_FOR_INTERVENTION',
    to: 'PAUSED_FOR_INTERVENTION',
    detail: '',
    ...change,
  };
}

/** A rewind that changes one file. */
export function aPreview(change: Partial<RewindPreview> = {}): RewindPreview {
  return {
    kind: 'rewind',
    taskId: 'fix-rounding',
    toTurn: 0,
    steps: [{ path: 'src/round.js', action: 'restore', turns: [1, 2] }],
    kept: [],
    ...change,
  };
}

export function anOverview(change: Partial<Overview> = {}): Overview {
  return {
    ...restingOverview(),
    agents: ['claude', 'codex'],
    tasks: [aTask('add-users'), aTask('fix-rounding')],
    ...change,
  };
}

export function anEvent(
  event: EventName,
  changes: Changes = {},
  taskId = 'fix-rounding',
): DevsEvent {
  return eventOf(event, changes, { taskId });
}

export function aReport(change: Partial<FailureAnalysisReport> = {}): FailureAnalysisReport {
  return {
    taskId: 'fix-rounding',
    reason: 'MAX_PIVOTS_EXCEEDED',
    failureCount: 3,
    failedStrategies: ['round each line', 'round the sum', 'use cents everywhere'],
    lastError: 'AssertionError: expected 10.00\n    at test/invoice.test.js:12',
    createdAt: '2026-11-21T22:05:00.000Z',
    turns: [],
    advice: [],
    ...change,
  };
}

/** Figures of a workspace in which nothing happened. */
export function someFigures(change: Partial<MetricSet> = {}): MetricSet {
  return {
    tasks: 0,
    turns: 0,
    loopingTasks: 0,
    loops: 0,
    gates: 0,
    forced: 0,
    falseAlarms: 0,
    resolvedGates: 0,
    turnsAfterProof: 0,
    msAfterProof: 0,
    savedTurns: 0,
    savedMs: 0,
    flakyTurns: 0,
    flakyTests: {},
    patterns: {},
    noLoops: {},
    ...change,
  };
}

/** Metrics of a workspace in which nothing happened. */
export function someMetrics(change: Partial<Metrics> = {}): Metrics {
  return { forgottenTurns: 0, all: someFigures(), agents: [], days: [], ...change };
}

/** The review of a task that changed one file. */
export function aReview(change: Partial<TaskReview> = {}): TaskReview {
  return {
    ...{ taskId: 'fix-rounding', pausedTask: 'fix-rounding', turn: 2 },
    ...{ at: '2026-11-21T22:05:00.000Z', size: { files: 1, added: 2, deleted: 1 } },
    ...{ from: 'commit:before', to: 'commit:after' },
    files: [{ path: 'src/round.js', action: 'changed', lines: { added: 2, deleted: 1 } }],
    comments: [],
    ...change,
  };
}

/** An app that has `overview`, says yes to everything, and notes what it was asked. */
export function fakeApp(
  overview: Overview,
  change: Partial<App> = {},
): App & { calls: unknown[][] } {
  const calls: unknown[][] = [];
  const yes = (...call: unknown[]) => {
    calls.push(call);
    return Promise.resolve({ ok: true, message: `${String(call[0])} done.` } as const);
  };
  return {
    calls,
    stateDir: '/state',
    overview: () => Promise.resolve(overview),
    config: () => Promise.resolve({ kind: 'missing' }),
    status: () => Promise.resolve({ running: false, tickCount: 0, loopDetection: {} }),
    recover: () => Promise.resolve([]),
    lease: () => Promise.resolve(undefined),
    unlock: (epoch) => yes('unlock', epoch),
    onDidChange: () => ({ dispose: () => undefined }),
    run: (request) => Promise.resolve(anAnswer(request)),
    isRunning: () => false,
    pause: (options) => yes('pause', options),
    keepGoing: () => yes('keepGoing'),
    skip: (taskId) => yes('skip', taskId),
    resume: (taskId, options) => yes('resume', taskId, options),
    stopWaiting: (taskId) => yes('stopWaiting', taskId),
    findMissing: () => Promise.resolve(undefined),
    retry: (taskId) => yes('retry', taskId),
    accept: (taskId, seen) => yes('accept', taskId, seen),
    review: (taskId) => Promise.resolve({ ok: true, review: aReview({ taskId }) }),
    changeComment: (taskId, change) => yes('changeComment', taskId, change),
    sendBack: (taskId, what) => yes('sendBack', taskId, what),
    discard: (taskId, seen) => yes('discard', taskId, seen),
    hint: (taskId, options) => yes('hint', taskId, options),
    permit: (reply) => yes('permit', reply),
    permissionGrants: () => Promise.resolve([]),
    forgetPermission: (rule) => yes('forgetPermission', rule),
    notALoop: (taskId, finding) => yes('notALoop', taskId, finding),
    exportFinding: (request) => yes('exportFinding', request),
    previewRewind: async (taskId, { toTurn = 0 }) => {
      await yes('previewRewind', taskId);
      return { ok: true, preview: aPreview({ taskId, toTurn }), checkpoint: 'c0' };
    },
    rewind: async (taskId, options) => ({
      ...(await yes('rewind', taskId, options)),
      done: aPreview({ taskId, toTurn: options.toTurn ?? 0 }),
    }),
    previewRedo: async (taskId) => {
      await yes('previewRedo', taskId);
      return { ok: true, preview: aPreview({ kind: 'redo', taskId }), checkpoint: 'c0' };
    },
    redo: async (taskId, choice = AS_PROPOSED) => ({
      ...(await yes('redo', taskId, choice)),
      done: aPreview({ kind: 'redo', taskId }),
    }),
    changes: () => Promise.resolve({ ok: false, message: 'Nothing is kept.' }),
    fileAt: () => Promise.resolve(undefined),
    setUp: () => Promise.resolve({ config: { kind: 'missing' }, agents: [] }),
    tryVerify: () => Promise.resolve({ kind: 'passes', message: 'It passes.' }),
    change: (change) => yes('change', change),
    worktree: () => Promise.resolve(undefined),
    planPullRequest: (taskId) =>
      yes('planPullRequest', taskId).then(() => ({ ok: false, message: 'none' })),
    createPullRequest: (taskId) =>
      yes('createPullRequest', taskId).then((answer) => ({
        ...answer,
        address: 'https://github.com/acme/shop/pull/7',
      })),
    doctor: () => Promise.resolve({ checks: [], interrupted: false }),
    diskUse: () =>
      Promise.resolve({
        directory: '/state',
        database: 0,
        history: 0,
        transcripts: 0,
        checkpoints: 0,
        setups: 0,
      }),
    clean: () => Promise.resolve({ ok: false, message: 'There is nothing to clean.' }),
    takeReport: (report) => yes('takeReport', report),
    askHuman: (request) => yes('askHuman', request),
    answer: (reply) => yes('answer', reply),
    prompt: (taskId) => yes('prompt', taskId),
    lessons: () => Promise.resolve({ ok: true, lessons: [] }),
    editLesson: (id, text) => yes('editLesson', id, text),
    removeLesson: (id) => yes('removeLesson', id),
    report: () => Promise.resolve(undefined),
    metrics: () => Promise.resolve(someMetrics()),
    init: () =>
      Promise.resolve({
        ok: true,
        file: '/w/devs.yaml',
        agents: ['claude', 'codex'],
        verify: 'npm test',
        message: 'Wrote devs.yaml.',
      }),
    addTasks: (tasks) => yes('addTasks', tasks),
    findTasks: () => Promise.resolve({ ok: true, tasks: [], there: [], notes: [], message: '' }),
    moveTask: (move) => yes('moveTask', move),
    issueFile: () => Promise.resolve(undefined),
    transcripts: () => Promise.resolve([]),
    runReports: () => Promise.resolve([]),
    newestRunReport: () => Promise.resolve(undefined),
    runReport: () => Promise.resolve({ ok: false, message: 'There is no run report yet.' }),
    exportRunReport: () => Promise.resolve({ ok: false, message: 'There is no run report yet.' }),
    dispose: () => Promise.resolve(),
    ...change,
  };
}

function anAnswer({ taskIds }: RunRequest): RunAnswer {
  const what = taskIds === undefined ? 'every task' : taskIds.join(', ');
  return { ok: true, end: { kind: 'allDone' }, message: `Done: ${what}.` };
}

/** A stream that keeps what is written to it. */
export class FakeStream extends Writable {
  text = '';
  columns = 80;
  rows = 24;
  startWords = 'devs';

  constructor(readonly isTTY = false) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: (error?: Error) => void): void {
    this.text += chunk;
    done();
  }
}

/** Wall-clock time at the start of a test: two in the afternoon in every time zone. */
export const WALL_CLOCK = new Date(2026, 10, 21, 14, 0);

/** A host with fake streams, a stopped clock and signals that tests send. */
export class FakeHost implements CliHost {
  /** What a human types; closed from the start where there is no terminal. */
  readonly stdin: PassThrough & { isTTY: boolean };
  readonly stdout: FakeStream & OutputStream;
  readonly stderr: FakeStream & OutputStream;
  environment: NodeJS.ProcessEnv = { TERM: 'xterm' };
  exits: number[] = [];
  time = 0;
  opened: string[] = [];
  private readonly signalled = new Set<() => void>();
  private readonly ticking = new Set<() => void>();

  constructor(
    readonly argv: readonly string[],
    private readonly app: App = fakeApp(anOverview()),
    terminal = false,
  ) {
    this.stdout = new FakeStream(terminal);
    this.stderr = new FakeStream(terminal);
    this.stdin = Object.assign(new PassThrough(), { isTTY: terminal });
  }

  assetsDir = '/devs/dist';
  folder = '/';
  cwd = (): string => this.folder;
  openApp = (workspaceDir: string): App => {
    this.opened.push(workspaceDir);
    return this.app;
  };
  demos: string[] = [];
  /** How this process was started, if not as `devs`. */
  startWith(startWords: string): void {
    this.stdout.startWords = startWords;
    this.stderr.startWords = startWords;
  }
  createDemo = (folder: string): Promise<DemoAnswer> => {
    this.demos.push(folder);
    return Promise.resolve({ ok: true, message: `The demo project is in ${folder}.` });
  };
  onSignal = (listener: () => void) => subscribe(this.signalled, listener);
  everySecond = (listener: () => void) => subscribe(this.ticking, listener);
  raised: string[] = [];
  raise = (signal: string): void => void this.raised.push(signal);
  foreground = true;
  isForeground = (): boolean => this.foreground;
  exitNow = (code: number): void => void this.exits.push(code);
  now = (): number => this.time;
  date = (): Date => new Date(WALL_CLOCK.getTime() + this.time);

  private readonly timers = new Set<{ readonly at: number; readonly listener: () => void }>();
  after = (ms: number, listener: () => void) => {
    const timer = { at: this.time + ms, listener };
    this.timers.add(timer);
    return { dispose: () => void this.timers.delete(timer) };
  };

  sendSignal(): void {
    for (const listener of this.signalled) listener();
  }

  passSecond(): void {
    this.time += 1000;
    for (const timer of [...this.timers]) {
      if (timer.at > this.time || !this.timers.delete(timer)) continue;
      timer.listener();
    }
    for (const listener of this.ticking) listener();
  }

  /** Listeners that nobody took away. */
  get leftListeners(): number {
    return this.signalled.size + this.ticking.size + this.timers.size;
  }
}

function subscribe(listeners: Set<() => void>, listener: () => void) {
  listeners.add(listener);
  return { dispose: () => void listeners.delete(listener) };
}

/** Carries out a command line against a fake app. */
export async function devs(
  line: string | readonly string[],
  app: App = fakeApp(anOverview()),
): Promise<{ code: number; stdout: string; stderr: string }> {
  const host = new FakeHost(typeof line === 'string' ? line.split(' ') : line, app);
  const code = await runCli(host);
  return { code, stdout: host.stdout.text, stderr: host.stderr.text };
}
