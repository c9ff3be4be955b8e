import { NO_WORKTREES } from './noWorktrees';
import { LOOP_PRESETS } from '../../src/model/task/attempt';
import type { ConfigResult, DevsConfig } from '../../src/model/config/config';
import { BUILT_IN_LIMITS, type Limits } from '../../src/model/config/limits';
import type { FailureAnalysisReport } from '../../src/model/report/pauseReport';
import type { Actor } from '../../src/model/workspace/leaseHolder';
import type { DevsEvent } from '../../src/model/events/devsEvent';
import type { RunEnd } from '../../src/model/run/runStatus';
import type { Measurement } from '../../src/model/verification/measurement';
import type { AgentSession } from '../../src/model/turn/agentSession';
import type { PermissionRequest } from '../../src/model/permissions/permission';
import type { AgentLimit, AgentRefusedCall, Step } from '../../src/model/steps/step';
import type { StreamCoverage } from '../../src/model/steps/streamCoverage';
import type { UsageReport } from '../../src/model/usage/usage';
import type { TaskDefinition } from '../../src/model/task/task';
import type { TestRun } from '../../src/model/verification/testRun';
import type { ProcessEnd } from '../../src/model/turn/turn';
import { lexicalEmbedder } from '../../src/engine/similarity/lexicalEmbedder';
import { OrchestrationLoop } from '../../src/engine/run/orchestrationLoop';
import { EventJournal } from '../../src/engine/state/eventJournal';
import type { InterventionRequest } from '../../src/engine/interventions/interventionRequest';
import { applyIntervention } from '../../src/engine/interventions/interventions';
import { completeInterrupted } from '../../src/engine/rewind/finishing';
import type { RewindTools } from '../../src/engine/rewind/rewindTools';
import { recoverInterrupted, syncTasks } from '../../src/engine/run/taskRegistry';
import type { AgentRequest, AgentResult } from '../../src/ports/agent';
import type { Repository } from '../../src/ports/checkpoints';
import type { Clock } from '../../src/ports/clock';
import type { Embedder } from '../../src/ports/embedder';
import type { Programs } from '../../src/ports/programs';
import type { Models } from '../../src/ports/models';
import type { TurnPhase } from '../../src/ports/runObserver';
import type { Store } from '../../src/ports/store';
import type { VerifyRequest, VerifyResult } from '../../src/ports/verifier';
import type { InboxAnswer } from '../../src/ports/workspaceState';
import type { OrchestrationDeps } from '../../src/engine/turn/context/orchestrationDeps';
import { MemoryCheckpoints, NO_REPOSITORY } from './memoryCheckpoints';
import { createMemoryStore } from './memoryStore';
import { NO_MODELS } from './scriptedJudge';

/** What one agent call does, and what the verification after it finds. */
export interface ScriptedTurn {
  readonly reply?: string;
  readonly end?: ProcessEnd;
  readonly errorTail?: string;
  /** Why it failed, as its event stream tells. */
  readonly failure?: string;
  /** Steps that it prints, each as it begins and ends, until it is ended because of them. */
  readonly steps?: readonly Step[];
  /** What it says that it used so far, after each request of its model. */
  readonly spends?: readonly UsageReport[];
  /** It says the last of these with the end of its turn. */
  readonly saysSumAtEnd?: true;
  /** A limit of its own that ended it. */
  readonly ownLimit?: AgentLimit;
  readonly limitResetsAt?: Date;
  /** Its own session. */
  readonly session?: AgentSession;
  /** Calls that its own rules refused, as it sums them up. */
  readonly denied?: readonly AgentRefusedCall[];
  /** What it asks permission for, one after the other. */
  readonly asks?: readonly PermissionRequest[];
  /** How much of its event stream was understood. */
  readonly stream?: StreamCoverage;
  /** It has come to its end before anybody can end it because of its steps. */
  readonly endsFirst?: true;
  /** Files the agent writes; `null` deletes. */
  readonly edits?: Readonly<Record<string, string | null>>;
  readonly verify?: {
    readonly end?: ProcessEnd;
    readonly output?: string;
    readonly measurement?: Measurement;
    /** Ids of the failing tests that a report names. */
    readonly failingTests?: readonly string[];
    /** Every test by name, as a report lists them. */
    readonly cases?: TestRun['cases'];
    /** Why named reports say nothing. */
    readonly reportProblems?: readonly string[];
    /** Files the verification writes. */
    readonly writes?: Readonly<Record<string, string>>;
  };
  /** Called while the agent runs: to cancel, to intervene, to kill. */
  readonly during?: () => void | Promise<void>;
}

