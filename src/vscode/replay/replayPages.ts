import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { window, workspace, type Disposable, type Uri } from 'vscode';
import type { StepLimits } from '../../model/config/stepLimits';
import type { Report } from '../pages/answerPage';
import type { ActionAnswer } from '../notifications/showAnswer';
import { chooseSession } from './chooseSession';
import { ReplayPage } from './replayPage';

/** Dependencies of `ReplayPages`. */
export interface ReplayPagesOptions {
  readonly extensionUri: Uri;
  /** The limits of the current folder, otherwise the defaults. */
  readonly limits: () => StepLimits;
  /** Path of the current folder, whose sessions are listed first. */
  readonly workspace: () => string | undefined;
  readonly report: Report;
}

const ELSEWHERE =
  'That file is not on the machine on which Devs runs; choose one there. Nothing was read.';

/**
 * Opens recorded runs in pages. Reads only the files that the user picks, and the beginnings of the agents' sessions to list
 * them; starts nothing, so it needs no `devs.yaml` and no workspace trust.
 */
export class ReplayPages implements Disposable {
  private readonly pages = new Set<ReplayPage>();

  constructor(private readonly options: ReplayPagesOptions) {}

  /**
   * Asks for files unless their absolute paths are given; undefined when the user cancelled.
   * `name`: title of the page; the files' name by default.
   */
  async open(
    given: readonly string[] | undefined,
    name?: string,
  ): Promise<ActionAnswer | undefined> {
    if (given?.some((file) => !isAbsolute(file)) === true) {
      return { ok: false, message: 'Name recordings by their absolute paths.' };
    }
    const { readRecordings, originOf, ...replay } = await import('../../app/read/replayRecordings');
    const choose = () => chooseSession(replay, this.workspace(), () => this.chooseFiles());
    const files = given ?? (await choose());
    if (files === undefined || files.length === 0) return undefined;
    const { replayInSlices, callGroups, provingStep, promptLine, maskAndCut, adviceOf } = replay;
    const { extensionUri, report } = this.options;
    const page: ReplayPage = new ReplayPage({
      extensionUri,
      replaying: {
        // A pipe would block one of the few I/O threads that all extensions share.
        recordings: (path, signal) => readRecordings(path, { signal, pipes: false }),
        originOf: (file) => originOf(file, replay.agentHistories(homedir(), process.env)),
        ...{ replayInSlices, callGroups, provingStep, askedLine: promptLine, maskAndCut, adviceOf },
      },
      report,
      usualLimits: this.options.limits(),
      chooseFiles: choose,
      onClosed: () => this.pages.delete(page),
    });
    this.pages.add(page);
    page.read(files, name).catch((error: unknown) => report(String(error)));
    return undefined;
  }

  dispose(): void {
    for (const page of [...this.pages]) page.dispose();
  }

  private workspace(): string | undefined {
    return this.options.workspace() ?? workspace.workspaceFolders?.[0]?.uri.fsPath;
  }

  private async chooseFiles(): Promise<readonly string[] | undefined> {
    const chosen = await window.showOpenDialog({
      canSelectMany: true,
      openLabel: 'Show Timeline',
      title: 'Show Timeline of Recorded Runs',
      filters: {
        'Recorded runs': ['jsonl', 'json', 'traj', 'gz', 'log', 'ndjson'],
        'All files': ['*'],
      },
    });
    if (chosen === undefined) return undefined;
    if (chosen.some(({ scheme }) => scheme !== 'file')) {
      void window.showWarningMessage(ELSEWHERE);
      return undefined;
    }
    return chosen.map(({ fsPath }) => fsPath);
  }
}
