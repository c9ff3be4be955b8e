/** Id of the report of a run by its start time: "2026-01-31T09-05-07-123". */
export function runReportId(startedAt: string): string {
  return startedAt.replace(/Z$/, '').replace(/[^0-9T]/g, '-');
}
