import type { ExportAnswer } from '../../app/api/answers';
import type { RunReportChoice } from '../../app/api/requests';
import type { RunReportLine } from '../../model/run/runReport';
import { describeTerminal } from '../../reports/run/describeTerminal';
import type { Answer } from '../../ports/answer';
import type { FolderApp } from '../folders/folderApp';
import { sanitizeLabel, sanitizePath, withoutLinks } from '../text/sanitizeLabel';
import { stateFolderUrl } from '../documents/stateFolderUrl';
import type { UserInput } from './userInput';
import { countOf } from '../../text/count';
import { utcTime } from '../../text/time';
import { editorWords } from '../text/editorWords';

/** Editor functions for run reports; a script in tests. */
export interface RunReportEditor {
  readonly input: Pick<UserInput, 'pickOne' | 'confirm'>;
  /** Opens a Markdown file rendered; its links, relative to it, open files. */
  open(file: string): Promise<void>;
  toClipboard(text: string): PromiseLike<void>;
  /** Undefined when the user cancelled. */
  chooseFolder(): PromiseLike<ChosenFolder | undefined>;
}

/** A folder as the editor names it; only the scheme `file` refers to the machine on which Devs runs. */
export interface ChosenFolder {
  readonly scheme: string;
  readonly fsPath: string;
}

const ELSEWHERE =
  'Nothing was exported: this folder is not on the machine that Devs runs on. Choose a folder on that machine.';

/** Which report: `newest`, `pick` to ask when there are several, otherwise an id. */
export type ReportSelector = string;

/** Shows, copies and exports run reports; undefined when the user cancelled. */
export class RunReportPrompts {
  constructor(private readonly editor: RunReportEditor) {}

  async show(folder: FolderApp, wanted: ReportSelector): Promise<Answer | undefined> {
    return await this.withReport(folder, { wanted, doing: 'Show' }, async (choice) => {
      const found = await folder.app.runReport(choice);
      if (!found.ok) return withoutLinksIn(found);
      await this.editor.open(found.files.markdown);
      return { ok: true, message: `Opened the report of the run ${found.report.id}.` };
    });
  }

  /** Copies its Markdown to the clipboard. */
  async copy(folder: FolderApp, wanted: ReportSelector): Promise<Answer | undefined> {
    return await this.withReport(folder, { wanted, doing: 'Copy' }, async (choice) => {
      const found = await folder.app.runReport(choice, stateFolderUrl(folder.app));
      if (!found.ok) return withoutLinksIn(found);
      await this.editor.toClipboard(found.markdown);
      return { ok: true, message: `Copied the report of the run ${found.report.id}.` };
    });
  }

  /** Exports to a folder that the user chooses; replaces files only after confirmation. */
  async export(folder: FolderApp, wanted: ReportSelector): Promise<Answer | undefined> {
    return await this.withReport(folder, { wanted, doing: 'Export' }, async (choice) => {
      const chosen = await this.editor.chooseFolder();
      if (chosen === undefined) return undefined;
      if (chosen.scheme !== 'file') return { ok: false, message: ELSEWHERE };
      const target = chosen.fsPath;
      const answer = await folder.app.exportRunReport(choice, { folder: target, force: false });
      if (answer.ok || answer.taken !== true) return withoutLinksIn(answer);
      if (!(await this.confirmReplace(answer, target))) return undefined;
      return withoutLinksIn(
        await folder.app.exportRunReport(choice, { folder: target, force: true }),
      );
    });
  }

  private async confirmReplace({ message }: Answer, target: string): Promise<boolean> {
    return await this.editor.input.confirm({
      message: `Replace files in ${sanitizePath(target)}?`,
      detail: sanitizeLabel(editorWords(message), 400),
      button: 'Replace',
    });
  }

  private async withReport(
    { app }: FolderApp,
    { wanted, doing }: { readonly wanted: ReportSelector; readonly doing: string },
    act: (choice: RunReportChoice) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    if (wanted === 'newest') return await act({});
    if (wanted !== 'pick') return await act({ id: wanted });
    const runs = await app.runReports();
    const [only] = runs;
    if (only === undefined || runs.length === 1)
      return await act(only === undefined ? {} : { id: only.id });
    const id = await this.editor.input.pickOne(runs.map(choiceOf), {
      title: `${doing} Run Report`,
      placeHolder: 'Which run?',
    });
    return id === undefined ? undefined : await act({ id });
  }
}

function choiceOf(run: RunReportLine) {
  const { id, startedAt, terminalStatus, stopReason, turnCount } = run;
  return {
    label: sanitizeLabel(utcTime(startedAt)),
    description: `${describeTerminal(terminalStatus)}, ${countOf(turnCount, 'turn')}`,
    detail: sanitizeLabel(editorWords(stopReason)),
    value: id,
  };
}

/** The message may quote a folder name or an agent. */
function withoutLinksIn({ ok, message }: ExportAnswer | Answer): Answer {
  return { ok, message: withoutLinks(message) };
}
