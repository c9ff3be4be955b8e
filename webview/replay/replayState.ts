/** What survives a hidden page. JSON only. */
export interface ReplayState {
  /** Key of the run that the human chose; absent until then. */
  readonly run?: number;
  /** Index of the focused step; absent until the user moved it in this run. */
  readonly index?: number | undefined;
  readonly limitsOpen: boolean;
}

/** Reads what was saved, which may be anything. */
export function readReplayState(saved: unknown): ReplayState {
  const state = typeof saved === 'object' && saved !== null ? { ...saved } : {};
  const { run, index, limitsOpen } = state as Readonly<Record<string, unknown>>;
  return {
    ...(isPlace(run) ? { run } : {}),
    ...(isPlace(index) ? { index } : {}),
    limitsOpen: limitsOpen === true,
  };
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
