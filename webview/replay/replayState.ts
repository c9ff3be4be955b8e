/** What survives a hidden page. JSON only. */
export interface ReplayState {
  /** Key of the run that the human chose; absent until then. */
  readonly run?: number;
  /** Index of the step that the keyboard stands on. */
  readonly index: number;
  readonly limitsOpen: boolean;
}

/** Reads what was saved, which may be anything. */
export function readReplayState(saved: unknown): ReplayState {
  const state = typeof saved === 'object' && saved !== null ? { ...saved } : {};
  const { run, index, limitsOpen } = state as Readonly<Record<string, unknown>>;
  return {
    ...(isPlace(run) ? { run } : {}),
    index: isPlace(index) ? index : 0,
    limitsOpen: limitsOpen === true,
  };
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
