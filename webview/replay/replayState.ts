/** State that survives a hidden page. JSON only. */
export interface ReplayState {
  /** Key of the run that the user chose; absent before. */
  readonly run?: number;
  /** Index of the focused step; absent until the user moved it in this run. */
  readonly index?: number | undefined;
  readonly limitsOpen: boolean;
}

/** Reads the saved state; ignores invalid values. */
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
