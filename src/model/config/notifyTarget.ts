/**
 * Who is told when a task needs a human or a run ends: an entry of `notify` in `devs.yaml`. Addresses and tokens are
 * secrets: an entry only names the environment variable that holds one.
 */
export type NotifyTarget =
  /** The notifications of this system, and the bell of the terminal. */
  | 'desktop'
  | {
      /** A topic of ntfy. */
      readonly ntfy: string;
      /** Its server, https or on this machine; absent: ntfy.sh. */
      readonly server?: string;
      /** Variable with an access token; absent: none is sent. */
      readonly token?: string;
    }
  /** Variable with the address of an incoming webhook of Slack. */
  | { readonly slack: string }
  | {
      /** Id of a chat, or `@` and the name of a channel. */
      readonly telegram: string;
      /** Variable with the token of a bot. */
      readonly token: string;
    }
  /** Variable with the address that gets the event as JSON. */
  | { readonly webhook: string };

/** The names of the environment variables that the entry names. */
export function variablesOf(target: NotifyTarget): readonly string[] {
  if (target === 'desktop') return [];
  if ('slack' in target) return [target.slack];
  if ('webhook' in target) return [target.webhook];
  return target.token === undefined ? [] : [target.token];
}

/** Its name for humans. */
export function nameTarget(target: NotifyTarget): string {
  if (target === 'desktop') return 'the desktop';
  if ('slack' in target) return 'Slack';
  if ('webhook' in target) return 'the webhook';
  return 'ntfy' in target ? 'ntfy' : 'Telegram';
}
