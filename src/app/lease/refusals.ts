import { dirname } from 'node:path';
import { formatProblem, knownConfig, type DevsConfig } from '../../model/config/config';
import type { ConfigSource, ReadConfigOptions } from '../../ports/configSource';
import { StateError } from '../../ports/workspaceState';

/** A refused operation with its reason. */
export interface Refusal {
  readonly ok: false;
  readonly message: string;
}

export function toRefusal(message: string): Refusal {
  return { ok: false, message };
}

/** Reads the configuration; a missing or invalid file is a refusal that names the remedy. */
export async function readUsableConfig(
  source: ConfigSource,
  file: string,
  options: ReadConfigOptions = {},
): Promise<{ readonly ok: true; readonly config: DevsConfig } | Refusal> {
  const result = await source.read(options);
  switch (result.kind) {
    case 'ok':
      return { ok: true, config: result.config };
    case 'missing':
      return toRefusal(`There is no devs.yaml in ${dirname(file)}; \`devs init\` creates one.`);
    case 'invalid':
      return toRefusal(result.problems.map(formatProblem).join('\n'));
    default:
      return result satisfies never;
  }
}

/** As `readUsableConfig`, for what works with the last valid configuration too, while the file is invalid. */
export async function readKnownConfig(
  source: ConfigSource,
  file: string,
  options: ReadConfigOptions = {},
): Promise<{ readonly ok: true; readonly config: DevsConfig } | Refusal> {
  const config = knownConfig(await source.read(options));
  return config === undefined
    ? await readUsableConfig(source, file, options)
    : { ok: true, config };
}

/** Turns a `StateError` or an operating system error into a refusal; rethrows anything else. */
export async function refuseOnStateError<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateError || isSystemError(error)) return toRefusal(error.message);
    throw error;
  }
}

/** Whether the operating system reported the error, such as for a workspace that is gone. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