/** What agent call `call` does; with roles it may depend on who is called for what. */
export type Script = (call: number, request: AgentRequest) => ScriptedTurn;

/** Who intervenes in these tests. */
export const TERMINAL: Actor = { pid: 4711, who: 'terminal', host: 'desk' };

export const PASSED: ProcessEnd = { kind: 'exit', code: 0 };
export const FAILED: ProcessEnd = { kind: 'exit', code: 1 };

/** Counts of a suite of `total` tests of which `failed` fail. */
export function failing(failed: number, total = 10): Measurement {
  return { passed: total - failed, failed, skipped: 0 };
}

export function limitsOf(change: Partial<Limits> = {}): Limits {
  return { ...BUILT_IN_LIMITS, ...change };
}

export function taskOf(change: Partial<TaskDefinition> = {}): TaskDefinition {
  return {
    id: 'fix',
    title: 'Fix it',
    goal: 'Make the test pass.',
    agent: 'scripted',
    verify: 'npm test',
    dependsOn: [],
    priority: 0,
    ...change,
  };
}

export function configOf(change: Partial<DevsConfig> = {}): DevsConfig {
  const agent = { type: 'command' as const, command: ['agent'], timeoutMs: 60_000, env: {} };
  return {
    agents: {
      scripted: { ...agent, name: 'scripted' },
      other: { ...agent, name: 'other' },
    },
    tasks: [taskOf()],
    verifyTimeoutMs: 60_000,
    reports: [],
    limits: limitsOf(),
    adaptive: false,
    loopDetection: LOOP_PRESETS.recommended,
    permissions: { allow: [], ask: [], deny: [], timeoutMs: 1_800_000 },
    baseline: false,
    onDoubt: 'retry',
    onPivot: 'best',
    onPause: 'stop',
    ...change,
  };
}

function testRunOf(measurement: Measurement, failingTests: readonly string[] = []): TestRun {
  const { passed, failed, skipped } = measurement;
  return { source: 'JUnit XML', passed, failed, errors: 0, skipped, failingTests };
}

/** A clock that moves on by one second at each look, and by what is waited for. */
export function steppingClock(): Clock & {
  advance(ms: number): void;
  /** Somebody sets the time, so many milliseconds forward (negative: back). */
  set(by: number): void;
} {
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  let ids = 0;
  let setBy = 0;
  return {
    now: () => new Date((time += 1_000) + setBy),
    elapsed: () => (time += 1_000),
    set: (by) => void (setBy += by),
    newId: () => `id-${(ids += 1)}`,
    advance: (ms) => void (time += ms),
    wait: (ms) => {
      time += ms;
      return Promise.resolve();
    },
  };
}

/**
 * Plays the orchestration loop over the real store with a scripted agent, verifier and workspace:
 * call `n` of the agent plays `script(n)`, counted from 1 over all runs.
 */
