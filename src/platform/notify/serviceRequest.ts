import { structuredEvent } from '../../model/events/structuredEvent';
import type { Notification } from '../../model/notify/notification';
import type { NotifyTarget } from '../../model/config/notifyTarget';
import { isLoopback } from '../../text/isLoopback';
import { isKey } from '../models/modelKeys';
import type { Environment } from '../process/environment';
import { escapeSlack, withoutLinks } from './escapeText';

/** Who is told over HTTP. */
export type Service = Exclude<NotifyTarget, 'desktop'>;

/** Where a notification goes. Both are secrets. */
export interface ServicePlace {
  readonly address: string;
  /** Goes into the header `Authorization`; absent: none is sent. */
  readonly key?: string;
}

/** Reads the place of a service, its secrets from the environment; a text says what is wrong there, a clause. */
export function findPlace(service: Service, environment: Environment): ServicePlace | string {
  if ('slack' in service) return readAddress(service.slack, environment);
  if ('webhook' in service) return readAddress(service.webhook, environment);
  const name = service.token;
  const value = name === undefined ? undefined : (environment[name]?.trim() ?? '');
  if (value === '') return `the environment variable ${name} is not set`;
  if ('telegram' in service) {
    return value !== undefined && /^\d{1,20}:[\w-]{1,200}$/.test(value)
      ? { address: `https://api.telegram.org/bot${value}/sendMessage` }
      : `the environment variable ${name} does not hold the token of a Telegram bot, such as 123456:ABC`;
  }
  const address = service.server ?? 'https://ntfy.sh';
  if (value === undefined) return { address };
  return isKey(value)
    ? { address, key: value }
    : `the environment variable ${name} does not hold an access token`;
}

function readAddress(name: string, environment: Environment): ServicePlace | string {
  const value = environment[name]?.trim() ?? '';
  if (value === '') return `the environment variable ${name} is not set`;
  return isAddress(value)
    ? { address: value }
    : `the environment variable ${name} does not hold an https address without user and password (http only for this machine)`;
}

/** Whether nobody on the way can read what goes there. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.host));
}

/** What the service gets, as JSON. */
export function serviceContent(service: Service, notification: Notification): object {
  if ('webhook' in service) return structuredEvent(notification.event);
  if ('slack' in service) return slackContent(notification);
  const { title, why, action, link } = notification;
  if ('telegram' in service) {
    // Without `parse_mode` nothing in the text is markup.
    const quoted = [title, why].map(withoutLinks);
    return {
      chat_id: service.telegram,
      text: lines(...quoted, action, link),
      link_preview_options: { is_disabled: true },
    };
  }
  return {
    topic: service.ntfy,
    title,
    message: lines(why, action),
    priority: notification.needsYou ? 4 : 3,
    ...(link !== undefined && { click: link }),
  };
}

/** Everything that somebody else wrote is `plain_text`; the markup holds the link alone. */
function slackContent({ title, why, action, link }: Notification): object {
  const plain = (text: string) => ({ type: 'plain_text', text: escapeSlack(text), emoji: false });
  const sections = [title, lines(why, action)].map((text) => ({
    type: 'section',
    text: plain(text),
  }));
  const opener = link === undefined ? [] : [{ type: 'mrkdwn', text: `<${link}|Open in VS Code>` }];
  return {
    // What the notifications of Slack show.
    text: escapeSlack(withoutLinks(lines(title, why))),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [...sections, ...opener.map((text) => ({ type: 'context', elements: [text] }))],
  };
}

function lines(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join('\n');
}
