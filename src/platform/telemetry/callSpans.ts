import {
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { EventData } from '../../model/events/devsEvent';
import type { Step, StartedStep, StepEvent } from '../../model/steps/step';
import { exitedCleanly, type ProcessEnd } from '../../model/turn/turn';
import { NANO } from '../../model/usage/usage';
import { visibleLine } from '../../text/visibleText';
import type { AgentRequest, AgentResult } from '../../ports/agent';
import type { SecretMask } from '../../ports/secretMask';
import type { ContentCapture } from './contentCapture';
import type { Figures } from './figures';
import { nameProvider, requestedModel } from './nameProvider';

/** Tool calls of one call of an agent that are open at once, at most; older ones are ended. */
const MAX_OPEN = 100;
const MAX_TOOL_NAME = 100;

export interface CallTools {
  readonly tracer: Tracer;
  readonly figures: Figures;
  readonly content: ContentCapture;
  readonly mask: SecretMask;
}

/** The span of one call of an agent, with those of its tool calls. Ended by `settle`. */
export class CallSpans {
  private readonly span: Span;
  private readonly context: Context;
  private readonly tools = new Map<number, OpenTool>();
  private readonly begunAt = performance.now();
  private end: CallEnd | undefined;
  private models: readonly string[] = [];

  constructor(
    private readonly own: CallTools,
    private readonly request: AgentRequest,
    parent: Context,
  ) {
    const { definition, taskId, turn, role, systemPrompt, prompt } = request;
    this.span = own.tracer.startSpan(
      `invoke_agent ${definition.name}`,
      {
        attributes: defined({
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.provider.name': nameProvider(definition),
          'gen_ai.request.model': requestedModel(definition),
          'gen_ai.agent.name': definition.name,
          'gen_ai.system_instructions': own.content.instructions(systemPrompt),
          'gen_ai.input.messages': own.content.messages('user', prompt),
          'devs.task.id': taskId,
          'devs.turn.number': turn,
          'devs.role': role,
        }),
      },
      parent,
    );
    this.context = trace.setSpan(parent, this.span);
  }

  onStep(event: StepEvent): void {
    if (event.kind === 'begun' && event.step.tool !== '') this.begin(event.step);
    if (event.kind === 'ended' && event.step.tool !== '') this.finish(event.step);
  }

  /** The agent has ended; undefined: it could not be called. */
  ended(result: AgentResult | undefined): void {
    const error = result === undefined ? '_OTHER' : errorOf(result.end);
    for (const tool of this.tools.values()) this.closeTool(tool, { 'error.type': 'unfinished' });
    this.tools.clear();
    this.end = { at: new Date(), seconds: (performance.now() - this.begunAt) / 1_000, error };
    const finish = error === undefined ? 'stop' : 'error';
    this.span.setAttributes(
      defined({
        'gen_ai.conversation.id': result?.session?.id,
        'gen_ai.output.messages': this.own.content.messages(
          'assistant',
          result?.reply ?? '',
          finish,
        ),
        'process.exit.code': result?.end.kind === 'exit' ? result.end.code : undefined,
        'error.type': error,
      }),
    );
    if (error !== undefined) this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** What the call used. */
  used({ models, nanoUsd, partial }: EventData<'usage_reported'>): void {
    const { figures } = this.own;
    const { definition } = this.request;
    this.models = models.flatMap(({ model }) => model ?? []);
    const provider = nameProvider(definition, this.models);
    let sum = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
    for (const each of models) {
      const about = defined({
        ...this.about('invoke_agent', provider),
        'gen_ai.response.model': each.model,
      });
      const input = each.input + each.cacheRead + each.cacheWrite;
      figures.tokens.record(input, { ...about, 'gen_ai.token.type': 'input' });
      figures.tokens.record(each.output, { ...about, 'gen_ai.token.type': 'output' });
      sum = {
        input: sum.input + input,
        cacheRead: sum.cacheRead + each.cacheRead,
        cacheWrite: sum.cacheWrite + each.cacheWrite,
        output: sum.output + each.output,
      };
    }
    const usd = nanoUsd === undefined ? undefined : nanoUsd / NANO;
    if (usd !== undefined) figures.cost.add(usd, { 'gen_ai.agent.name': definition.name });
    this.span.setAttributes(
      defined({
        'gen_ai.provider.name': provider,
        ...(models.length > 0 && {
          'gen_ai.usage.input_tokens': sum.input,
          'gen_ai.usage.cache_read.input_tokens': sum.cacheRead,
          'gen_ai.usage.cache_creation.input_tokens': sum.cacheWrite,
          'gen_ai.usage.output_tokens': sum.output,
        }),
        'gen_ai.response.model': this.models.length === 1 ? this.models[0] : undefined,
        'devs.cost.usd': usd,
        'devs.usage.partial': partial,
      }),
    );
  }

  /** Ends the span: nothing more is known of the call. */
  settle(): void {
    if (this.end === undefined) this.ended(undefined);
    const { at, seconds, error } = this.end ?? { at: new Date(), seconds: 0, error: undefined };
    const provider = nameProvider(this.request.definition, this.models);
    this.own.figures.operations.record(
      seconds,
      defined({ ...this.about('invoke_agent', provider), 'error.type': error }),
    );
    this.span.end(at);
  }

  private begin({ number, tool, args, thread }: StartedStep): void {
    const name = visibleLine(this.own.mask.text(tool.slice(0, 2 * MAX_TOOL_NAME)), MAX_TOOL_NAME);
    const span = this.own.tracer.startSpan(
      `execute_tool ${name}`,
      {
        attributes: defined({
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': name,
          'gen_ai.tool.call.arguments': this.own.content.text(args),
          'devs.step.number': number,
          'devs.step.thread': thread === undefined ? undefined : visibleLine(thread, MAX_TOOL_NAME),
        }),
      },
      this.context,
    );
    this.tools.set(number, { span, name, begunAt: performance.now() });
    const [oldest, lost] = [...this.tools][0] ?? [];
    if (this.tools.size <= MAX_OPEN || oldest === undefined || lost === undefined) return;
    this.tools.delete(oldest);
    this.closeTool(lost, { 'error.type': 'unfinished' });
  }

  private finish(step: Step): void {
    if (!this.tools.has(step.number)) this.begin(step);
    const tool = this.tools.get(step.number);
    if (tool === undefined) return;
    this.tools.delete(step.number);
    tool.span.setAttributes(
      defined({ 'gen_ai.tool.call.result': this.own.content.text(step.result) }),
    );
    this.closeTool(tool, step.error === true ? { 'error.type': 'tool_error' } : {});
  }

  private closeTool({ span, name, begunAt }: OpenTool, error: Attributes): void {
    span.setAttributes(error);
    if (error['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    const provider = nameProvider(this.request.definition, this.models);
    this.own.figures.operations.record((performance.now() - begunAt) / 1_000, {
      ...this.about('execute_tool', provider),
      'gen_ai.tool.name': name,
      ...error,
    });
  }

  private about(operation: 'invoke_agent' | 'execute_tool', provider: string): Attributes {
    const { definition } = this.request;
    return defined({
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': operation === 'invoke_agent' ? requestedModel(definition) : undefined,
      'gen_ai.agent.name': definition.name,
    });
  }
}

interface OpenTool {
  readonly span: Span;
  readonly name: string;
  readonly begunAt: number;
}

interface CallEnd {
  readonly at: Date;
  readonly seconds: number;
  readonly error: string | undefined;
}

/** How an agent failed, one of a few words; undefined if it did not. */
function errorOf(end: ProcessEnd): string | undefined {
  if (exitedCleanly(end)) return undefined;
  return end.kind === 'couldNotStart' ? 'could_not_start' : end.kind;
}

/** The attributes that are there. */
function defined(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
