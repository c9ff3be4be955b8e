import { workspace } from 'vscode';
import { SECTION } from './contributions';

/** What the user wants to be told in notifications: `devs.notifications`. */
export const NOTIFICATION_LEVELS = ['all', 'needsYou', 'none'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

/** The setting as it is now; anything unknown counts as `all`. */
export function notificationLevel(): NotificationLevel {
  const value = workspace.getConfiguration(SECTION).get<string>('notifications');
  return NOTIFICATION_LEVELS.find((level) => level === value) ?? 'all';
}
