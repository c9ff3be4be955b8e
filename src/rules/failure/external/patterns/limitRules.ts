import { END, type ExternalRule } from './externalRule';

/** What a human can do where waiting does not help. */
export const PAY =
  "Add credit to the agent's account or raise its limit, or choose another agent; then resume the task.";

/** Before a notice: how Codex introduces an error of its service, how Copilot begins its own. */
const FIRST = String.raw`^(?:stream disconnected before completion: |(?:✗ )?Sorry, )?`;
const NAME = String.raw`(?:Claude|ChatGPT|Codex|Copilot|Cursor|Gemini|Kimi|Kiro|OpenCode|Qwen)(?: (?:AI|CLI|Code|Max|OAuth|Pro))?`;
/** What is limited: plans and their periods, not contexts, disks, or the time of a test. */
const SORT = String.raw`(?:\d{1,3}[ -](?:hour|minute|day)|hourly|daily|weekly(?:/monthly)?|monthly|session|usage|rate|credit|free|allocated|individual|(?:requests?|tokens?)(?: per \w{3,6})?|Opus|Sonnet|Haiku|Fable)`;
/** "5-hour usage limit", "Claude Max usage limit", "Free daily quota". */
const LIMIT = String.raw`(?:(?:The |Your )?(?:${SORT} ){1,4}|${NAME} (?:${SORT} ){0,3})(?:limits?|quota|usage)`;
const USED_UP = String.raw`(?:(?:has|have) been |is |was )?(?:reached|exceeded|exhausted|used up)`;
/** A model, a period or a metric; not users or requests, which a limit of the task's own code may be for. */
const FOR_WHAT = String.raw`\s(?:for|on) (?:model |quota metric |\d|[\w.]{1,30}-[\w.-]{1,40})`;
const YOUR_LIMIT = String.raw`You(?: \(\w{1,40}\))?(?:['’]ve| have)? (?:hit|reached|exceeded) (?:a rate|your (?:[\w'’() /-]|\.\d){0,60}?\b)\s?(?:limits?|quota)`;
/** The agent goes on by itself, with another model or to its end. */
const GOES_ON = String.raw`(?! · (?:using|wrapping up)\b)`;

/** Somebody has to pay, or to allow more. */
const PAID_FOR = [
  'Credit balance (?:is )?too low',
  'Your credit balance is too low',
  'You are out of credits',
  '(?:Spending cap|Spend limit) reached',
  "You['’]re out of (?:extra )?(?:usage|credits)",
  'Your workspace is out of credits',
  'Out of credits',
  'You exceeded your current quota',
  String.raw`Quota exceeded\. Check your plan`,
  String.raw`You['’]ve hit your usage limit\. Upgrade to Plus to continue`,
  'Insufficient (?:credits|Balance|quota|funds|USD)',
  "You(?:['’]ve)? hit your (?:(?:org|team)['’]s )?(?:monthly )?(?:shared budget|(?:spend|spending) (?:limit|cap))",
  String.raw`Your group['’]s usage limit is set to \$0`,
  String.raw`Your team [\w-]{1,40} has either used all available credits`,
  'The free quota has been exhausted',
  'To use Codex with your ChatGPT plan',
  'This request requires more credits',
  'BudgetExceededError',
];

/** It ends by itself. */
const WAITED_OUT = [
  String.raw`${LIMIT} (?:${USED_UP}|resets)(?:${END}|${FOR_WHAT})${GOES_ON}`,
  String.raw`${YOUR_LIMIT}(?:${END}| for\b| that restricts\b)${GOES_ON}`,
  String.raw`Limit reached (?:[–·∙]|resets\b)`,
  String.raw`You have used all of today['’]s free usage\b`,
  'You have exhausted your (?:daily quota|capacity)',
  String.raw`(?:You have been|Your request (?:is|was)) rate[- ]limited\b`,
  'Rate limit reached for',
  String.raw`Rate limit of \d{1,9} per \d{1,9}s exceeded\b`,
  String.raw`Quota exceeded for quota metric\b`,
  String.raw`Too many requests${END}`,
  'Server is temporarily limiting requests',
  String.raw`Request rejected \(429\)`,
  'The API provider has rate limited you',
  String.raw`Resource (?:has been )?exhausted${END}`,
  'This request would exceed your',
  'Number of request tokens has exceeded',
  String.raw`An error occurred \(ThrottlingException\) when calling the (?:InvokeModel|Converse)`,
];

/**
 * How coding agents and their services say that a limit is reached or credit used up. The first match counts: those
 * that require payment come before those that waiting ends.
 */
export const LIMIT_RULES: readonly ExternalRule[] = [
  {
    kind: 'rate_limit',
    handling: 'blocked',
    at: 'start',
    voice: 'agent',
    remedy: PAY,
    pattern: new RegExp(String.raw`${FIRST}(?:${PAID_FOR.join('|')})`, 'i'),
  },
  {
    kind: 'rate_limit',
    handling: 'blocked',
    at: 'error',
    voice: 'agent',
    remedy: PAY,
    pattern:
      /insufficient_quota|\bBudgetExceededError:|credit balance is too low|billing_(?:hard_limit_reached|error|not_active)|enforced_spend_limit|you exceeded your current quota|insufficient (?:credits|balance|quota)|\bexceeded your (?:monthly )?(?:budget|spending limit)/i,
  },
  {
    kind: 'rate_limit',
    handling: 'retry',
    at: 'start',
    voice: 'agent',
    pattern: new RegExp(String.raw`${FIRST}(?:${WAITED_OUT.join('|')})`, 'i'),
  },
  {
    kind: 'rate_limit',
    handling: 'retry',
    at: 'error',
    voice: 'agent',
    pattern: new RegExp(
      String.raw`rate_limit(?:_error|_exceeded)|\bRateLimitError:|usage_limit_reached|RESOURCE_EXHAUSTED|quota_exceeded|exceeded your premium request|rateLimitExceeded|ThrottlingException|\btoo many requests\b|rate limit (?:reached|exceeded)|\byou(?:['’]ve| have) (?:hit|reached) your (?:[\w-]{1,20} ){0,3}usage limits?\b|exhausted your (?:daily quota|capacity)|would exceed your (?:account|organization)['’]s`,
      'i',
    ),
  },
];
