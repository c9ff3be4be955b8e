import type { Notification } from '../../model/notify/notification';
import { escapeNotifySend } from './escapeText';

/** A program that shows a notification, started directly. */
export interface DesktopCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Takes its texts as arguments, never as part of the script. */
const SCRIPT =
  'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';

/** Takes its texts from the environment, as text nodes. */
const POWERSHELL = [
  "$ErrorActionPreference = 'Stop'",
  '[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]',
  '$toast = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)',
  "$texts = $toast.GetElementsByTagName('text')",
  '[void]$texts.Item(0).AppendChild($toast.CreateTextNode($env:DEVS_NOTIFICATION_TITLE))',
  '[void]$texts.Item(1).AppendChild($toast.CreateTextNode($env:DEVS_NOTIFICATION_TEXT))',
  "$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'",
  '[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($toast))',
].join('; ');

/** The program that shows notifications on a system. */
export function desktopProgram(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'osascript';
  return platform === 'win32' ? 'powershell' : 'notify-send';
}

/** How the system shows a notification. No text is read as an option: each stands behind the options and begins with `Devs`. */
export function desktopCommand(
  platform: NodeJS.Platform,
  notification: Notification,
): DesktopCommand {
  const program = desktopProgram(platform);
  const [title, text] = desktopTexts(notification);
  if (platform === 'darwin') return { program, args: ['-e', SCRIPT, title, text] };
  if (platform === 'win32') {
    const env = { DEVS_NOTIFICATION_TITLE: title, DEVS_NOTIFICATION_TEXT: text };
    return { program, args: ['-NoProfile', '-NonInteractive', '-Command', POWERSHELL], env };
  }
  return { program, args: ['--app-name=Devs', '--', title, escapeNotifySend(text)] };
}

/** The notification for a terminal that shows notifications itself (OSC 9); others ignore it. */
export function terminalNotification(notification: Notification): string {
  // Nothing can end the sequence early: neither text has a control character.
  return `\u001b]9;${desktopTexts(notification)
    .join(': ')
    .replaceAll(/\p{Cc}/gu, ' ')}\u0007`;
}

function desktopTexts({ title, why, action }: Notification): readonly [string, string] {
  return [`Devs: ${title}`, action === undefined ? why : `${why}\n${action}`];
}
