import type { DevsConfig } from '../domain/config';
import type { Overview } from '../domain/overview';
import type { RewindChoice } from '../domain/rewind';
import type { FailureAnalysisReport } from '../domain/report';
import { needsHuman } from '../domain/taskStatus';
import { applyIntervention, type InterventionRequest } from '../orchestration/interventions';
import type { OrchestrationDeps } from '../orchestration/orchestrationDeps';
import type { Answer } from '../ports/answer';
import type { InitAnswer, NewTask } from '../ports/configEditor';
import type { Disposable, HeldLease, InboxRequest } from '../ports/workspaceState';
import type {
  App,
  PreviewAnswer,
  ResumeOptions,
  RewindAnswer,
  RewindOptions,
  RunAnswer,
  RunRequest,
  Span,
  SpanAnswer,
} from './app';
import { watchConfig } from './configWatch';
import { describeHolder } from './leaseTurns';
import { LeaseWork } from './leaseWork';
import type { DevsAppParts } from './parts';
import { readOverview } from './readOverview';
import { guarded, refused, usableConfig } from './refusals';
import { Rewinds } from './rewinds';
import type { RunSession } from './runSession';

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
  private readonly work: LeaseWork;
  private readonly rewinds: Rewinds;
  private session: RunSession | undefined;
  private running: RunningRun | undefined;

  constructor(private readonly parts: DevsAppParts) {
    this.work = new LeaseWork(parts, () => this.isRunning());
    this.rewinds = new Rewinds(parts, this.work);
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
    if (this.session !== undefined) {
      return await this.session.answer(request, this.parts.state.self);
    }
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

  async notALoop(taskId: string): Promise<Answer> {
    return await this.intervene({ type: 'notALoop', taskId });
  }

  async recover(): Promise<readonly string[]> {
    return await this.work.recover();
  }

  previewRewind(taskId: string, options: RewindOptions): Promise<PreviewAnswer> {
    return this.rewinds.previewRewind(taskId, options);
  }

  rewind(taskId: string, options: RewindOptions): Promise<RewindAnswer> {
    return this.rewinds.rewind(taskId, options);
  }

  previewRedo(taskId: string, choice?: RewindChoice): Promise<PreviewAnswer> {
    return this.rewinds.previewRedo(taskId, choice);
  }

  redo(taskId: string, choice?: RewindChoice): Promise<RewindAnswer> {
    return this.rewinds.redo(taskId, choice);
  }

  changes(taskId: string, span: Span): Promise<SpanAnswer> {
    return this.rewinds.changes(taskId, span);
  }

  fileAt(checkpoint: string, path: string): Promise<Uint8Array | undefined> {
    return this.rewinds.fileAt(checkpoint, path);
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
    const refusal = await this.parts.adapters.checkpoints.refusal();
    if (refusal !== undefined) return refused(refusal);
    const used = await this.work.use(config.config, async ({ lease, told }) => {
      for (const message of told) request.observer.onWarning(message);
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
    const { clock, state } = this.parts;
    const { self } = state;
    return await guarded(async () => {
      for (let tries = 1; ; tries += 1) {
        const config = await this.usableConfig();
        // Nothing is awaited between this look and the queue for the lease: no run gets in between,
        // and behind one the human would wait until it ended.
        if (this.running !== undefined) await this.running.ready;
        if (this.session !== undefined) return await this.session.answer(request, self);
        if (!config.ok) return config;
        const used = await this.work.use(config.config, ({ lease, journal }) => {
          const tools = { store: lease.store, journal, clock, who: self, running: false };
          return applyIntervention({ ...tools, config: config.config }, request);
        });
        if (used.ok) return used.value;
        const answer = await this.parts.state.ask(request);
        const vanished = !answer.ok && (await this.parts.state.holder()) === undefined;
        if (!vanished || tries === MAX_TRIES) return answer;
      }
    });
  }

  private async usableConfig(): ReturnType<typeof usableConfig> {
    return await usableConfig(this.parts.configSource, this.parts.configFile);
  }
}
