import type { AskedPermission } from '../../model/permissions/askedPermission';
import type { PermissionGrant } from '../../model/permissions/permissionPolicy';
import { describeAsked } from '../../reports/permissions/describePermission';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printable } from '../terminal/printable';
import { findTask, readWorkspace } from './shared/readWorkspace';
import { askedLines } from '../render/askedText';
import { toOutcome } from './toOutcome';

/** How a request is answered on the command line. */
export interface PermitOptions {
  /** Number of the request; absent: the only one of the task. */
  readonly request?: string;
  /** Remembers the permission: for the task, or for the workspace. */
  readonly always?: true;
  readonly everywhere?: true;
}

/** `devs permit [task]`: allows what the task's agent asks for; without a task lists what waits and what is remembered. */
export async function permit(
  context: CommandContext,
  taskId: string | undefined,
  { request, always, everywhere }: PermitOptions,
): Promise<Outcome> {
  if (taskId === undefined) return await list(context);
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const scope = everywhere === true ? 'workspace' : always === true ? 'task' : undefined;
  return toOutcome(
    await context.app.permit({
      ...{ taskId, allow: true },
      ...(request !== undefined && { id: request }),
      ...(scope !== undefined && { always: scope }),
    }),
  );
}

/** `devs deny <task>`: refuses what the task's agent asks for. */
export async function deny(
  context: CommandContext,
  taskId: string,
  { request }: Pick<PermitOptions, 'request'>,
): Promise<Outcome> {
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  return toOutcome(
    await context.app.permit({
      ...{ taskId, allow: false },
      ...(request !== undefined && { id: request }),
    }),
  );
}

/** `devs permit --forget <rule>`: removes a remembered permission. */
export async function forget(context: CommandContext, rule: string): Promise<Outcome> {
  if (rule.trim() === '') return failed('Name the rule to forget; `devs permit` lists the rules.');
  return toOutcome(await context.app.forgetPermission(rule));
}

async function list(context: CommandContext): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const waiting = overview.value.tasks.flatMap(({ id, steps }) =>
    (steps?.asks ?? []).map((asked) => ({ taskId: id, asked })),
  );
  const grants = await context.app.permissionGrants();
  const lines = [
    ...(waiting.length === 0 ? ['No permission request is waiting for you.'] : []),
    ...waiting.flatMap(({ taskId, asked }) => requestLines(taskId, asked, context)),
    ...(grants.length === 0 ? [] : ['', 'Always allowed:', ...grants.map(grantLine)]),
  ];
  return {
    ok: true,
    text: `${lines.join('\n')}\n`,
    json: { waiting: waiting.map(({ taskId, asked }) => ({ taskId, ...asked })), grants },
  };
}

function requestLines(
  taskId: string,
  asked: AskedPermission,
  { style }: CommandContext,
): readonly string[] {
  const head = `${taskId}: ${describeAsked(asked)} (request ${asked.id})`;
  return [style.bold(printable(head)), ...askedLines(asked, style)];
}

function grantLine({ rule, taskId }: PermissionGrant): string {
  return printable(`  ${rule}  ${taskId === undefined ? 'in this workspace' : `for ${taskId}`}`);
}
