import { workspace } from 'vscode';
import {
  NOTIFICATION_LEVELS,
  SECTION,
  type NotificationLevel,
} from '../contributions/contributions';

/** `devs.notifications` as it is now; anything unknown counts as `all`. */
export function notificationLevel(): NotificationLevel {
  const value = workspace.getConfiguration(SECTION).get<string>('notifications');
  return NOTIFICATION_LEVELS.find((level) => level === value) ?? 'all';
}
