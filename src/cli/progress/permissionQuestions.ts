import type { App } from '../../app/api/app';
import type { AskedPermission, PermissionReply } from '../../model/permissions/askedPermission';
import type { RunningSteps } from '../../model/steps/step';
import type { Disposable } from '../../ports/workspaceState';
import { askedLine, askedLines, askedQuestion } from '../render/askedText';
import type { CliHost } from '../terminal/cliHost';
import { readKeys } from '../terminal/keys';
import type { Style } from '../terminal/style';
import type { AskingProgress, RunProgress } from './runProgress';

export interface PermissionQuestionsOptions {
  readonly progress: AskingProgress;
  readonly permit: App['permit'];
  readonly style: Style;
  readonly host: Pick<
    CliHost,
    'stdin' | 'raise' | 'after' | 'everySecond' | 'isForeground' | 'date'
  >;
}

/** A request that waits, and the task whose agent made it. */
interface Waiting {
  readonly taskId: string;
  readonly asked: AskedPermission;
}

type Choice = Pick<PermissionReply, 'allow' | 'always'>;

const CHOICES: Readonly<Record<string, Choice>> = {
  y: { allow: true },
  n: { allow: false },
  t: { allow: true, always: 'task' },
  w: { allow: true, always: 'workspace' },
};

/** Shows a run, and asks in its terminal what agents ask permission for: one request after the other, one key each. */
export class PermissionQuestions implements RunProgress {
  /** By id, the oldest first. */
  private readonly waiting = new Map<string, Waiting>();
  /** Ids of requests whose answer is being given, and of those that ended. */
  private readonly answering = new Set<string>();
  private readonly ended = new Set<string>();
  /** Id of the request that the last line of an event is about. */
  private announced: string | undefined;
  private open: { readonly id: string; readonly keys: Disposable } | undefined;
  private readonly ticker: Disposable;
  private closed = false;

  constructor(private readonly options: PermissionQuestionsOptions) {
    // The process may come to the foreground at any time.
    this.ticker = options.host.everySecond(() => this.next());
  }

  onEvent(event: Parameters<RunProgress['onEvent']>[0]): void {
    this.announced = event.event === 'permission_asked' ? event.data.id : undefined;
    if (event.event === 'permission_answered') {
      this.ended.add(event.data.id);
      this.drop(event.data.id);
    }
    if (event.event === 'turn_ended') this.keepOnly(({ taskId }) => taskId !== event.taskId);
    this.options.progress.onEvent(event);
    this.next();
  }

  onPhase(phase: Parameters<RunProgress['onPhase']>[0]): void {
    this.options.progress.onPhase(phase);
    if (phase.phase === 'step') this.take(phase.taskId, phase.steps);
  }

  present(...shown: Parameters<RunProgress['present']>): void {
    this.options.progress.present(...shown);
  }

  onWarning(message: string): void {
    this.options.progress.onWarning(message);
  }

  close(): void {
    this.closed = true;
    this.ticker.dispose();
    this.hide();
    this.options.progress.close();
  }

  private take(taskId: string, { agent, asks = [] }: RunningSteps): void {
    const listed = new Set(asks.map(({ id }) => id));
    const isOther = (each: Waiting): boolean =>
      each.taskId !== taskId || each.asked.agent !== agent;
    this.keepOnly((each) => isOther(each) || listed.has(each.asked.id));
    for (const asked of asks)
      if (!this.answering.has(asked.id) && !this.ended.has(asked.id))
        this.waiting.set(asked.id, { taskId, asked });
    this.next();
  }

  private keepOnly(isKept: (waiting: Waiting) => boolean): void {
    for (const [id, each] of this.waiting) if (!isKept(each)) this.drop(id);
  }

  private drop(id: string): void {
    this.waiting.delete(id);
    if (this.open?.id === id) this.hide();
  }

  /** Asks about the oldest request, unless one is asked. */
  private next(): void {
    const { progress, style, host } = this.options;
    const [first] = this.waiting.values();
    if (first === undefined || this.open !== undefined || this.closed) return;
    if (!host.isForeground()) return;
    const { taskId, asked } = first;
    const isAnnounced = this.announced === asked.id;
    progress.showAsked([
      ...(isAnnounced ? [] : [askedLine({ taskId, asked, asksHere: true }, style)]),
      ...askedLines(asked, style),
    ]);
    const keys = readKeys(host, {
      onReady: () => progress.setQuestion(askedQuestion(asked, host.date())),
      onKey: (key) => this.choose(first, key),
      onSuspend: () => {
        this.announced = undefined;
        this.hide();
      },
    });
    this.open = { id: asked.id, keys };
  }

  private hide(): void {
    if (this.open === undefined) return;
    this.open.keys.dispose();
    this.open = undefined;
    this.options.progress.setQuestion(undefined);
  }

  private choose(waiting: Waiting, key: string): void {
    const choice = CHOICES[key.toLowerCase()];
    const { taskId, asked } = waiting;
    if (choice === undefined || (choice.always !== undefined && asked.rule === undefined)) return;
    this.answering.add(asked.id);
    this.drop(asked.id);
    void this.answer(waiting, { taskId, id: asked.id, ...choice });
  }

  private async answer(waiting: Waiting, reply: PermissionReply): Promise<void> {
    const problem = await this.options.permit(reply).then(
      (answer) => (answer.ok ? undefined : answer.message),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const { id } = waiting.asked;
    this.answering.delete(id);
    if (problem === undefined) return;
    this.onWarning(problem);
    if (!this.ended.has(id)) this.waiting.set(id, waiting);
    this.next();
  }
}
