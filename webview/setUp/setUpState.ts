/** What the user has typed; survives a hidden page. JSON only. */
export interface SetUpState {
  /** Absent until the user edits the suggested command. */
  readonly command?: string | undefined;
  readonly title: string;
  readonly goal: string;
}

/** Reads the saved state; ignores invalid values. */
export function readSetUpState(saved: unknown): SetUpState {
  const state = typeof saved === 'object' && saved !== null ? { ...saved } : {};
  const { command, title, goal } = state as Readonly<Record<string, unknown>>;
  return {
    ...(typeof command === 'string' && { command }),
    title: typeof title === 'string' ? title : '',
    goal: typeof goal === 'string' ? goal : '',
  };
}
