import type { DevsConfig } from '../domain/config';
import type { Overview } from '../domain/overview';
import type { FailureAnalysisReport } from '../domain/report';
import { needsHuman } from '../domain/taskStatus';
import { EventJournal } from '../orchestration/eventJournal';
import { applyIntervention, type InterventionRequest } from '../orchestration/interventions';
import type { OrchestrationDeps } from '../orchestration/orchestrationDeps';
import { recoverInterrupted, syncTasks } from '../orchestration/taskRegistry';
import type { Answer } from '../ports/answer';
import type { Clock } from '../ports/clock';
import type { ConfigEditor, InitAnswer, NewTask } from '../ports/configEditor';
import type { Leftovers } from '../ports/leftovers';
import type { ConfigSource } from '../ports/configSource';
import {
  type Disposable,
  type HeldLease,
  type InboxRequest,
  type WorkspaceState,
} from '../ports/workspaceState';
import type { App, ResumeOptions, RunAnswer, RunRequest } from './app';
import { watchConfig } from './configWatch';
import { describeHolder, LeaseTurns } from './leaseTurns';
import { readOverview } from './readOverview';
import { guarded, refused, usableConfig } from './refusals';
import type { RunSession } from './runSession';

export interface DevsAppParts {
  readonly who: 'window' | 'terminal';
  readonly configFile: string;
  readonly state: WorkspaceState;
  readonly configSource: ConfigSource;
  readonly clock: Clock;
  readonly adapters: Pick<OrchestrationDeps, 'agent' | 'verifier' | 'workspace' | 'hook'>;
  readonly configEditor: ConfigEditor;
  readonly leftovers: Leftovers;
}

interface RunningRun {
  readonly done: Promise<unknown>;
  readonly abort: AbortController;
  /** Resolves when the session answers requests, or when the run ended without one. */
  readonly ready: Promise<void>;
  readonly markReady: () => void;
}

/** How often a request is tried again when the holder vanished between asking and answering. */
const MAX_TRIES = 5;

/** `App` over its parts: decides whether to act, to ask the holder of the lease, or to refuse. */
export class DevsApp implements App {
  private readonly leases: LeaseTurns;
  private session: RunSession | undefined;
  private running: RunningRun | undefined;

  constructor(private readonly parts: DevsAppParts) {
    this.leases = new LeaseTurns(parts.state);
  }

  get stateDir(): string {
    return this.parts.state.directory;
  }

  isRunning(): boolean {
    return this.running !== undefined;
  }

  async overview(): Promise<Overview> {
    return await readOverview(this.parts.state, this.parts.configSource);
  }

  onDidChange(listener: () => void): Disposable {
    const state = this.parts.state.onDidChange(listener);
    const config = watchConfig(this.parts.configFile, listener);
    return {
      dispose: () => {
        state.dispose();
        config.dispose();
      },
    };
  }

  async run(request: RunRequest): Promise<RunAnswer> {
    if (this.running !== undefined) return refused('A run goes on here already.');
    const abort = new AbortController();
    const forward = (): void => abort.abort();
    request.signal.addEventListener('abort', forward);
    if (request.signal.aborted) abort.abort();
    let markReady = (): void => undefined;
    const ready = new Promise<void>((resolve) => (markReady = resolve));
    const done = guarded(() => this.runWithLease({ ...request, signal: abort.signal }));
    this.running = { done, abort, ready, markReady };
    try {
      return await done;
    } finally {
      this.running = undefined;
      markReady();
      request.signal.removeEventListener('abort', forward);
    }
  }

  async pause(options: { readonly now: boolean }): Promise<Answer> {
    const request: InboxRequest = { type: 'pause', now: options.now };
    await this.running?.ready;
    if (this.session !== undefined) return await this.session.answer(request);
    const holder = await this.parts.state.holder();
    return holder === undefined
      ? refused('Nothing is running.')
      : await this.parts.state.ask(request);
  }

  async skip(taskId: string | undefined): Promise<Answer> {
    if (taskId !== undefined) return await this.intervene({ type: 'skip', taskId });
    const waiting = (await this.overview()).tasks.filter((task) => needsHuman(task.status));
    const [only] = waiting;
    if (only !== undefined && waiting.length === 1) {
      return await this.intervene({ type: 'skip', taskId: only.id });
    }
    return refused(
      waiting.length === 0
        ? 'No task needs you; name the one to skip.'
        : `Several tasks need you; name the one to skip: ${waiting.map((task) => task.id).join(', ')}.`,
    );
  }

