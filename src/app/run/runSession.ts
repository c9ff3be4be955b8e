import { statusWord } from '../../model/task/statusNames';
import type { DevsConfig } from '../../model/config/config';
import type { Actor } from '../../model/workspace/leaseHolder';
import type { RunEnd } from '../../model/run/runStatus';
import type { TaskStatus } from '../../model/task/task';
import { isFinished, needsHuman } from '../../model/task/taskStatus';
import { unknownTask } from '../../engine/interventions/interventions';
import { findReview } from '../../engine/review/findReview';
import { intervene, type AskedIntervention } from '../../engine/interventions/reviewRequests';
import { giveHint, type HintRequest } from '../../engine/interventions/giveHint';
import { keepPullRequest } from '../../engine/landing/keepPullRequest';
import { forgetPermission } from '../../engine/permissions/forgetPermission';
import { changeLesson, isLessonRequest } from '../../engine/lessons/changeLesson';
import type { OrchestrationDeps } from '../../engine/turn/context/orchestrationDeps';
import { OrchestrationLoop } from '../../engine/run/orchestrationLoop';
import type { Answer } from '../../ports/answer';
import type { StoreReader } from '../../ports/store';
import type { HeldLease, InboxAnswer, InboxRequest, IsAskerGone } from '../../ports/workspaceState';
import type { RunAnswer } from '../api/answers';
import type { RunRequest } from '../api/requests';
import { watchConfig } from './watchConfig';

export interface SessionOptions {
  readonly deps: OrchestrationDeps;
  readonly config: DevsConfig;
  readonly configFile: string;
  readonly lease: HeldLease;
  readonly request: RunRequest;
  /** The process that runs. */
  readonly by: Actor;
}

/** One run under the lease: answers inbox requests and reloads `devs.yaml` on change. */
export class RunSession {
  private readonly loop: OrchestrationLoop;

  constructor(private readonly options: SessionOptions) {
    this.loop = new OrchestrationLoop(options.deps, {
      config: options.config,
      taskIds: options.request.taskIds,
      signal: options.request.signal,
      by: options.by,
      isAttended: options.request.isAttended ?? false,
    });
  }

  async run(): Promise<RunEnd> {
    const inbox = this.options.lease.serveInbox((...asked) => this.answer(...asked));
    const watch = watchConfig(this.options.configFile, () => this.reloadConfig());
    try {
      return await this.loop.run();
    } finally {
      watch.dispose();
      await inbox.stop();
    }
  }

  /** Handles a user's request to the running session, from this window or the inbox. */
  async answer(request: InboxRequest, who: Actor, isGone?: IsAskerGone): Promise<InboxAnswer> {
    if (request.type === 'pause') return this.pause(request.now, who);
    if (request.type === 'keepGoing') return this.keepGoing(who);
    if (isLessonRequest(request)) return changeLesson(this.options.deps, request);
    if (request.type === 'hint') return this.giveHint(request, who);
    if (request.type === 'permit') return this.loop.answerPermission(request, who);
    const { tools } = this.loop;
    if (request.type === 'agentReport') return tools.report(request);
    if (request.type === 'ask') return tools.ask(request, isGone);
    if (request.type === 'withdrawQuestion') return tools.withdraw(request);
    if (request.type === 'answer') return tools.reply(request, who);
    if (request.type === 'keepPullRequest')
      return keepPullRequest(this.options.deps.store, request);
    if (request.type === 'forgetPermission')
      return forgetPermission(this.options.deps.store, request);
    return await this.intervene(request, who);
  }

  private reloadConfig(): void {
    this.loop.reloadConfig().catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      this.options.deps.observer.onWarning(`Devs could not apply the changed devs.yaml: ${why}`);
    });
  }

  private pause(now: boolean, who: Actor): Answer {
    if (this.loop.isOver())
      return { ok: false, message: 'The run has just ended, so there is nothing to pause.' };
    const asleep = this.loop.isAsleep();
    this.loop.notePause(now, who);
    this.loop.pause(now);
    const [turns, these] =
      this.loop.runningTasks.length > 1
        ? ['The running turns are', 'these turns']
        : ['The running turn is', 'this turn'];
    const turn = now ? `${turns} being stopped.` : `The run will pause after ${these}.`;
    return { ok: true, message: asleep ? 'The run is ending; no agent was working.' : turn };
  }

  private keepGoing(who: Actor): Answer {
    return this.loop.keepGoing(who)
      ? { ok: true, message: 'The run keeps going.' }
      : { ok: false, message: 'The run was not about to pause, so there is nothing to cancel.' };
  }

  private giveHint(request: HintRequest, who: Actor): Answer {
    const { store, clock } = this.options.deps;
    const { loop } = this;
    const config = loop.currentConfig();
    return giveHint({ store, journal: loop.journal, clock, config, who, agents: loop }, request);
  }

  private async intervene(request: AskedIntervention, who: Actor): Promise<InboxAnswer> {
    const apply = (): Promise<InboxAnswer> => this.apply(request, who);
    return request.type === 'skip'
      ? await this.loop.interrupt(request.taskId, apply)
      : await apply();
  }

  private async apply(request: AskedIntervention, who: Actor): Promise<InboxAnswer> {
    const { loop } = this;
    const { store, clock, worktrees } = this.options.deps;
    const { journal } = loop;
    const config = loop.currentConfig();
    const answer = await intervene(
      { store, journal, clock, config, who, running: !loop.isOver(), worktrees },
      request,
    );
    const goesOn = GOES_ON.has(request.type);
    if (answer.ok && goesOn) loop.renewMinutes();
    if (answer.ok) loop.decided();
    return answer;
  }
}

/** Interventions after which the minutes of the run start again. */
const GOES_ON: ReadonlySet<AskedIntervention['type']> = new Set([
  'resume',
  'accept',
  'sendBack',
  'stopWaiting',
  'notALoop',
]);

type SelectionProblem = Extract<RunAnswer, { readonly ok: false }>;

/** Why the selected tasks cannot run; undefined if they can. */
export function selectionProblem(
  config: DevsConfig,
  store: StoreReader,
  taskIds: readonly string[] | undefined,
): SelectionProblem | undefined {
  const statusOf = (taskId: string): TaskStatus => store.getTask(taskId)?.status ?? 'pending';
  const selected = taskIds ?? [];
  for (const taskId of selected) {
    if (!config.tasks.some((task) => task.id === taskId))
      return { ok: false, message: unknownTask(config, taskId) };
    const status = statusOf(taskId);
    if (isFinished(status)) {
      const message = `${taskId} is ${statusWord(status)}; \`devs retry ${taskId}\` restarts it.`;
      return { ok: false, message };
    }
  }
  const waiting = selected.filter((taskId) => needsHuman(statusOf(taskId)));
  if (waiting.length === 0) return undefined;
  const describe = (taskId: string): string =>
    findReview(config, store, taskId).ok
      ? `${taskId} waits for your review; \`devs review ${taskId}\` shows its change.`
      : `${taskId} is ${statusWord(statusOf(taskId))}; \`devs resume ${taskId}\` resumes it.`;
  const message = waiting.map(describe).join(' ');
  return { ok: false, message, needsHuman: waiting };
}
