import type { RunReport } from '../../src/model/run/runReport';
import type { CopyAnswer, ReportCopy, ReportFiles, RunReports } from '../../src/ports/runReports';

/** Reports in memory; `refuse` makes the disk full. */
export class MemoryReports implements RunReports {
  readonly reports = new Map<string, { readonly report: RunReport; readonly markdown: string }>();
  readonly diffs = new Map<string, string>();
  readonly issues = new Map<string, string>();
  readonly copies: { readonly report: RunReport; readonly to: ReportCopy }[] = [];
  readonly prunedTo: number[] = [];
  refuse: Error | undefined;

  write(report: RunReport, markdown: string): Promise<ReportFiles> {
    if (this.refuse !== undefined) return Promise.reject(this.refuse);
    this.reports.set(report.id, { report, markdown });
    return Promise.resolve(filesOf(report.id));
  }

  writeDiff(id: string, name: string, diff: string): Promise<string> {
    if (this.refuse !== undefined) return Promise.reject(this.refuse);
    const path = `runs/${id}/${name}.diff`;
    this.diffs.set(path, diff);
    return Promise.resolve(path);
  }

  ids(): Promise<readonly string[]> {
    return Promise.resolve([...this.reports.keys()].sort().reverse());
  }

  async list(): ReturnType<RunReports['list']> {
    const ids = await this.ids();
    return ids.flatMap((id) => {
      const report = this.reports.get(id)?.report;
      return report === undefined ? [] : [{ ...report, turnCount: report.turns.length }];
    });
  }

  async read(wanted: string): ReturnType<RunReports['read']> {
    const [id, second] = (await this.ids()).filter((each) => each.startsWith(wanted));
    const found = id === undefined || second !== undefined ? undefined : this.reports.get(id);
    return found && { ...filesOf(found.report.id), report: found.report };
  }

  copy(report: RunReport, to: ReportCopy): Promise<CopyAnswer> {
    this.copies.push({ report, to });
    return Promise.resolve({ ok: true, files: filesOf(report.id, to.folder), copied: 0 });
  }

  prune(keep: number): Promise<readonly string[]> {
    this.prunedTo.push(keep);
    return Promise.resolve([]);
  }

  writeIssue(name: string, markdown: string): Promise<string> {
    this.issues.set(name, markdown);
    return Promise.resolve(`/nowhere/issues/${name}.md`);
  }

  findIssue(name: string): Promise<string | undefined> {
    return Promise.resolve(this.issues.has(name) ? `/nowhere/issues/${name}.md` : undefined);
  }
}

function filesOf(id: string, folder = '/nowhere/runs'): ReportFiles {
  return { markdown: `${folder}/${id}.md`, json: `${folder}/${id}.json` };
}
