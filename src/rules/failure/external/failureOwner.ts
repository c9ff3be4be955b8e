import type { ExternalKind } from '../../../model/failure/failure';
import { maskSecrets } from '../../../text/maskSecrets';
import { describeEnd, exitedCleanly, type ProcessEnd } from '../../../model/turn/turn';
import { missingRemedy } from '../../programs/describeMissing';
import { oneLine } from '../../../text/oneLine';

/** Whether the agent caused a turn's failure, and the consequence of an external one. */
export type FailureOwner =
  | { readonly owner: 'agent' }
  | {
      readonly owner: 'other';
      readonly handling: 'retryNow' | 'blocked';
      readonly reason: string;
      /** What a human can do, one sentence; `reason` may end with it. */
      readonly remedy: string;
      /** Absent if its kind is unknown. */
      readonly external?: ExternalKind;
    };

const AGENT_FAILURE: FailureOwner = { owner: 'agent' };

export interface AgentRunEvidence {
  readonly end: ProcessEnd;
  /** Its event stream reports a failure, regardless of its exit code. */
  readonly reportsFailure: boolean;
  /** Name of the agent. */
  readonly agent: string;
  /** The workspace changed during the turn. */
  readonly workspaceChanged: boolean;
  /** The agent's last output: standard error, or the end of its reply. */
  readonly words: string;
  /** Consecutive external failures directly before this turn, since the last intervention. */
  readonly failedBefore: number;
  /** How a human can let it through what it was refused, if it ended for that; one sentence. */
  readonly refusalRemedy?: string | undefined;
}

/**
 * Applies rule 2 to exit, event stream and workspace: an agent that failed without changing files did not work. The
 * turn is repeated once; then the task is blocked with the agent's last output. A missing program blocks at once.
 */
export function classifyFailedAgent(evidence: AgentRunEvidence): FailureOwner {
  const hasFailed = !exitedCleanly(evidence.end) || evidence.reportsFailure;
  if (!hasFailed || evidence.workspaceChanged) return AGENT_FAILURE;
  if (evidence.end.kind === 'couldNotStart' && evidence.end.missing !== undefined) {
    return describeMissingProgram(
      evidence.end.message,
      `the command of the agent "${evidence.agent}"`,
    );
  }
  const words = maskSecrets(summariseLastLines(evidence.words));
  const { end, refusalRemedy } = evidence;
  const how = describeEnd(end);
  const handling = evidence.failedBefore > 0 ? 'blocked' : 'retryNow';
  if (refusalRemedy !== undefined) {
    const more = handling === 'blocked' ? ` — ${refusalRemedy}` : '';
    return { owner: 'other', handling, reason: `${words}${more}`, remedy: refusalRemedy };
  }
  const isSaid = end.kind === 'failed' && words.endsWith(end.message);
  const said = isSaid ? words : `${words} (${how})`;
  return {
    owner: 'other',
    handling,
    reason: words === '' ? `the agent failed (${how}) without output` : said,
    remedy: `Check the agent "${evidence.agent}" with \`devs doctor\`, or start it once by hand; then resume the task.`,
  };
}

export interface VerificationEvidence {
  readonly end: ProcessEnd;
  /** The command as configured, for the message. */
  readonly command: string;
  /** An earlier verification of this task started: then a later change explains the failure. */
  readonly startedBefore: boolean;
}

/** Exit codes of POSIX shells for "not executable" and "not found". */
const SHELL_COULD_NOT_START = new Set([126, 127]);

/** Applies rule 2 to the verify command: a command that never started is not the agent's failure. */
export function classifyFailedStart(evidence: VerificationEvidence): FailureOwner {
  const { end } = evidence;
  const notStarted =
    end.kind === 'couldNotStart' || (end.kind === 'exit' && SHELL_COULD_NOT_START.has(end.code));
  if (!notStarted || evidence.startedBefore) return AGENT_FAILURE;
  if (end.kind === 'couldNotStart' && end.missing !== undefined) {
    return describeMissingProgram(end.message, `"verify" (${evidence.command})`);
  }
  const remedy = 'Correct "verify" in devs.yaml or install what it needs; then resume the task.';
  return {
    owner: 'other',
    handling: 'blocked',
    reason: `the verify command could not start (${describeEnd(end)}): ${evidence.command} — ${remedy}`,
    remedy,
  };
}

function describeMissingProgram(message: string, where: string): FailureOwner {
  const remedy = missingRemedy(where);
  const reason = `${message}. ${remedy}`;
  return { owner: 'other', handling: 'blocked', reason, remedy, external: 'missing_tool' };
}

/**
 * Log lines: a line with a time and a level, a warning, a deprecation notice. An error without a time may be the cause
 * of the end.
 */
const LOGGED =
  /^(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}Z?\]?\s{1,4}\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR)\b|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?)\b[\]: ]|\(node:\d+\) |.{0,200}\b(?:is|are) deprecated\b)/i;

/** A line of a stack trace or of a printed object: not informative for a human. */
const NOISE = /^(?:at .*[):\d]$|[{}[\]()]+[,;]?$|\[object Object\]$)/;

/** Returns the last lines, without log lines if there are others; at most 400 characters, on one line. */
function summariseLastLines(text: string): string {
  const spoken = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const lines = spoken.filter((line) => !NOISE.test(line));
  const said = lines.filter((line) => !LOGGED.test(line));
  const tail = oneLine((said.length > 0 ? said : lines).slice(-6).join(' '));
  return tail.length > 400 ? `…${tail.slice(-399)}` : tail;
}
