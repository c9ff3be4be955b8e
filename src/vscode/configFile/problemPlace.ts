import { CONFIG_FILE } from '../../model/config/config';
import type { ConfigProblem } from '../../model/config/config';

/** A position in `devs.yaml`, 0-based; `endColumn` undefined means the end of the line. */
export interface ProblemPlace {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number | undefined;
  /** The problem's message, with its source when that is not `devs.yaml`. */
  readonly message: string;
}

/** Position of a problem; problems of variables and settings are shown on the first line. */
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
