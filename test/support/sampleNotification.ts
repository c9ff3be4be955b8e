import type { Notification } from '../../src/model/notify/notification';
import { eventOf } from './sampleEvents';

/** A notification of a paused task, what is not given as in a sample. */
export function notificationOf(changes: Partial<Notification> = {}): Notification {
  return {
    title: 'Fix rounding needs you',
    why: 'Same test failed 5 times: 9.72 ≠ 9.73.',
    action: 'To see what you can do: devs report fix-rounding',
    link: 'vscode://devs.devs/task/fix-rounding?folder=file%3A%2F%2F%2Fhome%2Fdev%2Fshop',
    needsYou: true,
    event: eventOf('gate_triggered'),
    ...changes,
  };
}
