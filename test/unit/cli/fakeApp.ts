import { Writable } from 'node:stream';
import type { App, RunAnswer, RunRequest } from '../../../src/app/app';
import { runCli } from '../../../src/cli/cli';
import type { OutputStream } from '../../../src/cli/output/style';
import type { CliWorld } from '../../../src/cli/world';
import type { Overview, TaskOverview } from '../../../src/domain/overview';
import type { FailureAnalysisReport } from '../../../src/domain/report';
import type { DevsEvent, EventName } from '../../../src/domain/run';

/** A task as an overview shows it: pending, never run. */
export function aTask(id: string, change: Partial<TaskOverview> = {}): TaskOverview {
  return {
    id,
    title: id,
    goal: '',
    parent: undefined,
    dependsOn: [],
    agent: 'claude',
    status: 'pending',
    statusReason: '',
    unverified: false,
    waitingUntil: undefined,
    bestTurn: undefined,
    entropy: 0,
    pivots: 0,
    turns: [],
    turnCount: 0,
    pivotHistory: [],
    report: undefined,
    hints: [],
    interventions: ['skip'],
    runnable: true,
    ...change,
  };
}

export function anOverview(change: Partial<Overview> = {}): Overview {
  return {
    config: { kind: 'ok' },
    run: 'IDLE',
    holder: undefined,
    limits: {
      loopThreshold: 3,
      maxPivots: 2,
      maxTurns: 50,
      maxMinutes: 0,
      maxRetries: 6,
      retrySeconds: 30,
      inactiveHours: 24,
      keepDays: 30,
      keepFailures: 10,
      maxStateMb: 2_000,
      checkpointFileMb: 25,
    },
    agents: ['claude', 'codex'],
    tasks: [aTask('add-users'), aTask('fix-rounding')],
    stateProblem: undefined,
    ...change,
  };
}

export function anEvent(
  event: EventName,
  data: DevsEvent['data'] = {},
  taskId = 'fix-rounding',
): DevsEvent {
  return { at: '2026-11-21T22:00:00.000Z', event, taskId, data };
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
    onDidChange: () => ({ dispose: () => undefined }),
    run: (request) => Promise.resolve(anAnswer(request)),
    isRunning: () => false,
    pause: (options) => yes('pause', options),
    skip: (taskId) => yes('skip', taskId),
    resume: (taskId, options) => yes('resume', taskId, options),
    retry: (taskId) => yes('retry', taskId),
    report: () => Promise.resolve(undefined),
    init: () =>
      Promise.resolve({
        ok: true,
        file: '/w/devs.yaml',
        agents: ['claude', 'codex'],
        verify: 'npm test',
        message: 'Wrote devs.yaml.',
      }),
    addTask: (task) => yes('addTask', task),
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

  constructor(readonly isTTY = false) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: (error?: Error) => void): void {
    this.text += chunk;
    done();
  }
}

/** What the clock on the wall shows when a world begins: two in the afternoon, wherever tests run. */
export const WALL_CLOCK = new Date(2026, 10, 21, 14, 0);

/** A world with fake streams, a clock that stands and signals that tests send. */
export class FakeWorld implements CliWorld {
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
  }

  cwd = (): string => '/';
  openApp = (workspaceDir: string): App => {
    this.opened.push(workspaceDir);
    return this.app;
  };
  onSignal = (listener: () => void) => subscribe(this.signalled, listener);
  everySecond = (listener: () => void) => subscribe(this.ticking, listener);
  exitNow = (code: number): void => void this.exits.push(code);
  now = (): number => this.time;
  date = (): Date => new Date(WALL_CLOCK.getTime() + this.time);

  sendSignal(): void {
    for (const listener of this.signalled) listener();
  }

  passSecond(): void {
    this.time += 1000;
    for (const listener of this.ticking) listener();
  }

  /** Listeners that nobody took away. */
  get leftListeners(): number {
    return this.signalled.size + this.ticking.size;
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
  const world = new FakeWorld(typeof line === 'string' ? line.split(' ') : line, app);
  const code = await runCli(world);
  return { code, stdout: world.stdout.text, stderr: world.stderr.text };
}
