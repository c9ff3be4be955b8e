import { StateError } from '../../../ports/workspaceState';
import { oneLine } from '../../../text/oneLine';

/** An exception in words: a `StateError` as it is, others on one line, with a stack if `DEVS_DEBUG=1`. */
export function describeUnexpected(error: unknown, environment: NodeJS.ProcessEnv): string {
  if (error instanceof StateError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  if (environment['DEVS_DEBUG'] === '1' && error instanceof Error) {
    return error.stack ?? error.message;
  }
  return `Unexpected error: ${oneLine(message)} (set DEVS_DEBUG=1 to see where)`;
}
