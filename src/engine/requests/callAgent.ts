import { createPrintedWatch } from '../../rules/steps/watch/printedWatch';
import { createStepWatch, type StepWatch } from '../../rules/steps/watch/stepWatch';
import {
  describeStreamProblem,
  findStreamProblem,
} from '../../rules/steps/watch/findStreamProblem';
import type { DismissedSource } from '../../model/steps/finding';
import type { AgentDefinition } from '../../model/config/config';
import type { InTurnLoop } from '../../model/hops/hop';
import type { Role } from '../../model/hops/roles';
import type { PrintedFormat } from '../../model/steps/step';
import type { StepLimits } from '../../model/config/stepLimits';
import { exitedCleanly } from '../../model/turn/turn';
import type { AgentRequest, AgentResult } from '../../ports/agent';
import type { TurnContext } from '../turn/context/turnFacts';
import { stoppedBy, WatchedCall } from '../steps/watchedCall';
import type { RequestTools } from './requestTools';

/** One call of an agent. */
export interface AgentCall {
  readonly definition: AgentDefinition;
  readonly systemPrompt: string;
  readonly prompt: string;
  /** Name of its first call; absent: the turn's only one, unless it sends requests. */
  readonly call?: string;
  /** Its role; absent if the task has no roles. */
  readonly role?: Role;
  /** Id of the session to continue; absent: a new one. */
  readonly session?: string | undefined;
}

/** Result of one call of an agent. */
export interface CallEnd {
  readonly result: AgentResult;
  /** A loop in its steps, which stopped it unless it had already succeeded. Absent for none. */
  readonly loop?: InTurnLoop;
}

/** Calls an agent once. If it prints steps, watches them and stops it at a loop. */
export async function callAgent(tools: RequestTools, call: AgentCall): Promise<CallEnd> {
  const { deps, agentTools, signal } = tools.context;
  const request = requestOf(tools, call);
  if (call.definition.steps !== undefined) return await watched(tools, request);
  const { taskId, turnId } = request;
  const said = agentTools.begin({ taskId, turnId });
  return { result: said.close(await deps.agent.run(request, signal)) };
}

function requestOf({ context }: RequestTools, agentCall: AgentCall): AgentRequest {
  const { plan, turnId } = context;
  const { definition, call, role, session, systemPrompt, prompt } = agentCall;
  return {
    ...{ definition, taskId: plan.task.id, turnId, turn: plan.number, systemPrompt, prompt },
    ...(call === undefined ? {} : { call }),
    ...(role === undefined ? {} : { role }),
    ...(session === undefined ? {} : { session }),
  };
}

async function watched(
  { context, recorder, refused }: RequestTools,
  request: AgentRequest,
): Promise<CallEnd> {
  const { deps, config, plan, signal } = context;
  const watch = createCallWatch(request.definition, config.limits, () =>
    deps.store.listDismissedFindings(plan.countsOn),
  );
  const stopping = new AbortController();
  let stopHearing = (): void => undefined;
  const hop = recorder.hops.findLast(({ outcome }) => outcome === 'running');
  const call = new WatchedCall({
    context,
    watch,
    agent: request.definition.name,
    hops: hop === undefined ? [] : [hop.number],
    onLoop: () => stopping.abort(),
  });
  const { taskId, turnId } = request;
  const said = context.agentTools.begin({
    ...{ taskId, turnId },
    shown: {
      ...{ agent: request.definition.name, timeoutMs: config.permissions.timeoutMs },
      onSaid: (text) => call.onSaid(text),
      onQuestions: (questions) => call.onQuestions(questions),
    },
  });
  try {
    const ended = await deps.agent.run(
      {
        ...request,
        onStep: (event) => call.onStep(event),
        onSpeaker: (say) => {
          stopHearing = context.agents.add(plan.task.id, plan.hints, say);
          call.onSpeaker();
        },
        onTimer: (wait) => said.onTimer(wait),
        onPermission: (asked, waiting) =>
          context.permissions.ask(
            {
              ...{ taskId: plan.task.id, agent: request.definition.name },
              policy: config.permissions,
              onChange: (asks) => call.onAsks(asks),
              onAnswered: (calls) => context.answered.add(calls),
            },
            asked,
            waiting,
          ),
      },
      AbortSignal.any([signal, stopping.signal]),
    );
    const result = said.close(ended);
    warnOfUnreadSteps(context, request.definition, result);
    warnOfLostSession(context, request, result);
    refused.add(request.definition, watch.refusals, result.denied);
    const { loop } = call;
    // A call that was cancelled meanwhile does not count.
    if (loop === undefined || signal.aborted) return { result };
    // Its last output may be read after its end: then it was not stopped.
    const end = exitedCleanly(result.end) ? result.end : stoppedBy(loop);
    return { result: { ...result, end }, loop };
  } finally {
    stopHearing();
    call.close();
  }
}

/**
 * Creates the watch of one call: over calls and texts if the agent prints its events, else its output. `dismissed` as
 * in `createStepWatch`.
 */
export function createCallWatch(
  { steps }: AgentDefinition,
  limits: StepLimits,
  dismissed?: DismissedSource,
): StepWatch {
  // No user is present at an agent that Devs runs.
  return steps === 'text'
    ? createPrintedWatch(limits.repeatedTexts, dismissed)
    : createStepWatch(limits, false, dismissed);
}

/** Says that a session could not be continued, each time. */
function warnOfLostSession(
  { warnOnce, turnId }: Pick<TurnContext, 'warnOnce' | 'turnId'>,
  { definition: { name } }: AgentRequest,
  { session }: AgentResult,
): void {
  if (session?.lost === undefined) return;
  warnOnce(
    `session of ${turnId}`,
    `The agent ${name} could not continue its session and began a new one: ${session.lost}`,
  );
}

/** Options that make an agent print the events of its definition. */
const PRINTS = {
  claude: '--output-format=stream-json --verbose',
  codex: '--json behind exec',
  gemini: '--output-format stream-json',
  opencode: '--format json behind run',
  qwen: '--output-format stream-json',
} as const satisfies Record<PrintedFormat, string>;

/** Warns about an agent whose steps are not all readable, since it appears to be watched. */
function warnOfUnreadSteps(
  { warnOnce }: Pick<TurnContext, 'warnOnce'>,
  { name, steps }: AgentDefinition,
  { end, stream }: AgentResult,
): void {
  if (steps === undefined || steps === 'text' || stream === undefined) return;
  const problem = findStreamProblem(stream, end);
  if (problem === undefined) return;
  const version = stream.version === undefined ? '' : ` (version ${stream.version})`;
  const agent = `The agent ${name}${version}`;
  if (steps === 'acp') {
    const unread = describeStreamProblem(problem, stream);
    warnOnce(
      `steps of ${name}`,
      `${agent} sends other messages than Devs knows, so loops in its steps may be missed: ${unread}. Update Devs.`,
    );
    return;
  }
  const message =
    problem === 'noEvents'
      ? `${agent} printed no event of \`steps: ${steps}\`, so its steps are not watched: let it print ` +
        `them (${PRINTS[steps]}), or set \`steps: text\`.`
      : `${agent} prints other events than \`steps: ${steps}\` knows, so loops in its steps may be ` +
        `missed: ${describeStreamProblem(problem, stream)}. Update Devs, check that the agent is started with ` +
        `${PRINTS[steps]}, or set \`steps: text\`.`;
  warnOnce(`steps of ${name}`, message);
}
