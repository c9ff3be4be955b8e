import { dirname } from 'node:path';
import { formatProblem, type DevsConfig } from '../../model/config/config';
import type { ConfigSource } from '../../ports/configSource';
import { StateError } from '../../ports/workspaceState';

/** An answer that says no, and why. */
export interface Refusal {
  readonly ok: false;
  readonly message: string;
}

export function toRefusal(message: string): Refusal {
  return { ok: false, message };
}

/** The configuration as it is now, or what is wrong with it and what would be right. */
export async function readUsableConfig(
  source: ConfigSource,
  file: string,
): Promise<{ readonly ok: true; readonly config: DevsConfig } | Refusal> {
  const result = await source.read();
  switch (result.kind) {
    case 'ok':
      return { ok: true, config: result.config };
    case 'missing':
      return toRefusal(`There is no devs.yaml in ${dirname(file)}; \`devs init\` writes one.`);
    case 'invalid':
      return toRefusal(result.problems.map(formatProblem).join('\n'));
    default:
      return result satisfies never;
  }
}

/** Turns what can go wrong with state and workspace into a refusal; anything else is a bug and thrown. */
export async function refuseOnStateError<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateError || isSystemError(error)) return toRefusal(error.message);
    throw error;
  }
}

/** An error of the operating system, such as a workspace that is gone. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
