import type { AskedPermission } from '../../model/permissions/askedPermission';
import { describeAsked } from '../../reports/permissions/describePermission';
import { sanitizeLabel, withoutLinks } from './sanitizeLabel';

/** Longest request in a notification or list, in characters. */
const MAX_WORDS = 300;

/** A permission request for notifications and lists, one line: `claude asks to run "npm install"`. */
export function askedWords(asked: Pick<AskedPermission, 'agent' | 'action'>): string {
  return quoted(describeAsked(asked));
}

/** What it is about alone: `run "npm install"`. */
export function actionWords({ action }: Pick<AskedPermission, 'action'>, most = MAX_WORDS): string {
  return quoted(action, most);
}

function quoted(text: string, most = MAX_WORDS): string {
  return withoutLinks(sanitizeLabel(text.replaceAll('`', '"'), most));
}

/** Whether these words show all that is asked for: no line, file or character is missing. The content of an edit may be. */
export function isToldInFull({ action, command, paths, left }: AskedPermission): boolean {
  if (left > 0 || paths.length > 1) return false;
  return command === undefined || action === `run \`${command.replaceAll('`', "'")}\``;
}