export class ScriptedRun {
  readonly requests: AgentRequest[] = [];
  readonly events: DevsEvent[] = [];
  readonly reports: FailureAnalysisReport[] = [];
  readonly warnings: string[] = [];
  readonly phases: TurnPhase[] = [];
  readonly files = new Map<string, string>([['src/code.js', 'original']]);
  /** When each file was written last. */
  private readonly stamps = new Map<string, string>();
  readonly untracked = new Set<string>();
  readonly checkpoints = new MemoryCheckpoints(this.files, this.untracked);
  repository: Repository = NO_REPOSITORY;
  embedder: Embedder = lexicalEmbedder;
  /** All programs are there, unless a test says otherwise. */
  programs: Programs = { locate: (file) => Promise.resolve({ kind: 'found', file }) };
  /** What the configuration's models are. */
  models: Models = NO_MODELS;
  /** Issues that were filed, by their names. */
  readonly issues = new Map<string, string>();
  /** What the manifests of the workspace name. */
  readonly dependencies = new Set<string>();
  /** Milliseconds of each wait, in order. */
  readonly waits: number[] = [];
  /** Called while something is waited for. */
  onWait = (): void => undefined;
  readonly clock = this.waitingClock();
  loop: OrchestrationLoop | undefined;
  verifications = 0;
  /** What verification `n` finds, counted from 1; absent: what the script says of the last agent call. */
  verification: ((n: number, request: VerifyRequest) => ScriptedTurn['verify']) | undefined;
  /** What reading `devs.yaml` during the run gives. */
  configRead = (): ConfigResult => ({ kind: 'ok', config: this.config });

  private constructor(
    readonly store: Store,
    public config: DevsConfig,
    public script: Script,
  ) {}

  static async create(
    script: Script,
    config: DevsConfig = configOf(),
    store?: Store,
  ): Promise<ScriptedRun> {
    return new ScriptedRun(store ?? (await createMemoryStore()), config, script);
  }

  /** One `devs run`. */
  async run(options: { taskIds?: readonly string[]; signal?: AbortSignal } = {}): Promise<RunEnd> {
    const { store, clock } = this;
    await completeInterrupted({ store, journal: this.journal(), checkpoints: this.checkpoints });
    recoverInterrupted({ store, clock, journal: this.journal() }, this.config);
    this.loop = new OrchestrationLoop(this.deps(), {
      config: this.config,
      taskIds: options.taskIds,
      signal: options.signal ?? new AbortController().signal,
    });
    return await this.loop.run();
  }

  intervene(request: InterventionRequest, running = false): InboxAnswer {
    syncTasks(this.store, this.config);
    const { store, clock, config } = this;
    return applyIntervention(
      { store, clock, config, journal: this.journal(), who: TERMINAL, running },
      request,
    );
  }

  /** What a rewind works with, as a terminal has it. */
  rewindTools(): RewindTools {
    syncTasks(this.store, this.config);
    const { store, clock, config, checkpoints } = this;
    return { store, journal: this.journal(), clock, config, checkpoints, who: TERMINAL };
  }

  /** Numbers of the agent calls whose system prompt begins with the pivot directive, with its count. */
  directives(): readonly (readonly [call: number, count: number])[] {
    return this.requests.flatMap((request, index) => {
      const match = /^SYSTEM OVERRIDE[^\n]*\nYou have failed to complete this task (\d+) time/.exec(
        request.systemPrompt,
      );
      return match === null ? [] : [[index + 1, Number(match[1])] as const];
    });
  }

  entropies(taskId = 'fix'): readonly number[] {
    return this.store
      .listTurns(taskId)
      .flatMap((turn) =>
        turn.outcome === 'running' || turn.outcome === 'interrupted' ? [] : [turn.entropyAfter],
      );
  }

  /** A stepping clock that notes what is waited for and wakes up at once. */
  private waitingClock(): ReturnType<typeof steppingClock> {
    const clock = steppingClock();
    return {
      ...clock,
      wait: async (ms, signal) => {
        this.waits.push(ms);
        await clock.wait(ms, signal);
        this.onWait();
      },
    };
  }

  private journal(): EventJournal {
    return new EventJournal(this.store, this.clock, (event) => this.events.push(event));
  }

