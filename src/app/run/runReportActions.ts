import type { RunReport, RunReportLine } from '../../model/run/runReport';
import type { ConfigSource } from '../../ports/configSource';
import type { ReportFiles, RunReports as ReportPort } from '../../ports/runReports';
import type { ExportAnswer, RunReportAnswer } from '../api/answers';
import type { ExportOptions, RunReportChoice } from '../api/requests';
import { refuseOnStateError, toRefusal, type Refusal } from '../lease/refusals';

/** Lists, reads and exports run reports. */
export class RunReportActions {
  constructor(
    private readonly reports: ReportPort,
    private readonly configSource: ConfigSource,
  ) {}

  async list(): Promise<readonly RunReportLine[]> {
    return await this.reports.list();
  }

  async newest(): Promise<string | undefined> {
    return (await this.reports.ids())[0];
  }

  async show(choice: RunReportChoice, place?: string): Promise<RunReportAnswer> {
    const found = await this.find(choice);
    if (!found.ok) return found;
    const { report, files } = found;
    const { runReportMarkdown } = await import('../../reports/run/runReportMarkdown');
    const { IN_STATE } = await import('../../reports/run/reportPlace');
    return { ok: true, report, files, markdown: runReportMarkdown(report, place ?? IN_STATE) };
  }

  async export(choice: RunReportChoice, options: ExportOptions): Promise<ExportAnswer> {
    // `devs.yaml` names secrets, which an export must not contain.
    await this.configSource.read();
    const found = await this.find(choice);
    if (!found.ok) return found;
    const { runReportMarkdown } = await import('../../reports/run/runReportMarkdown');
    const { EXPORTED } = await import('../../reports/run/reportPlace');
    return await refuseOnStateError(async () => {
      const markdown = (report: RunReport): string => runReportMarkdown(report, EXPORTED);
      const answer = await this.reports.copy(found.report, { ...options, markdown });
      if (!answer.ok) return answer;
      const { files, copied } = answer;
      return { ok: true, message: describeCopy(files, copied), files, copied };
    });
  }

  private async find({ id, taskId }: RunReportChoice): Promise<FoundReport | Refusal> {
    const ids = await this.reports.ids();
    if (ids.length === 0) {
      return toRefusal('There is no run report yet: Devs writes one when a run ends.');
    }
    if (id !== undefined) return await this.byId(id, ids);
    for (const each of ids) {
      const found = await this.read(each);
      if (found !== undefined && (taskId === undefined || hasTurnOf(found.report, taskId))) {
        return found;
      }
    }
    return toRefusal(
      taskId === undefined
        ? 'None of the stored run reports can be read.'
        : `No stored run report contains a turn of task "${taskId}".`,
    );
  }

  private async byId(id: string, ids: readonly string[]): Promise<FoundReport | Refusal> {
    const found = await this.read(id);
    if (found !== undefined) return found;
    const several = id !== '' && ids.filter((each) => each.startsWith(id)).length > 1;
    return toRefusal(
      several
        ? `Several run reports have an id that begins with "${id}"; write the whole id. \`devs report --list\` shows the ids.`
        : `There is no run report "${id}"; \`devs report --list\` shows the stored reports.`,
    );
  }

  private async read(id: string): Promise<FoundReport | undefined> {
    const found = await this.reports.read(id);
    if (found === undefined) return undefined;
    const { report, ...files } = found;
    return { ok: true, report, files };
  }
}

interface FoundReport {
  readonly ok: true;
  readonly report: RunReport;
  readonly files: ReportFiles;
}

function describeCopy({ markdown }: ReportFiles, copied: number): string {
  if (copied === 0) return `Exported the report to ${markdown}.`;
  const besides = copied === 1 ? 'one transcript or diff' : `${copied} transcripts and diffs`;
  const them = copied === 1 ? 'it' : 'them';
  return `Exported the report to ${markdown}, with ${besides}: check ${them} for secrets before you share ${them}.`;
}

function hasTurnOf({ turns }: RunReport, taskId: string): boolean {
  return turns.some((turn) => turn.taskId === taskId);
}