  async resume(taskId: string, options: ResumeOptions): Promise<Answer> {
    return await this.intervene({ type: 'resume', taskId, ...options });
  }

  async retry(taskId: string): Promise<Answer> {
    return await this.intervene({ type: 'retry', taskId });
  }

  async report(taskId: string): Promise<FailureAnalysisReport | undefined> {
    return (await this.parts.state.read()).latestReport(taskId);
  }

  async init(): Promise<InitAnswer> {
    return await this.parts.configEditor.init();
  }

  async addTask(task: NewTask): Promise<Answer> {
    return await this.parts.configEditor.addTask(task);
  }

  async dispose(): Promise<void> {
    this.running?.abort.abort();
    await this.running?.done;
  }

  private async runWithLease(request: RunRequest): Promise<RunAnswer> {
    const config = await this.usableConfig();
    if (!config.ok) return config;
    // The engine is loaded when something runs.
    const { selectionProblem } = await import('./runSession');
    const used = await this.leases.use(async (lease) => {
      await this.takeOver(lease, config.config);
      const problem = selectionProblem(config.config, lease.store, request.taskIds);
      if (problem !== undefined) return refused(problem);
      return await this.runSession(lease, config.config, request);
    });
    if (used.ok) return used.value;
    return refused(
      `${describeHolder(used.holder)} is at work in this workspace; \`devs pause\` pauses its run.`,
    );
  }

  private async runSession(
    lease: HeldLease,
    config: DevsConfig,
    request: RunRequest,
  ): Promise<RunAnswer> {
    const { configSource, clock, adapters, configFile } = this.parts;
    const { observer } = request;
    const deps: OrchestrationDeps = {
      ...adapters,
      store: lease.store,
      clock,
      configSource,
      observer,
    };
    const { describeRunEnd, RunSession } = await import('./runSession');
    this.session = new RunSession({ deps, config, configFile, lease, request });
    this.running?.markReady();
    try {
      const end = await this.session.run();
      const idle = config.tasks.length === 0;
      const message = idle
        ? 'There was nothing to do: devs.yaml has no tasks yet.'
        : describeRunEnd(end);
      return { ok: true, end, message };
    } finally {
      this.session = undefined;
    }
  }

  /** Does it here when nobody else holds the lease, else asks who does. */
  private async intervene(request: InterventionRequest): Promise<Answer> {
    return await guarded(async () => {
      for (let tries = 1; ; tries += 1) {
        const config = await this.usableConfig();
        // Nothing is awaited between this look and the queue for the lease: no run gets in between,
        // and behind one the human would wait until it ended.
        if (this.running !== undefined) await this.running.ready;
        if (this.session !== undefined) return await this.session.answer(request, this.parts.who);
        if (!config.ok) return config;
        const used = await this.leases.use(async (lease) => {
          const journal = await this.takeOver(lease, config.config);
          const { clock, who } = this.parts;
          const tools = { store: lease.store, journal, clock, who, running: false };
          return applyIntervention({ ...tools, config: config.config }, request);
        });
        if (used.ok) return used.value;
        const answer = await this.parts.state.ask(request);
        const vanished = !answer.ok && (await this.parts.state.holder()) === undefined;
        if (!vanished || tries === MAX_TRIES) return answer;
      }
    });
  }

  /** What every new holder of the lease does first. */
  private async takeOver(lease: HeldLease, config: DevsConfig): Promise<EventJournal> {
    const { clock, leftovers } = this.parts;
    // The agent of a killed runner may still be at work for a moment: nothing may run beside it.
    await leftovers.end(lease.store.listRunningTurns().map((turn) => turn.id));
    const journal = new EventJournal(lease.store, clock, () => undefined);
    recoverInterrupted({ store: lease.store, journal }, clock.now());
    syncTasks(lease.store, config);
    return journal;
  }

  private async usableConfig(): ReturnType<typeof usableConfig> {
    return await usableConfig(this.parts.configSource, this.parts.configFile);
  }
}
