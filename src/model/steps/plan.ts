/** Maximum number of entries of a plan that are kept, the first ones. */
export const MAX_PLAN = 20;
/** Maximum length of an entry, in characters. */
const MAX_ENTRY = 200;

/** One thing that an agent means to do, in its own words. */
export interface PlanEntry {
  /** Any content, `MAX_ENTRY` characters at most. */
  readonly text: string;
  /** `pending`, `in_progress` or `completed`; agents may state others. */
  readonly status: string;
}

/** The plan with as many entries and characters as are kept. */
export function limitPlan(entries: readonly PlanEntry[]): readonly PlanEntry[] {
  return entries
    .slice(0, MAX_PLAN)
    .map(({ text, status }) => ({ text: text.slice(0, MAX_ENTRY), status: status.slice(0, 20) }));
}
