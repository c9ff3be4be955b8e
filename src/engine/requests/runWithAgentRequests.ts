import { parseRequests } from '../../rules/requests/parseRequests';
import type { AgentDefinition } from '../../model/config/config';
import type { InTurnLoop } from '../../model/hops/hop';
import { exitedCleanly } from '../../model/turn/turn';
import type { AgentResult } from '../../ports/agent';
import {
  continuationPrompt,
  requestPrompt,
  type Exchange,
} from '../../rules/requests/requestPrompts';
import { systemPrompt } from '../../rules/prompts/prompts';
import { stoppedBy } from '../steps/watchedCall';
import { callAgent, type AgentCall } from './callAgent';
import type { RequestTools } from './requestTools';
import { mayAsk } from '../turn/context/mayAsk';
import { beginRequest, endRequest, MAX_DEPTH, type RequestedLine, type Begun } from './requestHop';

/** Result of a call with its requests. */
export interface Conversation {
  /** The agent's last result; `cancelled` if any call was cancelled. */
  readonly result: AgentResult;
  /** The loop, of requests or in the steps of an agent, that ended the call and the turn; absent for none. */
  readonly loop?: InTurnLoop;
  /** Why its last requests were not sent, one sentence without a full stop; absent if all were. */
  readonly note?: string;
}

/**
 * Runs an agent. Requests of its replies (`ASK <agent>: …`) are dispatched and their answers passed
 * to it in another call, until a reply has no request, a loop is found, or a limit of the turn is
 * reached. `depth` agents wait for its answer.
 */
export async function runWithAgentRequests(
  tools: RequestTools,
  call: AgentCall,
  depth = 0,
): Promise<Conversation> {
  const exchanges: Exchange[] = [];
  let next: AgentCall = call;
  for (;;) {
    const { result, loop } = await callAgent(tools, next);
    if (loop !== undefined) return { result, loop };
    const { asked, leftOut } = parseRequests(exitedCleanly(result.end) ? result.reply : '');
    if (asked.length === 0) return { result };
    const lines = asked.map((line) => ({ ...line, asker: call.definition, depth }));
    const answers = await askAll(tools, lines);
    if (answers.kind === 'cancelled') return { result: { ...result, end: { kind: 'cancelled' } } };
    if (answers.kind === 'loop') return endedByLoop(result, answers.loop);
    if (answers.kind === 'noRoom') return { result, note: answers.why };
    // This reply is final, since deeper requests are not possible.
    if (depth >= MAX_DEPTH) return { result };
    exchanges.push(...answers.exchanges);
    next = {
      ...call,
      ...(continues(call) && { session: result.session?.id }),
      call: tools.nextCall(call.role ?? call.definition.name),
      prompt: continuationPrompt({ prompt: call.prompt, exchanges, leftOut }),
    };
  }
}

/** Whether later calls of the agent in this turn go on in the session of the first. */
function continues({ definition, role }: AgentCall): boolean {
  return definition.session === 'continue' && role === undefined;
}

/** If the asked agent was stopped for a loop, the asker's work ends as well. */
function endedByLoop(result: AgentResult, loop: InTurnLoop): Conversation {
  const end = loop.steps === undefined ? result.end : stoppedBy(loop);
  return { result: { ...result, end }, loop };
}

type Answers =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'loop'; readonly loop: InTurnLoop }
  /** None of them could be sent. */
  | { readonly kind: 'noRoom'; readonly why: string }
  | { readonly kind: 'answers'; readonly exchanges: readonly Exchange[] };

async function askAll(tools: RequestTools, lines: readonly RequestedLine[]): Promise<Answers> {
  const exchanges: Exchange[] = [];
  for (const line of lines) {
    const answer = await askOne(tools, line);
    switch (answer.kind) {
      case 'settled':
        exchanges.push(answer.exchange);
        break;
      case 'noRoom':
        if (exchanges.length === 0) return answer;
        exchanges.push({ ...line, outcome: 'refused', answer: answer.why });
        break;
      case 'cancelled':
      case 'loop':
        return answer;
      default:
        return answer satisfies never;
    }
  }
  return { kind: 'answers', exchanges };
}

type Answer = Exclude<Begun, { readonly kind: 'call' }> | { readonly kind: 'cancelled' };

async function askOne(tools: RequestTools, line: RequestedLine): Promise<Answer> {
  const { recorder, context } = tools;
  const begun = await beginRequest(tools, line);
  if (begun.kind !== 'call') return begun;
  const { number, definition } = begun;
  const { result, loop } = await runWithAgentRequests(
    tools,
    callFor(tools, line, definition),
    line.depth + 1,
  );
  const { transcript } = result;
  if (context.signal.aborted || result.end.kind === 'cancelled') {
    recorder.end(number, { outcome: 'failed', answer: 'cancelled', transcript });
    return { kind: 'cancelled' };
  }
  if (loop !== undefined) {
    recorder.end(number, { outcome: 'failed', answer: loop.message, transcript });
    return { kind: 'loop', loop };
  }
  showAtWork(tools);
  return { kind: 'settled', exchange: await endRequest(tools, { line, number }, result) };
}

/** Builds the call of an asked agent; of the asker's directives it gets only the human's hints. */
function callFor(
  { context: { plan, config }, nextCall }: RequestTools,
  { asker, request, depth }: RequestedLine,
  definition: AgentDefinition,
): AgentCall {
  return {
    definition,
    call: nextCall(definition.name),
    systemPrompt: systemPrompt({ pivotCount: 0, hints: plan.hints }),
    prompt: requestPrompt({
      ...{ from: asker.name, to: definition.name, title: plan.task.title, request },
      mayAsk: depth + 1 < MAX_DEPTH ? mayAsk(config, definition) : [],
    }),
  };
}

/** Reports that the asker works again. */
function showAtWork({ context: { deps, plan } }: RequestTools): void {
  deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'agent' });
}