  /** The ports of the run, played by this script. */
  deps(): OrchestrationDeps {
    return {
      store: this.store,
      agent: { run: (request, signal) => this.playAgent(request, signal) },
      verifier: { verify: (request) => this.playVerification(request) },
      workspace: {
        directory: '/home/dev/shop',
        readText: (path) => Promise.resolve(this.files.get(path)),
        stampOf: (path) =>
          Promise.resolve(this.files.has(path) ? (this.stamps.get(path) ?? '') : undefined),
        dependencies: () => Promise.resolve(new Set(this.dependencies)),
        snapshot: () =>
          Promise.resolve({ files: new Map(this.files), untracked: new Set(this.untracked) }),
      },
      checkpoints: this.checkpoints,
      repository: this.repository,
      clock: this.clock,
      configSource: { read: () => Promise.resolve(this.configRead()) },
      hook: { notify: () => Promise.resolve(undefined) },
      notifier: {
        findProblem: () => Promise.resolve(undefined),
        deliver: () => Promise.resolve({ kind: 'delivered' }),
      },
      programs: this.programs,
      worktrees: NO_WORKTREES,
      embedder: this.embedder,
      models: this.models,
      issues: {
        writeIssue: (name, markdown) => {
          this.issues.set(name, markdown);
          return Promise.resolve(`/nowhere/issues/${name}.md`);
        },
      },
      observer: {
        onEvent: (event) => void this.events.push(event),
        onPhase: (phase) => void this.phases.push(phase),
        present: (report) => void this.reports.push(report),
        onWarning: (message) => void this.warnings.push(message),
      },
    };
  }

  private async playAgent(request: AgentRequest, signal: AbortSignal): Promise<AgentResult> {
    this.requests.push(request);
    const turn = this.script(this.requests.length, request);
    for (const [path, text] of Object.entries(turn.edits ?? {})) {
      if (text === null) this.files.delete(path);
      else this.files.set(path, text);
      this.stamps.set(path, `call ${this.requests.length}`);
    }
    for (const step of turn.steps ?? []) {
      if (signal.aborted) break;
      request.onStep?.({ kind: 'begun', step });
      request.onStep?.({ kind: 'ended', step });
    }
    let usage: UsageReport | undefined;
    for (const report of turn.spends ?? []) {
      if (signal.aborted) break;
      usage = report;
      const endsTurn = turn.saysSumAtEnd === true && report === turn.spends?.at(-1);
      request.onStep?.({ kind: 'spent', report, ...(endsTurn && { endsTurn }) });
      await Promise.resolve();
    }
    for (const asked of turn.asks ?? []) await request.onPermission?.(asked, signal);
    await turn.during?.();
    return {
      end: signal.aborted && !turn.endsFirst ? { kind: 'cancelled' } : (turn.end ?? PASSED),
      reply: turn.reply ?? '',
      errorTail: turn.errorTail ?? '',
      transcript: '',
      ...(turn.stream && { stream: turn.stream }),
      ...(turn.failure !== undefined && { failure: turn.failure }),
      ...(turn.ownLimit && { ownLimit: turn.ownLimit }),
      ...(turn.limitResetsAt && { limitResetsAt: turn.limitResetsAt }),
      ...(turn.denied && { denied: turn.denied }),
      ...(turn.session && { session: turn.session }),
      ...(usage && { usage }),
    };
  }

  private playVerification(request: VerifyRequest): Promise<VerifyResult> {
    this.verifications += 1;
    const last = this.requests.at(-1);
    const verify =
      this.verification === undefined
        ? last && this.script(this.requests.length, last).verify
        : this.verification(this.verifications, request);
    for (const [path, text] of Object.entries(verify?.writes ?? {})) this.files.set(path, text);
    const { output = '1 test failed', measurement } = verify ?? {};
    return Promise.resolve({
      end: verify?.end ?? FAILED,
      outputTail: output.slice(-4_096),
      output,
      reportProblems: verify?.reportProblems ?? [],
      ...(measurement === undefined
        ? {}
        : {
            tests: {
              ...testRunOf(measurement, verify?.failingTests),
              ...(verify?.cases && { cases: verify.cases }),
            },
          }),
      ...(measurement?.coverage === undefined ? {} : { coverage: measurement.coverage }),
      durationMs: 1,
      transcript: '',
    });
  }
}
