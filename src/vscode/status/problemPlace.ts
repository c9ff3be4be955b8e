import { CONFIG_FILE } from '../../model/config/config';
import type { ConfigProblem } from '../../model/config/config';

/** A place in `devs.yaml`, 0-based as editors count; `endColumn` is absent where the line's end is meant. */
export interface ProblemPlace {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number | undefined;
  /** The problem's message; one that is not about the file names its source. */
  readonly message: string;
}

/** Where a problem is underlined; one from a variable or setting stands on the first line. */
export function problemPlace(problem: ConfigProblem): ProblemPlace {
  if (problem.source !== CONFIG_FILE) {
    const message = `${problem.source}: ${problem.message}`;
    return { line: 0, column: 0, endColumn: undefined, message };
  }
  const column = (problem.column ?? 1) - 1;
  const end = problem.endColumn === undefined ? undefined : problem.endColumn - 1;
  return {
    line: (problem.line ?? 1) - 1,
    column,
    endColumn: end !== undefined && end > column ? end : undefined,
    message: problem.message,
  };
}
