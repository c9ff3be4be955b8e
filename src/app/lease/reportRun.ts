import type { Filing } from '../../reports/run/fileRunReport';
import type { HeldLease } from '../../ports/workspaceState';
import type { DevsAppParts } from './devsAppParts';

/**
 * Writes the report of the newest run where it has none yet. Never rejects: resolves with what went
 * wrong, a sentence each for humans.
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

/** What a run failed with, for its report. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
