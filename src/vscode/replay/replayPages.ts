import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { window, workspace, type Disposable, type Uri } from 'vscode';
import type { StepLimits } from '../../model/config/stepLimits';
import type { Report } from '../pages/answerPage';
import type { ActionAnswer } from '../notifications/showAnswer';
import { chooseSession } from './chooseSession';
import { ProofSession, type ProofSessionOptions } from './proofSession';
import { ReplayPage, type ReplayPageOptions } from './replayPage';
import { ReplaySession } from './replaySession';

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
  'Nothing was read: this file is not on the machine that Devs runs on. Choose a file on that machine.';

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
      return { ok: false, message: 'Give the absolute paths of the recordings.' };
    }
    const { readRecordings, originOf, ...replay } = await import('../../app/read/replayRecordings');
    const choose = () => chooseSession(replay, this.workspace(), () => this.chooseFiles());
    const files = given ?? (await choose());
    if (files === undefined || files.length === 0) return undefined;
    const { replayInSlices, callGroups, provingStep, promptLine, maskAndCut, adviceOf } = replay;
    const replaying = {
      // A pipe would block one of the few I/O threads that all extensions share.
      recordings: (path: string, signal: AbortSignal) =>
        readRecordings(path, { signal, pipes: false }),
      originOf: (file: string) => originOf(file, replay.agentHistories(homedir(), process.env)),
      ...{ replayInSlices, callGroups, provingStep, askedLine: promptLine, maskAndCut, adviceOf },
    };
    const usualLimits = this.options.limits();
    const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
    this.show(files, name, {
      ...{ kind: 'Timeline', texts: replaying, chooseFiles: choose },
      createSource: (onChange) => new ReplaySession({ replaying, usualLimits, onChange, pause }),
    });
    return undefined;
  }

  /**
   * Shows what the guard recorded of a session, by the absolute path of its file, and follows it; `name`: title of the
   * page. `onDidChange`: calls back when sessions may have changed.
   */
  async openProof(
    file: string,
    name: string,
    onDidChange: ProofSessionOptions['onDidChange'],
  ): Promise<void> {
    const [{ GuardedProofReader }, { callGroups, provingStep, promptLine, maskAndCut, adviceOf }] =
      await Promise.all([
        import('../../app/guard/guardedProofReader'),
        import('../../app/read/replayRecordings'),
      ]);
    this.show([file], name, {
      kind: 'Proof',
      texts: { provingStep, maskAndCut, adviceOf },
      chooseFiles: () => Promise.resolve(undefined),
      createSource: (onChange) =>
        new ProofSession({
          readerOf: (path) => GuardedProofReader.of(path),
          ...{ callGroups, askedLine: promptLine, onChange, onDidChange, now: () => new Date() },
        }),
    });
  }

  dispose(): void {
    for (const page of [...this.pages]) page.dispose();
  }

  private show(
    files: readonly string[],
    name: string | undefined,
    options: Omit<ReplayPageOptions, 'extensionUri' | 'report' | 'onClosed'>,
  ): void {
    const { extensionUri, report } = this.options;
    const onClosed = (): void => void this.pages.delete(page);
    const page: ReplayPage = new ReplayPage({ ...options, extensionUri, report, onClosed });
    this.pages.add(page);
    page.read(files, name).catch((error: unknown) => report(String(error)));
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
