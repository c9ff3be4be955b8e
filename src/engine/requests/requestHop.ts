import type { AgentRequestLine } from '../../rules/requests/parseRequests';
import { findAskedAgent } from '../../rules/requests/askableAgents';
import { maskSecrets } from '../../text/maskSecrets';
import { fingerprint } from '../../rules/turn/fingerprint';
import type { AgentDefinition } from '../../model/config/config';
import type { InTurnLoop } from '../../model/hops/hop';
import { describeEnd, exitedCleanly } from '../../model/turn/turn';
import type { AgentResult } from '../../ports/agent';
import type { Exchange } from '../../rules/requests/requestPrompts';
import type { HopEnd } from '../turn/context/hopRecorder';
import type { RequestTools } from './requestTools';
import { isOnlyAnError } from './isOnlyAnError';
import type { GivenAnswer } from './requestLedger';
import { countOf } from '../../text/count';

/** Maximum depth of nested requests, in which all agents before the last wait. */
export const MAX_DEPTH = 3;

/** A request in a reply. */
export interface RequestedLine extends AgentRequestLine {
  readonly asker: AgentDefinition;
  /** Number of agents that wait for the asker's answer. */
  readonly depth: number;
}

/** Decision about a new request. */
export type Begun =
  /** Not a hop. */
  | { readonly kind: 'noRoom'; readonly why: string }
  /** It completes a loop. */
  | { readonly kind: 'loop'; readonly loop: InTurnLoop }
  /** No agent is called: refused, or an earlier answer is reused. */
  | { readonly kind: 'settled'; readonly exchange: Exchange }
  /** This agent is to be called. */
  | { readonly kind: 'call'; readonly definition: AgentDefinition; readonly number: number };

/** Records and counts the request as a hop of the turn, and decides whether an agent is called for it. */
export async function beginRequest(tools: RequestTools, line: RequestedLine): Promise<Begun> {
  const { recorder, ledger, context } = tools;
  const why = noRoom(tools);
  if (why !== undefined) return { kind: 'noRoom', why };
  const { to, request } = line;
  const target = findRequestedAgent(tools, line);
  const from = line.asker.name;
  const at = String(recorder.hops.length + 1);
  const made = { from, to, request, at, refused: !target.ok };
  const { sameAs, answer } = await ledger.note(made, context.similarity);
  const begin = (agent?: string): number =>
    recorder.begin({
      ...{ kind: 'request', from, to, reason: '', request },
      ...(agent === undefined ? {} : { agent }),
      ...(sameAs.length === 0 ? {} : { sameAs }),
    });
  if (ledger.loop !== undefined) {
    recorder.end(begin(), { outcome: 'refused', answer: ledger.loop.message });
    return { kind: 'loop', loop: ledger.loop };
  }
  if (!target.ok)
    return settled(tools, begin(), { line, outcome: 'refused', answer: target.reason });
  if (answer !== undefined && (await isUnchanged(tools, answer))) {
    return settled(tools, begin(), { line, outcome: 'repeated', answer: answer.text });
  }
  return { kind: 'call', definition: target.definition, number: begin(to) };
}

/** Ends the hop of a request with the result of the called agent. */
export async function endRequest(
  tools: RequestTools,
  { line, number }: { readonly line: RequestedLine; readonly number: number },
  result: AgentResult,
): Promise<Exchange> {
  const { recorder, ledger, context } = tools;
  const { end, reply, errorTail, transcript } = result;
  const { to, request } = line;
  const text = maskSecrets(reply.trim());
  const isAnswer = text !== '' && !isOnlyAnError(result, context.deps.clock.now());
  const outcome = exitedCleanly(end) && isAnswer ? 'answered' : 'failed';
  const error = exitedCleanly(end) && text !== '' ? text : maskSecrets(errorTail.trim());
  const how = !exitedCleanly(end)
    ? describeEnd(end)
    : text === ''
      ? 'its reply was empty'
      : 'its service failed';
  const answer =
    outcome === 'answered' ? text : [how, error].filter((part) => part !== '').join('\n');
  recorder.end(number, { outcome, answer, transcript });
  if (outcome === 'answered') {
    ledger.keepAnswer(String(number), { text, state: await stateOf(tools) });
  }
  return { to, request, outcome, answer };
}

/** Why no further request is possible in this turn; undefined if one is. */
function noRoom({ recorder, context }: RequestTools): string | undefined {
  const { maxSteps } = context.config.limits;
  if (!recorder.hasRoom())
    return `the limit of ${countOf(maxSteps, 'call')} between agents in one turn (maxSteps) is reached`;
  return context.msLeft() > 0 ? undefined : 'the limit of minutes for one run is reached';
}

function findRequestedAgent(
  { context }: RequestTools,
  { asker, to, depth }: RequestedLine,
): ReturnType<typeof findAskedAgent> {
  const found = findAskedAgent(context.config.agents, asker, to);
  if (!found.ok || depth < MAX_DEPTH) return found;
  return { ok: false, reason: `${depth} agents already wait for this answer` };
}

function settled(
  { recorder }: RequestTools,
  number: number,
  settlement: Pick<Exchange, 'answer'> & {
    readonly line: RequestedLine;
    readonly outcome: Exclude<Exchange['outcome'] & HopEnd['outcome'], 'answered'>;
  },
): Begun {
  const { outcome, answer } = settlement;
  const { to, request } = settlement.line;
  recorder.end(number, { outcome, answer });
  return { kind: 'settled', exchange: { to, request, outcome, answer } };
}

async function isUnchanged(tools: RequestTools, { state }: GivenAnswer): Promise<boolean> {
  return (await stateOf(tools)) === state;
}

async function stateOf({ context: { deps, plan } }: RequestTools): Promise<string> {
  const { files } = await deps.workspace.snapshot();
  return fingerprint(files, plan.artefacts);
}
