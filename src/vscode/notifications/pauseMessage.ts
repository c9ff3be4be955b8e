import type { TaskOverview } from '../../model/overview/overview';
import { pauseReason } from '../../reports/pause/pauseReason';
import { editorWords } from '../text/editorWords';
import { sanitizeLabel, withoutLinks } from '../text/sanitizeLabel';

/** A task in a pause notification. */
export interface PausedTask {
  readonly folder: string;
  readonly task: TaskOverview;
}

/** Longest reason in a notification, in characters. */
const MAX_REASON = 160;

/** Longest title in a notification, in characters. */
const MAX_TITLE = 60;

/** The sentence of a notification: which tasks need you and, of one alone, why; with `severalFolders` each is named with its folder. */
export function pauseMessage(paused: readonly PausedTask[], severalFolders: boolean): string {
  const [first] = paused;
  if (first === undefined) return '';
  const name = (each: PausedTask): string =>
    titleOf(each.task) + (severalFolders ? ` (${each.folder})` : '');
  if (paused.length > 1) {
    return `${paused.length} tasks need you: ${paused.map(name).join(', ')}.`;
  }
  const question = shortened(first.task.report?.question ?? '');
  if (question !== '') return `${name(first)} asks you: ${question}`;
  const { report, statusReason } = first.task;
  const reason = shortened(report === undefined ? statusReason : pauseReason(report).sentence);
  return reason === '' ? `${name(first)} needs you.` : `${name(first)} needs you: ${reason}`;
}

/** The title of a task, for a notification. */
export function titleOf({ title }: TaskOverview): string {
  return shortened(title, MAX_TITLE);
}

function shortened(text: string, most = MAX_REASON): string {
  return withoutLinks(sanitizeLabel(editorWords(text), most));
}
