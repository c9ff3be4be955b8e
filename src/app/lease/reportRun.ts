import type { Filing } from '../../reports/run/fileRunReport';
import type { HeldLease } from '../../ports/workspaceState';
import type { DevsAppParts } from './devsAppParts';

/**
 * Writes the report of the newest run if it has none. Never rejects: resolves with one sentence
 * for each problem, for users.
 */
export async function reportRun(
  { adapters, clock, runReports, stateFiles }: DevsAppParts,
  { store }: Pick<HeldLease, 'store'>,
  filing: Filing,
): Promise<readonly string[]> {
  const { fileRunReport } = await import('../../reports/run/fileRunReport');
  const { checkpoints } = adapters;
  return await fileRunReport(
    { store, checkpoints, clock, reports: runReports, files: stateFiles },
    filing,
  );
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
