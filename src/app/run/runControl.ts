import type { DevsConfig } from '../../model/config/config';
import { describeHolder, type Actor } from '../../model/workspace/leaseHolder';
import { describeUnlock } from '../../reports/lease/describeLease';
import { capitalise } from '../../text/sentence';
import type { intervene } from '../../engine/interventions/reviewRequests';
import type { OrchestrationDeps } from '../../engine/turn/context/orchestrationDeps';
import type { Answer } from '../../ports/answer';
import type { RunObserver } from '../../ports/runObserver';
import type { HeldLease, InboxRequest } from '../../ports/workspaceState';
import type { RunAnswer } from '../api/answers';
import type { RunRequest } from '../api/requests';
import type { StateRetention } from './stateRetention';
import type { LeaseContext, LeaseAccess } from '../lease/leaseAccess';
import type { DevsAppParts } from '../lease/devsAppParts';
import { refuseOnStateError, toRefusal, readUsableConfig } from '../lease/refusals';
import { describeMissingInput } from '../../reports/landing/setupWords';
import { describeError, reportRun } from '../lease/reportRun';
import type { RunSession } from './runSession';
import type { EventLog } from '../../ports/eventLog';
import type { SecretMask } from '../../ports/secretMask';
import type { RunTelemetry } from '../../ports/telemetry';

interface CurrentRun {
  readonly done: Promise<unknown>;
  readonly abort: AbortController;
  /** Resolves when the session accepts requests, or when the run ended without a session. */
  readonly ready: Promise<void>;
  readonly markReady: () => void;
}

export interface RunControlOptions {
  readonly parts: DevsAppParts;
  readonly work: LeaseAccess;
  readonly retention: StateRetention;
}

/** Controls the run of this process; at most one at a time. */
export class RunControl {
  private session: RunSession | undefined;
  private running: CurrentRun | undefined;
  private telemetry: RunTelemetry | undefined;
  /** The sending of what telemetry is left of the last run. */
  private sending: Promise<void> | undefined;

  constructor(private readonly options: RunControlOptions) {}

  isRunning(): boolean {
    return this.running !== undefined;
  }

  /**
   * Answers a request by the run of this process; undefined if none runs. No await separates the
   * check from the answer, so no run can begin in between.
   */
  async answer(request: InboxRequest, who: Actor): Promise<Answer | undefined> {
    if (this.running !== undefined) await this.running.ready;
    return this.session === undefined ? undefined : await this.session.answer(request, who);
  }

  async run(request: RunRequest): Promise<RunAnswer> {
    if (this.running !== undefined) return toRefusal('A run is already active in this workspace.');
    const abort = new AbortController();
    const forward = (): void => abort.abort();
    request.signal.addEventListener('abort', forward);
    if (request.signal.aborted) abort.abort();
    let markReady = (): void => undefined;
    const ready = new Promise<void>((resolve) => (markReady = resolve));
    const done = refuseOnStateError(() => this.runWithLease({ ...request, signal: abort.signal }));
    this.running = { done, abort, ready, markReady };
    try {
      return await done;
    } finally {
      this.running = undefined;
      markReady();
      request.signal.removeEventListener('abort', forward);
      // Others may use the workspace meanwhile.
      await this.sendTelemetry();
    }
  }

  /** Ends the run at once; resolves when it is recorded. */
  async dispose(): Promise<void> {
    this.running?.abort.abort();
    await this.running?.done;
    await this.sendTelemetry();
    await this.sending;
  }

  private async sendTelemetry(): Promise<void> {
    const { telemetry } = this;
    this.telemetry = undefined;
    if (telemetry === undefined) return;
    this.sending = telemetry.close();
    await this.sending;
  }

  private async runWithLease(request: RunRequest): Promise<RunAnswer> {
    const { configSource, configFile, adapters } = this.options.parts;
    const config = await readUsableConfig(configSource, configFile);
    if (!config.ok) return config;
    // The engine is loaded on the first run.
    const { selectionProblem } = await import('./runSession');
    const { intervene: decide } = await import('../../engine/interventions/reviewRequests');
    const refusal =
      (await adapters.checkpoints.findRefusal()) ??
      (await this.findIsolationProblem(config.config));
    if (refusal !== undefined) return toRefusal(refusal);
    const used = await this.options.work.waitForLease(config.config, async (held) => {
      const { lease } = held;
      const answer = await this.applyFirst(held, request, decide);
      if (answer?.ok === false) return toRefusal(answer.message);
      const problem = selectionProblem(config.config, lease.store, request.taskIds);
      if (problem !== undefined) return problem;
      return await this.runSession(lease, config.config, request);
    });
    if (used.ok) return used.value;
    return toRefusal(
      `${capitalise(describeHolder(used.holder))} is using this workspace; \`devs pause\` pauses its run.` +
        describeUnlock(await this.options.parts.state.lease()),
    );
  }

