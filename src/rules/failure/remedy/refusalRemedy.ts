import { describeRemedy } from '../external/describeRemedy';
import type { Refusal } from '../../../model/failure/refusal';
import { permissionRemedy, type RefusingAgent } from './permissionRemedy';

/** Ports that only privileged users may listen on. */
const LISTENS = /\blisten E(?:ACCES|PERM)\b|\bbind\b.{0,80}\bpermission denied\b/i;

/** Describes what a human can do so that such calls succeed: one sentence. */
export function refusalRemedy(agent: RefusingAgent, refusal: Refusal): string {
  if (refusal.by !== 'environment') return permissionRemedy(agent, refusal);
  const { kind, subject, words, action } = refusal;
  if (kind === 'permission' && LISTENS.test(words))
    return `Let it listen on a port above 1023, or give this user the right to ${named(subject, 'that port')}; then resume the task.`;
  if (kind === 'permission' && isScript(action, subject))
    return `Make \`${action}\` executable (\`chmod +x ${action}\`), then resume the task.`;
  if (kind === 'network' && agent.steps === 'codex') return sandboxRemedy(agent, refusal);
  if (kind === 'permission')
    return `Give this user the right to ${named(subject, 'what was denied')}, or tell the agent in a hint how to work without it; then resume the task.`;
  return describeRemedy({
    kind,
    speaker: 'verification',
    subject,
    retryAfterMs: undefined,
  });
}

/** Whether the denied subject is a program that was called by its path. */
function isScript(action: string, subject: string | undefined): boolean {
  return subject === action && /^[\w./-]{1,200}$/.test(action) && action.includes('/');
}

/** The sandbox of Codex has no network by default. */
function sandboxRemedy({ name }: RefusingAgent, { subject }: Refusal): string {
  return (
    `Check the connection to ${named(subject, 'the service')}, and let the sandbox use the network: add ` +
    `\`-c sandbox_workspace_write.network_access=true\` to the command of the agent ${name} in devs.yaml; then resume the task.`
  );
}

function named(subject: string | undefined, otherwise: string): string {
  return subject === undefined ? otherwise : `\`${subject}\``;
}
