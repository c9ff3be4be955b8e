import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import { isRunBy } from '../../engine/overview/runBy';
import { whyNothingStarts, type DoctorContext } from './doctorContext';
import { SHORT_LIMIT_MS, type Finding, type PlannedCheck } from './plannedCheck';
import { verifyFinding } from './verifyFinding';
import { quoteCommand, listNames } from './findingText';
import { countOf } from '../../text/count';
import { describeHolder } from '../../model/workspace/leaseHolder';

/**
 * Milliseconds for reading reports and ending processes, in addition to the command's own limit.
 */
const AROUND_MS = 60_000;

type Verified = TaskDefinition & { readonly verify: NonNullable<TaskDefinition['verify']> };

/** Checks each distinct verify command once, and the tasks without one. */
export function verifyChecks(context: DoctorContext, config: DevsConfig): readonly PlannedCheck[] {
  const verified = config.tasks.filter((task): task is Verified => task.verify !== undefined);
  const without = config.tasks.filter(({ verify }) => verify === undefined);
  const groups = byCommand(verified);
  const everywhere = groups.length === 1 && without.length === 0;
  return [
    ...groups.flatMap((tasks) => {
      const title = everywhere ? 'verify' : titleOf(tasks);
      return commandCheck({ context, config, tasks, title });
    }),
    ...(without.length === 0 ? [] : [missingVerifyCheck(without)]),
  ];
}

function byCommand(tasks: readonly Verified[]): readonly (readonly Verified[])[] {
  const groups = new Map<string, Verified[]>();
  for (const task of tasks) {
    const key = JSON.stringify(task.verify);
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups.values()];
}

function titleOf([first, ...others]: readonly TaskDefinition[]): string {
  return `${first?.id ?? ''}${others.length === 0 ? '' : ` +${others.length}`}`;
}

interface CommandCheck {
  readonly context: DoctorContext;
  readonly config: DevsConfig;
  readonly tasks: readonly Verified[];
  readonly title: string;
}

function commandCheck({ context, config, tasks, title }: CommandCheck): readonly PlannedCheck[] {
  const [task] = tasks;
  if (task === undefined) return [];
  return [
    {
      ...{ id: `verify:${task.id}`, group: 'Verification', title },
      alone: true,
      limitMs: config.verifyTimeoutMs + AROUND_MS,
      find: async (signal) => {
        const reason = await skipFinding(context);
        if (reason !== undefined) {
          return { ...reason, found: `${quoteCommand(task.verify)} was not run: ${reason.found}` };
        }
        return await verifyOnce({ context, config, task, signal });
      },
    },
  ];
}

interface VerifyOnce extends Pick<CommandCheck, 'context' | 'config'> {
  readonly task: Verified;
  readonly signal: AbortSignal;
}

async function verifyOnce({ context, config, task, signal }: VerifyOnce): Promise<Finding> {
  const { trials, clock } = context.parts;
  const { verify: command, id: taskId } = task;
  const { verifyTimeoutMs: timeoutMs, reports } = config;
  const request = { command, timeoutMs, reports, taskId, turnId: clock.newId() };
  const result = await trials.verify(request, signal);
  return verifyFinding({ command, result, now: clock.now() });
}

/** Why verify commands must not run now. */
async function skipFinding(context: DoctorContext): Promise<Finding | undefined> {
  const unasked = whyNothingStarts(context);
  if (unasked !== undefined) return { level: 'skipped', found: unasked };
  if (context.options.quick) return { level: 'skipped', found: 'this is the quick check' };
  const { state } = context.parts;
  const holder = await state.holder();
  if (holder === undefined) return undefined;
  const who = describeHolder(holder);
  const works = isRunBy(holder, await state.read());
  return {
    level: 'skipped',
    found: works ? `a run is active in ${who}` : `${who} is using this workspace`,
    remedy: 'Check again after it ends.',
  };
}

function missingVerifyCheck(tasks: readonly TaskDefinition[]): PlannedCheck {
  const names = listNames(tasks.map(({ id }) => id));
  const finding: Finding = {
    level: 'warning',
    found: `${countOf(tasks.length, 'task')} without a verify command (${names}): only the agent says when it is done`,
    remedy: 'Set `verify` to a command that checks the work, such as `npm test`.',
    fix: { kind: 'openConfig' },
  };
  return {
    ...{ id: 'verify', group: 'Verification', title: 'no verify', limitMs: SHORT_LIMIT_MS },
    find: () => finding,
  };
}
