import type { DevsEvent } from '../../model/events/devsEvent';
import type { Agent, AgentRequest } from '../../ports/agent';
import type { RunTelemetry } from '../../ports/telemetry';
import { CallSpans } from './callSpans';
import { createContentCapture } from './contentCapture';
import { createFigures } from './figures';
import { openPipeline } from './openPipeline';
import { RunSpans } from './runSpans';
import type { TelemetryOptions } from './telemetryOptions';

export interface StartOptions extends TelemetryOptions {
  /** Told once why something cannot be sent. */
  readonly warn: (message: string) => void;
}

/** Observes one run: spans of the run, its turns, hops, calls of agents and tool calls, and metrics. */
export function startTelemetry(options: StartOptions): RunTelemetry {
  const { environment, mask, warn } = options;
  const pipeline = openPipeline(options);
  const { tracer } = pipeline;
  const figures = createFigures(pipeline.meter);
  const spans = new RunSpans(tracer, figures);
  const tools = { tracer, figures, mask, content: createContentCapture(environment, mask) };
  /** Calls of which it is not known yet what they used, by turn and place in it. */
  const calls = new Map<string, CallSpans>();
  const settle = (key: string): void => {
    calls.get(key)?.settle();
    calls.delete(key);
  };
  const begin = (request: AgentRequest): CallSpans => {
    const key = keyOf(request.taskId, request);
    settle(key);
    const call = new CallSpans(tools, request, spans.contextOf(request.taskId));
    calls.set(key, call);
    return call;
  };
  const onEvent = (event: DevsEvent): void => {
    if (event.event !== 'usage_reported') {
      spans.onEvent(event);
      return;
    }
    const key = keyOf(event.taskId, event.data);
    calls.get(key)?.used(event.data);
    settle(key);
  };
  const safely = guard(warn);
  return {
    onEvent: (event) => safely(() => onEvent(event)),
    onPhase: (phase) => safely(() => spans.onPhase(phase)),
    watch: (agent) => watched(agent, { begin, safely }),
    close: async () => {
      safely(() => {
        for (const key of calls.keys()) settle(key);
        spans.close();
      });
      await pipeline.close();
    },
  };
}

type Safely = (work: () => void) => void;

/** Whatever goes wrong in telemetry costs the run nothing: after a defect, nothing more is observed. */
function guard(warn: (message: string) => void): Safely {
  let isBroken = false;
  return (work) => {
    if (isBroken) return;
    try {
      work();
    } catch (error) {
      isBroken = true;
      warn(`Telemetry has stopped: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

interface Watching {
  readonly begin: (request: AgentRequest) => CallSpans;
  readonly safely: Safely;
}

function watched(agent: Agent, { begin, safely }: Watching): Agent {
  return {
    run: async (request, signal) => {
      let call: CallSpans | undefined;
      safely(() => (call = begin(request)));
      const { onStep } = request;
      const observed: AgentRequest =
        onStep === undefined
          ? request
          : {
              ...request,
              onStep: (event) => {
                safely(() => call?.onStep(event));
                onStep(event);
              },
            };
      const result = await agent.run(observed, signal);
      safely(() => call?.ended(result));
      return result;
    },
  };
}

function keyOf(taskId: string, { turn, call }: Pick<AgentRequest, 'turn' | 'call'>): string {
  return JSON.stringify([taskId, turn, call]);
}