  /** Why tasks cannot have worktrees here; undefined if they can, or need none. */
  private async findIsolationProblem({ isolation }: DevsConfig): Promise<string | undefined> {
    const { worktrees } = this.options.parts.adapters;
    if (isolation === undefined) return undefined;
    const problem = await worktrees.findProblem({ commits: isolation.land !== 'files' });
    if (problem !== undefined) return problem;
    const [missing] = await worktrees.findMissing(isolation.setupCache ?? []);
    return missing === undefined ? undefined : describeMissingInput(missing);
  }

  /**
   * Applies the request that precedes the run, if any, and reports the recovery notices of the
   * lease.
   */
  private async applyFirst(
    held: LeaseContext,
    { first, observer }: RunRequest,
    decide: typeof intervene,
  ): Promise<Answer | undefined> {
    const { lease, journal, config, notices } = held;
    if (first === undefined) {
      for (const message of notices) observer.onWarning(message);
      return undefined;
    }
    const { state, clock, adapters } = this.options.parts;
    const { worktrees } = adapters;
    const tools = { store: lease.store, journal, clock, config, who: state.self, running: false };
    const { ok, message } = await decide({ ...tools, worktrees }, first.request);
    const answer = { ok, message: [message, ...notices].join(' ') };
    first.onAnswer(answer);
    return answer;
  }

  private async runSession(
    lease: HeldLease,
    config: DevsConfig,
    request: RunRequest,
  ): Promise<RunAnswer> {
    const { parts, retention } = this.options;
    const { observer } = request;
    const { configFile } = parts;
    this.telemetry = await parts.telemetry.begin((message) =>
      observer.onWarning(parts.mask.text(message)),
    );
    const deps = toDeps(parts, lease, { observer, telemetry: this.telemetry });
    const { RunSession } = await import('./runSession');
    const { describeRunEnd } = await import('../../reports/run/runEndWords');
    // Retention cannot tell what an incomplete history still needs.
    const isWhole = lease.store.listNotices().length === 0;
    this.session = new RunSession({
      ...{ deps, config, configFile, lease, request },
      by: parts.state.self,
    });
    this.running?.markReady();
    try {
      const end = await this.fileReportAfter(this.session.run(), { lease, config, observer });
      const cleaned = isWhole ? await retention.afterRun(lease, config) : [];
      for (const notice of cleaned) observer.onWarning(notice);
      const idle = config.tasks.length === 0;
      const message = idle
        ? 'There was nothing to do: devs.yaml has no tasks yet.'
        : describeRunEnd(end, request.taskIds);
      return { ok: true, end, message };
    } finally {
      this.session = undefined;
    }
  }

  /** Files the run's report after the run ended or failed. */
  private async fileReportAfter<T>(
    run: Promise<T>,
    { lease, config, observer }: { lease: HeldLease; config: DevsConfig; observer: RunObserver },
  ): Promise<T> {
    const file = async (failed: { readonly error?: string }): Promise<void> => {
      const problems = await reportRun(this.options.parts, lease, { config, ...failed });
      for (const problem of problems) observer.onWarning(problem);
    };
    try {
      const end = await run;
      await file({});
      return end;
    } catch (error) {
      await file({ error: describeError(error) });
      throw error;
    }
  }
}

interface Observing {
  readonly observer: RunObserver;
  readonly telemetry: RunTelemetry | undefined;
}

function toDeps(
  parts: DevsAppParts,
  lease: HeldLease,
  { observer, telemetry }: Observing,
): OrchestrationDeps {
  const { configSource, clock, adapters, eventLog, runReports, mask } = parts;
  return {
    ...adapters,
    agent: telemetry?.watch(adapters.agent) ?? adapters.agent,
    store: lease.store,
    clock,
    configSource,
    issues: runReports,
    programs: parts.machine,
    observer: loggedObserver({ observer, telemetry }, eventLog, mask),
  };
}

/**
 * Wraps an observer so that each event is also appended to the log and told to telemetry, secrets masked for all. The
 * first write failure is reported as a warning.
 */
function loggedObserver(
  { observer, telemetry }: Observing,
  log: EventLog,
  mask: SecretMask,
): RunObserver {
  let warned = false;
  return {
    onEvent: (event) => {
      const problem = log.append(event);
      const masked = mask.value(event);
      telemetry?.onEvent(masked);
      observer.onEvent(masked);
      if (problem === undefined || warned) return;
      warned = true;
      observer.onWarning(problem);
    },
    onPhase: (phase) => {
      telemetry?.onPhase(phase);
      observer.onPhase(phase);
    },
    present: (report, issue) => observer.present(report, issue),
    onWarning: (message) => observer.onWarning(mask.text(message)),
  };
}
