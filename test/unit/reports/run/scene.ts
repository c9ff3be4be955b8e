import type { RunReport } from '../../../../src/model/run/runReport';
import { fileRunReport } from '../../../../src/reports/run/fileRunReport';
import { MemoryReports } from '../../../support/memoryReports';
import type { ScriptedRun } from '../../../support/scriptedRun';

/** A written report with its text. */
export interface Written {
  readonly report: RunReport;
  readonly markdown: string;
}

/** Files the report of the newest run; undefined when none was written. */
export async function reportOf(
  run: ScriptedRun,
  reports: MemoryReports = new MemoryReports(),
  error?: string,
): Promise<Written | undefined> {
  const { store, checkpoints, clock, config } = run;
  const problems = await fileRunReport(
    { store, checkpoints, clock, reports, files: transcriptsOf(run) },
    { config, ...(error === undefined ? {} : { error }) },
  );
  if (problems.length > 0) throw new Error(problems.join(' '));
  const [newest] = await reports.ids();
  return newest === undefined ? undefined : reports.reports.get(newest);
}

/** As `reportOf`, where there must be one. */
export async function requireReport(
  run: ScriptedRun,
  reports?: MemoryReports,
  error?: string,
): Promise<Written> {
  const written = await reportOf(run, reports, error);
  if (written === undefined) throw new Error('no report was written');
  return written;
}

/** Two transcripts of each turn, as on a disk. */
function transcriptsOf(run: ScriptedRun): Parameters<typeof fileRunReport>[0]['files'] {
  return {
    listTranscripts: () =>
      Promise.resolve(
        run.store.listTurnSummaries().flatMap(({ id, taskId }) =>
          ['verify', 'agent'].map((part) => ({
            name: `transcripts/${taskId}/${id}.${part}.log`,
            turnId: id,
            bytes: 1,
            at: 0,
          })),
        ),
      ),
  };
}
