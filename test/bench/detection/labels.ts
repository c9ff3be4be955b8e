/** What people and verifiers said of a recorded run; indices count its steps from 0. */
export interface RunLabels {
  /** Indices of the steps that repeat the one before; absent where nobody looked for repetitions. */
  readonly repetitionAt?: readonly number[];
  /** Index of the first step at which a reader says that it loops; null where a reader saw no loop. */
  readonly loopAt?: number | null;
  /** Whether the run solved its task; absent where nobody checked. */
  readonly resolved?: boolean;
}

/** A run's id with what was said of it. */
export interface LabelledRun {
  readonly id: string;
  readonly labels: RunLabels;
}

/** The second repetition of the first row of two or more; undefined where there is no such row. */
export function secondRepetition({ repetitionAt }: RunLabels): number | undefined {
  const marked = new Set(repetitionAt);
  const sorted = [...marked].sort((a, b) => a - b);
  return sorted.find((index) => marked.has(index - 1));
}

/** Labels of a run as a recording holds them; what is missing or of another type is left out. */
export function labelsOf(raw: unknown): RunLabels {
  if (typeof raw !== 'object' || raw === null) return {};
  const labels = raw as Record<string, unknown>;
  const { repetition_at: repetitionAt, loop_at: loopAt, resolved } = labels;
  return {
    ...(Array.isArray(repetitionAt) ? { repetitionAt: repetitionAt.filter(isIndex) } : {}),
    ...(loopAt === null || isIndex(loopAt) ? { loopAt } : {}),
    ...(typeof resolved === 'boolean' ? { resolved } : {}),
  };
}

/** The id and the labels in one line of a recording; undefined for a line of another shape. */
export function labelledRun(line: string): LabelledRun | undefined {
  try {
    const { id, labels } = JSON.parse(line) as { id?: unknown; labels?: unknown };
    return typeof id === 'string' ? { id, labels: labelsOf(labels) } : undefined;
  } catch {
    // The product's reader says what is wrong with a line.
    return undefined;
  }
}

const isIndex = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;
