import type { ExternalKind } from '../../../model/failure/failure';
import { describeDuration } from '../../../text/describeDuration';

/** Facts that a remedy depends on. */
export interface RemedyFacts {
  readonly kind: ExternalKind;
  readonly speaker: 'agent' | 'verification';
  readonly subject: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** Describes what a human can do about a failure of the kind: one sentence that names the subject. */
export function describeRemedy(failure: RemedyFacts): string {
  const named = failure.subject === undefined ? undefined : `\`${failure.subject}\``;
  const command =
    failure.speaker === 'agent' ? "the agent's command in devs.yaml" : 'the verify command';
  switch (failure.kind) {
    case 'outage':
      return `Resume the task when ${named ?? 'the service'} works again.`;
    case 'rate_limit':
      return rateLimitRemedy(failure);
    case 'network':
      return `Check the connection to ${named ?? 'the service'} (network, VPN, proxy); then resume the task.`;
    case 'authentication':
      return failure.speaker === 'agent'
        ? 'Log in: start the agent once by hand, or set its API key; then resume the task.'
        : `Log in to ${named ?? 'the service that refused'} on this machine, or set its credentials; then resume the task.`;
    case 'missing_tool':
      return `Install ${named ?? 'the missing program'} or correct ${command}; then resume the task.`;
    case 'missing_dependency':
      return `Install the project's dependencies${named === undefined ? '' : ` (${named} is missing)`}, then resume the task.`;
    case 'disk_full':
      return `Free space on the disk${named === undefined ? '' : ` that holds ${named}`}, then resume the task.`;
    case 'permission':
      return `Give this user the right to ${named ?? 'what was denied'}, or correct ${command}; then resume the task.`;
  }
}

function rateLimitRemedy({ retryAfterMs }: RemedyFacts): string {
  if (retryAfterMs === undefined) return 'Resume the task when the limit allows it.';
  return `Resume the task when the limit is reset, in ${describeDuration(retryAfterMs)}, or resume it with another agent.`;
}
