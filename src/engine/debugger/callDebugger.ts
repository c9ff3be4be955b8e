import type { AgentDefinition, DevsConfig } from '../../model/config/config';
import { describeAgentEnd } from '../../model/turn/turn';
import type { AgentResult } from '../../ports/agent';
import { agentSucceeded } from '../../rules/turn/agentSucceeded';
import { readDiagnosis } from '../../rules/debugger/readDiagnosis';
import { maskSecrets } from '../../text/maskSecrets';
import { oneLine } from '../../text/oneLine';
import { truncate } from '../../text/truncate';
import { createCallWatch } from '../requests/callAgent';
import { isOnlyAnError } from '../requests/isOnlyAnError';
import { WatchedCall } from '../steps/watchedCall';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';

export interface DebuggerCallRequest {
  readonly deps: Pick<OrchestrationDeps, 'store' | 'clock' | 'observer' | 'agent'>;
  readonly config: Pick<DevsConfig, 'limits'>;
  /** With the time limit of this call. */
  readonly definition: AgentDefinition;
  readonly taskId: string;
  /** The turn after which it is called: its transcript stands beside those of that turn. */
  readonly turn: { readonly id: string; readonly number: number };
  readonly systemPrompt: string;
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** Result of one call. */
export type DebuggerAnswer = { readonly transcript: string } & (
  | { readonly kind: 'diagnosis'; readonly diagnosis: string }
  /** `reason`: a clause, secrets masked. */
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'cancelled' }
);

/** Longest quoted text of a failed debugger, in characters. */
const MAX_WORDS = 300;

/** Calls the debugger once, watches its steps and ends it at a loop in them. */
export async function callDebugger(request: DebuggerCallRequest): Promise<DebuggerAnswer> {
  const { deps, config, definition, taskId, turn, systemPrompt, prompt, signal } = request;
  const stopping = new AbortController();
  const watched = new WatchedCall({
    context: { deps, turnId: turn.id, plan: { task: { id: taskId }, number: turn.number } },
    watch: createCallWatch(definition, config.limits),
    agent: definition.name,
    hops: [],
    onLoop: () => stopping.abort(),
  });
  try {
    const of = { taskId, turnId: turn.id, turn: turn.number, call: 'debugger' };
    const about = { definition, ...of, systemPrompt, prompt };
    const result = await deps.agent.run(
      definition.steps === undefined
        ? about
        : { ...about, onStep: (event) => watched.onStep(event) },
      AbortSignal.any([signal, stopping.signal]),
    );
    const { transcript } = result;
    if (signal.aborted) return { kind: 'cancelled', transcript };
    if (watched.loop !== undefined) {
      return { kind: 'none', reason: `it was in a loop (${watched.loop.detector})`, transcript };
    }
    return { ...answerOf(result, deps.clock.now()), transcript };
  } finally {
    watched.close();
  }
}

type Answer =
  | { readonly kind: 'diagnosis'; readonly diagnosis: string }
  | { readonly kind: 'none'; readonly reason: string };

function answerOf(result: AgentResult, now: Date): Answer {
  if (!agentSucceeded(result)) return { kind: 'none', reason: describeFailed(result) };
  if (isOnlyAnError(result, now)) return { kind: 'none', reason: quoteEnd(result.reply) };
  const diagnosis = readDiagnosis(result.reply);
  return diagnosis === ''
    ? { kind: 'none', reason: 'its reply was empty' }
    : { kind: 'diagnosis', diagnosis };
}

function describeFailed({ end, failure = '', errorTail, reply }: AgentResult): string {
  const words = [failure, errorTail, reply].find((text) => text.trim() !== '');
  const how = describeAgentEnd(end);
  return words === undefined ? how : `${how}: ${quoteEnd(words)}`;
}

function quoteEnd(text: string): string {
  return truncate(oneLine(maskSecrets(text.slice(-MAX_WORDS * 4))), MAX_WORDS);
}
