import * as z from 'zod/mini';

// Each schema's error completes the sentence "… must be".
const VARIABLE =
  'the name of an environment variable that holds it, in capital letters, digits and "_"; the secret itself does not belong into this file';
const TOPIC = 'the topic: letters, digits, "_" and "-", 64 at most';
const SERVER =
  'the address of an ntfy server with nothing behind it, such as https://ntfy.example.com (http only for this machine)';
const CHAT = "the id of a chat as text, such as '123456', or @ and the name of a channel";
const TARGET =
  '"desktop", or a mapping such as { ntfy: my-topic }, { slack: SLACK_WEBHOOK_URL }, { telegram: \'123456\', token: TELEGRAM_BOT_TOKEN } or { webhook: MY_WEBHOOK_URL }';
const TARGETS = `a list of ${TARGET}`;

const SERVER_PATTERN =
  /^(?:https:\/\/[^\s\\/?#@]{1,300}|http:\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?)\/?$/;

// Capital letters, since a token would often be a valid name otherwise.
const secretVariable = (description: string, example: string) =>
  z
    .string({ error: VARIABLE })
    .check(
      z.regex(/^[A-Z_][A-Z0-9_]{0,254}$/, { error: VARIABLE }),
      z.meta({ description: `Environment variable with ${description}.`, examples: [example] }),
    );

const ntfySchema = z.strictObject({
  ntfy: z
    .string({ error: TOPIC })
    .check(
      z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: TOPIC }),
      z.meta({ description: 'Topic of ntfy. Who knows its name can read it.' }),
    ),
  server: z
    .exactOptional(z.string({ error: SERVER }).check(z.regex(SERVER_PATTERN, { error: SERVER })))
    .check(z.meta({ description: 'Server of ntfy.', default: 'https://ntfy.sh' })),
  token: z.exactOptional(secretVariable('an access token of ntfy', 'NTFY_TOKEN')),
});
const slackSchema = z.strictObject({
  slack: secretVariable('the address of an incoming webhook of Slack', 'SLACK_WEBHOOK_URL'),
});
const telegramSchema = z.strictObject({
  telegram: z
    .string({ error: CHAT })
    .check(
      z.regex(/^(?:-?\d{1,20}|@[A-Za-z0-9_]{1,64})$/, { error: CHAT }),
      z.meta({ description: 'Chat that gets the message of the bot.' }),
    ),
  token: secretVariable('the token of a Telegram bot', 'TELEGRAM_BOT_TOKEN'),
});
const webhookSchema = z.strictObject({
  webhook: secretVariable(
    'an address that gets the event as JSON, https or on this machine',
    'MY_WEBHOOK_URL',
  ),
});

const targetSchema = z.union(
  [
    z.literal('desktop').check(
      z.meta({
        description: "The system's notification and the terminal's bell, where devs run runs.",
      }),
    ),
    ntfySchema,
    slackSchema,
    telegramSchema,
    webhookSchema,
  ],
  { error: TARGET },
);

/** The key `notify`. */
export const notifySchema = z.array(targetSchema, { error: TARGETS }).check(
  z.maxLength(20, { error: `${TARGETS}, 20 at most` }),
  z.meta({
    description:
      'Who is told when a task needs you, asks you or waits long, when 80 % of a budget are used, and when a run ends.',
    examples: [['desktop', { ntfy: 'my-topic' }, { slack: 'SLACK_WEBHOOK_URL' }]],
  }),
);

/** The keys of each service; the first names it. */
export const NOTIFY_KEYS = [ntfySchema, slackSchema, telegramSchema, webhookSchema].map(
  ({ shape }) => Object.keys(shape),
);
