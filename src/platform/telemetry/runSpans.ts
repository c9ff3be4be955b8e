import {
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { DevsEvent, EventData, EventName, EventOf } from '../../model/events/devsEvent';
import type { TurnPhase } from '../../ports/runObserver';
import type { Figures } from './figures';

const WORKFLOW = 'devs run';

/** Open spans of the task's running turn. */
interface OpenTurn {
  readonly span: Span;
  /** Its verification, judge or hop; undefined while its agent works. */
  part?: Span | undefined;
}

/** The span of a run, with those of its turns and of the parts of a turn. */
export class RunSpans {
  private readonly run: Span;
  private readonly turns = new Map<string, OpenTurn>();
  private readonly handlers: { readonly [N in EventName]?: (event: EventOf<N>) => void } = {
    turn_started: ({ taskId, data }) => this.beginTurn(taskId, data),
    turn_ended: ({ taskId, data }) => this.endTurn(taskId, data),
    loop_detected: (event) => this.addLoop(event),
    pivot_issued: ({ taskId, data: { pivotCount, maxPivots } }) => {
      const pivots = { 'devs.pivot.count': pivotCount, 'devs.pivot.max': maxPivots };
      this.addEvent(taskId, 'devs.pivot.issued', pivots);
      this.figures.pivots.add(1);
    },
    gate_triggered: ({ taskId, data }) => {
      const reason = { 'devs.pause.reason': data.reason };
      this.addEvent(taskId, 'devs.pause', reason);
      this.figures.pauses.add(1, reason);
    },
    retry_scheduled: ({ taskId, data: { delayMs, external } }) =>
      this.addEvent(taskId, 'devs.retry.scheduled', {
        'devs.retry.delay': delayMs / 1_000,
        ...(external && { 'devs.failure.kind': external }),
      }),
    budget_used: ({ taskId, data: { scope, unit } }) =>
      this.addEvent(taskId, 'devs.budget.used', {
        'devs.budget.scope': scope,
        'devs.budget.unit': unit,
      }),
    run_ended: ({ data }) => void this.run.setAttribute('devs.run.outcome', data.kind),
  };

  constructor(
    private readonly tracer: Tracer,
    private readonly figures: Figures,
  ) {
    this.run = tracer.startSpan(
      `invoke_workflow ${WORKFLOW}`,
      {
        attributes: {
          'gen_ai.operation.name': 'invoke_workflow',
          'gen_ai.workflow.name': WORKFLOW,
        },
      },
      ROOT_CONTEXT,
    );
  }

  /** What a span of this task belongs to: the part of its turn that runs, its turn, or the run. */
  contextOf(taskId: string): Context {
    const turn = this.turns.get(taskId);
    return trace.setSpan(ROOT_CONTEXT, turn?.part ?? turn?.span ?? this.run);
  }

  onEvent(event: DevsEvent): void {
    // The name is that of the handler's event.
    const handle = this.handlers[event.event] as ((event: DevsEvent) => void) | undefined;
    handle?.(event);
  }

  onPhase({ taskId, ...phase }: TurnPhase): void {
    const turn = this.turns.get(taskId);
    // What an agent does inside a hop is a part of it.
    if (turn === undefined || phase.phase === 'step') return;
    turn.part?.end();
    turn.part = undefined;
    if (phase.phase === 'verify' || phase.phase === 'judge')
      turn.part = this.startPart(turn, `devs.${phase.phase}`);
    if (phase.phase !== 'hop') return;
    const { number, kind, from, to, edge } = phase.hop;
    turn.part = this.startPart(turn, 'devs.hop', {
      'devs.hop.number': number,
      'devs.hop.kind': kind,
      'devs.hop.from': from,
      'devs.hop.to': to,
      ...(edge && { 'devs.edge.name': edge.name, 'devs.edge.count': edge.count }),
    });
  }

  /** Ends all that is open. */
  close(): void {
    for (const taskId of this.turns.keys()) this.closeTurn(taskId);
    this.run.end();
  }

  private beginTurn(taskId: string, data: EventData<'turn_started'>): void {
    this.closeTurn(taskId);
    const span = this.tracer.startSpan(
      'devs.turn',
      {
        attributes: {
          'devs.task.id': taskId,
          'devs.turn.number': data.turn,
          'gen_ai.agent.name': data.agent,
        },
      },
      trace.setSpan(ROOT_CONTEXT, this.run),
    );
    this.turns.set(taskId, { span });
  }

  private endTurn(taskId: string, data: EventData<'turn_ended'>): void {
    const { outcome, measurement } = data;
    const hasFailed = outcome !== 'success' && outcome !== 'progress';
    const attributes: Attributes = {
      'devs.turn.outcome': outcome,
      'devs.turn.consequence': data.consequence,
      'devs.entropy': data.entropyAfter,
      'devs.loop.threshold': data.loopThreshold,
      ...(data.external && { 'devs.failure.kind': data.external }),
      ...(data.inTurnLoop !== undefined && { 'devs.loop.detector': data.inTurnLoop }),
      ...(measurement && {
        'devs.tests.passed': measurement.passed,
        'devs.tests.failed': measurement.failed,
      }),
      ...(hasFailed && { 'error.type': outcome }),
    };
    this.figures.turns.record(data.durationMs / 1_000, {
      'devs.turn.outcome': outcome,
      'gen_ai.agent.name': data.agent,
    });
    const turn = this.turns.get(taskId);
    if (turn === undefined) return;
    turn.span.setAttributes(attributes);
    if (hasFailed) turn.span.setStatus({ code: SpanStatusCode.ERROR });
    // What is recorded with its end, such as a pivot, comes at once after it.
    queueMicrotask(() => {
      if (this.turns.get(taskId) === turn) this.closeTurn(taskId);
    });
  }

  private closeTurn(taskId: string): void {
    const turn = this.turns.get(taskId);
    turn?.part?.end();
    turn?.span.end();
    this.turns.delete(taskId);
  }

  private startPart({ span }: OpenTurn, name: string, attributes: Attributes = {}): Span {
    return this.tracer.startSpan(name, { attributes }, trace.setSpan(ROOT_CONTEXT, span));
  }

  private addLoop({ taskId, data }: EventOf<'loop_detected'>): void {
    const detector = { 'devs.loop.detector': data.detector };
    this.addEvent(taskId, 'devs.loop.detected', {
      ...detector,
      'devs.loop.kind': data.loopType ?? data.kind,
      'devs.loop.level': data.level,
    });
    // A suspicion is no loop yet.
    if (data.level === 'stuck') this.figures.loops.add(1, detector);
  }

  private addEvent(taskId: string, name: string, attributes: Attributes): void {
    const turn = this.turns.get(taskId)?.span;
    const about = turn === undefined ? { 'devs.task.id': taskId } : {};
    (turn ?? this.run).addEvent(name, { ...about, ...attributes });
  }
}
