import { findExternalFailure } from '../../rules/failure/external/externalFailure';
import { outputLines } from '../../rules/output/outputLines';
import {
  describeStreamProblem,
  findStreamProblem,
  type StreamProblem,
} from '../../rules/steps/watch/findStreamProblem';
import type { AgentDefinition } from '../../model/config/config';
import { describeEnd } from '../../model/turn/turn';
import { agentSucceeded } from '../../rules/turn/agentSucceeded';
import type { AgentResult } from '../../ports/agent';
import type { Clock } from '../../ports/clock';
import type { Trials } from '../../ports/trials';
import type { Finding } from './runChecks';
import { lastLine, quote, removeResumeAdvice } from './findingText';
import { describeDuration } from '../../text/describeDuration';

const PROMPT =
  'This is a connection test. Answer with the one word "ready", use no tools and change nothing.';

export interface TrialContext {
  readonly trials: Pick<Trials, 'agent'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly signal: AbortSignal;
}

/** Starts an agent with a test prompt and reports its answer or failure. */
export async function tryAgent(
  { trials, clock, signal }: TrialContext,
  trial: { readonly definition: AgentDefinition; readonly timeoutMs: number },
): Promise<Finding> {
  const began = clock.elapsed();
  const result = await trials.agent({ ...trial, prompt: PROMPT }, signal);
  const tookMs = clock.elapsed() - began;
  return failureFinding(result, clock.now()) ?? answerFinding(result, trial.definition, tookMs);
}

function failureFinding(result: AgentResult, now: Date): Finding | undefined {
  const { end, reply, errorTail } = result;
  const well = agentSucceeded(result);
  const lines = outputLines(well ? reply : `${reply}\n${errorTail}`);
  const external = findExternalFailure({
    ...{ lines, now, speaker: 'agent' },
    ...{ endedWell: well, hasWorked: false },
  });
  if (external !== undefined) {
    return {
      level: 'problem',
      found: `it failed: ${quote(external.message)}`,
      remedy: removeResumeAdvice(external.remedy),
    };
  }
  if (well) return undefined;
  const words = lastLine(lines);
  return {
    level: 'problem',
    found: `it failed with ${describeEnd(end)}${words === '' ? '' : `: ${words}`}`,
    remedy: 'Run the `command` of this agent yourself in an empty folder and fix what it reports.',
  };
}

function answerFinding(
  { reply, stream, end }: AgentResult,
  { steps }: Pick<AgentDefinition, 'steps'>,
  tookMs: number,
): Finding {
  const unread = stream && findStreamProblem(stream, end);
  if (stream !== undefined && unread !== undefined) {
    const version = stream.version === undefined ? '' : ` (version ${stream.version})`;
    return {
      level: 'warning',
      found: `it answered${version}, but its steps cannot all be read: ${describeStreamProblem(unread, stream)}`,
      remedy: steps === 'acp' ? OTHER_MESSAGES : REMEDIES[unread],
      fix: { kind: 'openConfig' },
    };
  }
  const said = quote(reply, 60);
  if (said === '') {
    return {
      level: 'warning',
      found: `it exited successfully after ${describeDuration(tookMs)} without a reply`,
      remedy:
        'Check that the `command` of this agent passes the prompt to its program and prints the reply.',
    };
  }
  return {
    level: 'ok',
    found: `answered "${said}" in ${describeDuration(tookMs)}${describeWatched(steps)}`,
  };
}

const OTHER_EVENTS =
  'Update Devs, check that the `command` of this agent prints the events that `steps` names, or set `steps: text`; see docs/agents.md.';
const OTHER_MESSAGES = 'Update Devs; see docs/agents.md.';
const REMEDIES: Readonly<Record<StreamProblem, string>> = {
  noEvents:
    'Change the `command` of this agent so that it prints the events that `steps` names, or set `steps: text`; see docs/agents.md.',
  noSteps: OTHER_EVENTS,
  unknown: OTHER_EVENTS,
};

function describeWatched(steps: AgentDefinition['steps']): string {
  if (steps === undefined) return '';
  return steps === 'text' ? '; its output is watched for repetition' : '; its steps can be read';
}
