import { homedir } from 'node:os';
import { window, type QuickPickItem } from 'vscode';
import type { agentHistories, listSessions, promptLine } from '../../app/read/replayRecordings';
import { clockTime } from '../../text/time';
import { sanitizeLabel, sanitizePath } from '../text/sanitizeLabel';

/** Functions that list the agents' sessions. */
export interface SessionTools {
  readonly agentHistories: typeof agentHistories;
  readonly listSessions: typeof listSessions;
  readonly promptLine: typeof promptLine;
}

interface SessionItem extends QuickPickItem {
  /** Absent: the user chooses files. */
  readonly file?: string;
}

const CHOOSE_FILES: SessionItem = {
  label: 'Choose files…',
  description: 'recordings from any other place',
  alwaysShow: true,
};

/** Asks for a session that an agent has kept, or for files; undefined when the user cancelled. */
export async function chooseSession(
  tools: SessionTools,
  workspace: string | undefined,
  chooseFiles: () => Promise<readonly string[] | undefined>,
): Promise<readonly string[] | undefined> {
  const histories = tools.agentHistories(homedir(), process.env);
  const sessions = await tools.listSessions(histories, workspace);
  if (sessions.length === 0) return await chooseFiles();
  const now = new Date();
  const items: readonly SessionItem[] = [
    ...sessions.map(({ agent, file, at, asked, isOwn }) => ({
      label:
        sanitizeLabel(asked === undefined ? '' : tools.promptLine(asked)) || sanitizePath(file),
      description: [agent, clockTime(at, now), ...(isOwn ? ['this workspace'] : [])].join(' · '),
      detail: sanitizePath(file),
      file,
    })),
    CHOOSE_FILES,
  ];
  const picked = await window.showQuickPick(items, {
    title: 'Timeline',
    placeHolder: 'Select a session of an agent; sessions of this workspace come first',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return undefined;
  return picked.file === undefined ? await chooseFiles() : [picked.file];
}
