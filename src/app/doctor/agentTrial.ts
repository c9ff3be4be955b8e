import { externalFailure } from '../../detection/external/externalFailure';
import { outputLines } from '../../detection/output/outputLines';
import type { AgentDefinition } from '../../domain/config';
import { describeEnd, endedWell } from '../../domain/turn';
import type { AgentResult } from '../../ports/agent';
import type { Clock } from '../../ports/clock';
import type { Trials } from '../../ports/trials';
import type { Finding } from './plannedCheck';
import { inWords, quoted, withoutResume } from './words';

const PROMPT =
  'This is a test of whether you can be reached. Answer with the one word "ready", use no tools and change nothing.';

export interface TrialWith {
  readonly trials: Pick<Trials, 'agent'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
}

/** Really starts an agent and says what came of it: an answer, or why there is none. */
export async function agentTrial(
  { trials, clock, signal }: TrialWith,
  trial: { readonly definition: AgentDefinition; readonly timeoutMs: number },
): Promise<Finding> {
  const began = clock.now().getTime();
  const result = await trials.agent({ ...trial, prompt: PROMPT }, signal);
  const tookMs = clock.now().getTime() - began;
  return failureIn(result, clock.now()) ?? answerIn(result, tookMs);
}

function failureIn(result: AgentResult, now: Date): Finding | undefined {
  const { end, reply, errorTail } = result;
  const well = endedWell(end);
  const lines = outputLines(well ? reply : `${reply}\n${errorTail}`);
  const external = externalFailure({
    ...{ lines, now, speaker: 'agent' },
    ...{ endedWell: well, hasWorked: false },
  });
  if (external !== undefined) {
    return {
      level: 'problem',
      found: `it failed: ${quoted(external.message)}`,
      remedy: withoutResume(external.remedy),
    };
  }
  if (well) return undefined;
  const words = quoted(lines.findLast((line) => line.trim() !== '') ?? '');
  return {
    level: 'problem',
    found: `it failed with ${describeEnd(end)}${words === '' ? '' : `: ${words}`}`,
    remedy: 'Start its command by hand in an empty folder, and put right what it says.',
  };
}

function answerIn({ reply, noEvents }: AgentResult, tookMs: number): Finding {
  if (noEvents === true) {
    return {
      level: 'warning',
      found: 'it answered, but printed none of the events that `steps` names',
      remedy: 'Let it print them, as in docs/agents.md, or leave `steps` out.',
      fix: { kind: 'openConfig' },
    };
  }
  const said = quoted(reply, 60);
  if (said === '') {
    return {
      level: 'warning',
      found: `it ended well after ${inWords(tookMs)} and said nothing`,
      remedy: 'Look whether its command hands on the prompt, and prints the reply.',
    };
  }
  return { level: 'ok', found: `answered "${said}" in ${inWords(tookMs)}` };
}
