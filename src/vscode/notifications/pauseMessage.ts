import type { TaskOverview } from '../../model/overview/overview';
import { sanitizeLabel, withoutLinks } from '../text/sanitizeLabel';

/** A task in a pause notification. */
export interface PausedTask {
  readonly folder: string;
  readonly task: TaskOverview;
}

/** Longest reason in a notification, in characters. */
const MAX_REASON = 160;

/** The sentence of a notification about one task or several; with `severalFolders` each task is named with its folder. */
export function pauseMessage(paused: readonly PausedTask[], severalFolders: boolean): string {
  const [first] = paused;
  if (first === undefined) return '';
  const name = (each: PausedTask): string =>
    severalFolders ? `${each.task.id} (${each.folder})` : each.task.id;
  if (paused.length > 1) {
    return `${paused.length} tasks need you: ${paused.map(name).join(', ')}.`;
  }
  const question = shortened(first.task.report?.question ?? '');
  if (question !== '') return `${name(first)} asks you: ${question}`;
  const reason = shortened(first.task.statusReason);
  return reason === '' ? `${name(first)} needs you.` : `${name(first)} needs you: ${reason}`;
}

function shortened(reason: string): string {
  return withoutLinks(sanitizeLabel(reason, MAX_REASON));
}
