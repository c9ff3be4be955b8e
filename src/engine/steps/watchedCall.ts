import { refusalVerb } from '../../model/failure/refusal';
import { maskSecrets } from '../../text/maskSecrets';
import { nameSubject } from '../../rules/steps/shown/nameCall';
import { quoteLastSentence } from '../../rules/steps/shown/quoteLastSentence';
import { toProvingStep } from '../../rules/steps/shown/toProvingStep';
import { toShownStep } from '../../rules/steps/shown/toShownStep';
import { toQuote } from '../../rules/steps/text/toQuote';
import { KeptSteps } from '../../rules/steps/watch/keptSteps';
import type { StepWatch } from '../../rules/steps/watch/stepWatch';
import type { InTurnLoop } from '../../model/hops/hop';
import type { AskedPermission } from '../../model/permissions/askedPermission';
import type { AgentQuestion } from '../../model/tools/agentQuestion';
import type { ContextUsage } from '../../model/steps/contextUsage';
import type { PlanEntry } from '../../model/steps/plan';
import {
  MAX_RECENT_STEPS,
  type ShownStep,
  type StartedStep,
  type RunningSteps,
  type Step,
  type StepEvent,
} from '../../model/steps/step';
import type { ProcessEnd } from '../../model/turn/turn';
import { StepReporter, type StepReporterContext } from './stepReporter';

/** Calls that are shown as not ended, at most; the newest. */
const MAX_OPEN = 100;
/** Characters of what an agent waits for that are shown. */
const MAX_NOTICE = 120;

export interface WatchedCallOptions {
  readonly context: StepReporterContext;
  /** Looks at the steps of this call alone. */
  readonly watch: StepWatch;
  /** Name of the agent. */
  readonly agent: string;
  /** Numbers of the hops that the call belongs to. */
  readonly hops: readonly number[];
  /** Called once, when a loop is found. */
  readonly onLoop: () => void;
}

/** Watches the steps of one call of an agent: reports them and detects loops. */
export class WatchedCall {
  /** The verdict that ends the call; undefined for none. Later steps are ignored. */
  loop: InTurnLoop | undefined;
  private count = 0;
  private notice: string | undefined;
  private said = '';
  private takesHints = false;
  private questions: readonly AgentQuestion[] = [];
  private asks: readonly AskedPermission[] = [];
  private plan: readonly PlanEntry[] = [];
  private usage: ContextUsage | undefined;
  private recent: readonly ShownStep[] = [];
  private readonly open = new Map<number, NonNullable<RunningSteps['current']>>();
  private readonly kept = new KeptSteps();
  private readonly reporter: StepReporter;

  constructor(private readonly options: WatchedCallOptions) {
    this.reporter = new StepReporter(options.context);
  }

  /** A step of the agent begins or ends, or it waits. Never throws. */
  onStep(event: StepEvent): void {
    if (this.loop !== undefined) return;
    this.notice = undefined;
    switch (event.kind) {
      case 'notice':
        this.notice = toQuote(event.text, MAX_NOTICE);
        break;
      case 'plan':
        this.plan = event.entries.map(({ text, status }) => ({ text: maskSecrets(text), status }));
        break;
      case 'usage':
        this.usage = event.usage;
        break;
      case 'spent':
        break;
      case 'begun':
        this.begin(event.step);
        break;
      case 'ended':
        this.end(event.step);
        break;
      default:
        event satisfies never;
    }
    this.reporter.report(this.now());
  }

  /** From now on a human can interrupt the agent with a hint. */
  onSpeaker(): void {
    this.takesHints = true;
    this.reporter.report(this.now());
  }

  /** The agent says how far it is. */
  onSaid(text: string): void {
    this.said = text;
    this.reporter.report(this.now());
  }

  /** The questions of the agent changed. */
  onQuestions(questions: readonly AgentQuestion[]): void {
    this.questions = questions;
    this.reporter.report(this.now());
  }

  /** Other permission requests wait for a human than before. */
  onAsks(asks: readonly AskedPermission[]): void {
    this.asks = asks;
    this.reporter.report(this.now());
  }

  /** The call is over. */
  close(): void {
    this.reporter.close();
  }

  private begin(step: StartedStep): void {
    const { number } = step;
    const { tool } = toProvingStep({ ...step, result: '' });
    const call = nameSubject(step);
    this.listen(step);
    const startedAt = this.options.context.deps.clock.now().toISOString();
    this.open.delete(number);
    this.open.set(number, { number, tool, call, startedAt });
    dropOldest(this.open, MAX_OPEN);
  }

  private end(step: Step): void {
    this.open.delete(step.number);
    this.count += 1;
    this.listen(step);
    if (step.tool !== '')
      this.recent = [...this.recent, toShownStep(step)].slice(-MAX_RECENT_STEPS);
    this.kept.add(step);
    const stuck = this.options.watch.observe(step).find(({ level }) => level === 'stuck');
    if (stuck === undefined) return;
    this.loop = this.kept.toLoop(stuck, step, this.options.hops);
    this.options.onLoop();
  }

  private listen({ thought }: Pick<Step, 'thought'>): void {
    const sentence = thought === '' ? '' : quoteLastSentence(thought);
    if (sentence !== '') this.said = sentence;
  }

  private now(): RunningSteps {
    const { context, agent, watch } = this.options;
    const { notice, recent, said, plan, usage, asks, questions } = this;
    const current = [...this.open.values()].at(-1);
    const { suspicion } = watch;
    return {
      ...{ turn: context.plan.number, agent, count: this.count },
      ...(recent.length > 0 && { recent }),
      ...(said !== '' && { said }),
      ...(plan.length > 0 && { plan }),
      ...(usage && { usage }),
      ...(asks.length > 0 && { asks }),
      ...(this.takesHints && { takesHints: true }),
      ...(questions.length > 0 && { questions }),
      ...(current && { current }),
      ...(notice === undefined ? {} : { notice }),
      ...(suspicion && {
        suspicion: { ...suspicion, message: maskSecrets(suspicion.message) },
      }),
    };
  }
}

/** End of an agent that was stopped for a loop in its steps. */
export function stoppedBy({
  detector,
  refusal,
}: Pick<InTurnLoop, 'detector' | 'refusal'>): ProcessEnd {
  const reason =
    refusal === undefined
      ? `it was in a loop (${detector})`
      : `\`${refusal.action}\` ${refusalVerb(refusal)} repeatedly`;
  return { kind: 'stopped', reason };
}

/** A map keeps the order in which its entries came. */
function dropOldest(map: Map<number, unknown>, most: number): void {
  for (const number of map.keys()) {
    if (map.size <= most) return;
    map.delete(number);
  }
}
