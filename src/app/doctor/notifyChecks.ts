import type { DevsConfig } from '../../model/config/config';
import type { Notification } from '../../model/notify/notification';
import { nameTarget, variablesOf, type NotifyTarget } from '../../model/config/notifyTarget';
import { capitalise } from '../../text/sentence';
import { findSkipReason, type DoctorContext } from './doctorContext';
import { splitRemedy } from './findingText';
import type { Finding, PlannedCheck } from './runChecks';

/** Checks that each entry of `notify` can be told; sends nothing unless a test was asked for. */
export function notifyChecks(
  context: DoctorContext,
  { notify = [] }: DevsConfig,
): readonly PlannedCheck[] {
  return notify.map((target, at) => ({
    ...{ id: `notify:${at + 1}`, group: 'Notifications' },
    title: capitalise(nameTarget(target).replace(/^the /, '')),
    find: (signal) => findingOf(context, target, signal),
  }));
}

async function findingOf(
  context: DoctorContext,
  target: NotifyTarget,
  signal: AbortSignal,
): Promise<Finding> {
  const { notifier } = context.parts.adapters;
  const problem = await notifier.findProblem(target);
  if (problem !== undefined) return failing(problem, target);
  const names = variablesOf(target);
  const ready = names.length === 0 ? 'ready' : `ready, with ${names.join(', ')}`;
  if (context.options.sendNotifications !== true) return { level: 'ok', found: ready };
  const skip = findSkipReason(context);
  if (skip !== undefined) return { level: 'skipped', found: `was not told: ${skip}` };
  const delivery = await notifier.deliver(target, testNotification(context), signal);
  if (delivery.kind === 'failed') return failing(delivery.why, target);
  return { level: 'ok', found: 'took a test notification: see whether it arrived' };
}

/** A run goes on without whom it cannot tell. */
function failing(problem: string, target: NotifyTarget): Finding {
  const [name] = variablesOf(target);
  const fallback =
    name === undefined
      ? 'Check this entry under `notify` in devs.yaml.'
      : `Check the environment variable ${name} where Devs runs.`;
  return { level: 'warning', ...splitRemedy(problem, fallback) };
}

function testNotification({ parts }: DoctorContext): Notification {
  const at = parts.clock.now().toISOString();
  return {
    ...{ title: 'A test', why: 'This is the test notification of devs doctor.', needsYou: false },
    event: { at, event: 'run_ended', data: { kind: 'allDone' } },
  };
}
