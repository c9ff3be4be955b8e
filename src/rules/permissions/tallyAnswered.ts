import type { AnsweredCalls } from '../../model/permissions/answeredCalls';

/** Actions that are told apart; the others of a turn or a run are counted together. */
export const MAX_TOLD_APART = 50;

/**
 * Adds up calls that were answered alike: refused ones first, then the most frequent. Of more than `MAX_TOLD_APART` only
 * the number is kept.
 */
export function tallyAnswered(calls: readonly AnsweredCalls[]): readonly AnsweredCalls[] {
  const sums = addUp(calls).toSorted(
    (a, b) =>
      Number(a.allowed) - Number(b.allowed) ||
      Number(a.action === '') - Number(b.action === '') ||
      b.count - a.count,
  );
  const named = sums.filter(({ action }) => action !== '');
  if (named.length <= MAX_TOLD_APART) return sums;
  const kept = new Set(named.slice(0, MAX_TOLD_APART));
  return tallyAnswered(
    sums.map((each) => {
      const { allowed, by, count } = each;
      return kept.has(each) ? each : { action: '', allowed, by, count };
    }),
  );
}

function addUp(calls: readonly AnsweredCalls[]): readonly AnsweredCalls[] {
  const sums = new Map<string, AnsweredCalls>();
  for (const call of calls) {
    const { action, allowed, by, rule = '' } = call;
    const key = JSON.stringify([action, allowed, by, rule]);
    sums.set(key, { ...call, count: call.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}
