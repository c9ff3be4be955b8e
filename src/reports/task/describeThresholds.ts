import { listSome } from '../../text/list';

/** "loop threshold 4 instead of 3: …". */
export function describeThreshold(reason: string): string {
  return `loop threshold ${reason}`;
}

/** Most tasks that are named. */
const MAX_NAMED = 3;

/** One line for each reason: "login and cart: loop threshold 4 instead of 3: …". */
export function describeThresholds(
  tasks: readonly { readonly id: string; readonly thresholdReason?: string }[],
): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { id, thresholdReason } of tasks) {
    if (thresholdReason === undefined) continue;
    byReason.set(thresholdReason, [...(byReason.get(thresholdReason) ?? []), id]);
  }
  return [...byReason].map(
    ([reason, ids]) => `${listSome(ids, MAX_NAMED)}: ${describeThreshold(reason)}`,
  );
}
