import { existsSync, readFileSync } from 'node:fs';
import type { KillPlan } from './devsRun';
import type { Random } from './random';

/** How long a command took when nobody killed it, and which files it changed how often. */
export interface Measured {
  readonly ms: number;
  /** "<operation> <path>", one for each change of a file. */
  readonly operations: readonly string[];
}

/** What may be aimed at in a command. */
export interface Targets {
  /** Regular expressions for changes that the command itself makes. */
  readonly operations: readonly string[];
  /** What can be seen from outside, and up to which occurrence it is worth waiting for. */
  readonly events: readonly { readonly only: RegExp; readonly upTo: number }[];
}

/** Reads what a command left in its log; nothing when it did not get to its end. */
export function readOperations(log: string): readonly string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
}

/** A moment to kill a command at: any time of its life, or one of the moments that matter. */
export function planKill(random: Random, targets: Targets, measured: Measured): KillPlan {
  const kind = random.fraction();
  if (kind < 0.3) return { kind: 'time', afterMs: random.fraction() * measured.ms * 1.05 };
  if (kind < 0.55) {
    const { only, upTo } = random.pick(targets.events);
    return { kind: 'event', only, nth: random.whole(1, upTo) };
  }
  const only = random.pick(targets.operations);
  const matching = new RegExp(only);
  const count = measured.operations.filter((each) => matching.test(each)).length;
  const how = random.pick(['before', 'after', 'half'] as const);
  return { kind: 'operation', only, nth: random.whole(1, Math.max(1, count)), how };
}

export function describePlan(plan: KillPlan): string {
  switch (plan.kind) {
    case 'time':
      return `after ${Math.round(plan.afterMs)} ms`;
    case 'event':
      return `when ${String(plan.only)} is seen for time ${plan.nth}`;
    case 'operation':
      return `${plan.how} change ${plan.nth} of /${plan.only}/`;
    default:
      return plan satisfies never;
  }
}
