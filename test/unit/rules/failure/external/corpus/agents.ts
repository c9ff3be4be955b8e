import type { CorpusEntry } from './entry';

const outage = { kind: 'outage', handling: 'retry' } as const;
const limit = { kind: 'rate_limit', handling: 'retry' } as const;
const noCredit = { kind: 'rate_limit', handling: 'blocked' } as const;
const login = { kind: 'authentication', handling: 'blocked' } as const;
const network = { kind: 'network', handling: 'retry' } as const;

/** What agents print of their own service, whatever their exit code is: the whole reply. */
export const WHOLE_REPLIES: readonly CorpusEntry[] = [
  { of: 'Claude Code, a wrong key', text: 'Invalid API key · Please run /login', is: login },
  {
    of: 'Claude Code, a wrong key in a variable',
    text: 'Invalid API key · Fix external API key',
    is: login,
  },
  { of: 'Claude Code, never logged in', text: 'Not logged in · Please run /login', is: login },
  {
    of: 'Claude Code, a revoked token',
    text: 'OAuth token revoked · Please run /login',
    is: login,
  },
  {
    of: 'Claude Code, an expired token',
    text: 'API Error: 401 {"type":"error","error":{"type":"authentication_error","message":"OAuth token has expired. Please obtain a new token or refresh your existing token."}} · Please run /login',
    is: login,
  },
  {
    of: 'Claude Code, forbidden',
    text: 'API Error: 403 {"error":{"type":"forbidden","message":"Request not allowed"}}',
    is: login,
  },
  {
    of: 'Claude Code, no plan',
    text: 'Your account does not have access to Claude Code. Please run /login.',
    is: login,
  },
  { of: 'Claude Code, no credit', text: 'Credit balance is too low', is: noCredit },
  {
    of: 'Claude Code, no credit, the raw error',
    text: 'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."}}',
    is: noCredit,
  },
  {
    of: 'Claude Code, a limit with an epoch',
    text: 'Claude AI usage limit reached|1795352400',
    is: { ...limit, wait: 3_600 },
  },
  {
    of: 'Claude Code, a limit with an epoch that has passed',
    text: 'Claude AI usage limit reached|1712345678',
    is: limit,
  },
  {
    of: 'Claude Code, a session limit',
    text: "You've hit your session limit · resets 11:30pm (Asia/Tokyo)",
    is: { ...limit, wait: 2.5 * 3_600 },
  },
  {
    of: 'Claude Code, a limit for days',
    text: "You've hit your limit · resets Nov 25 at 9pm (America/New_York)",
    is: { ...limit, wait: 309_600 },
  },
  {
    of: 'Claude Code, a weekly limit',
    text: "You've hit your weekly limit · resets Mon 12:00am (UTC)",
    is: { ...limit, wait: 12 * 3_600 },
  },
  {
    of: 'Claude Code, throttled',
    text: 'API Error: Server is temporarily limiting requests (not your usage limit)',
    is: limit,
  },
  {
    of: 'Claude Code, the request limit',
    text: 'API Error: 429 {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your account\'s rate limit. Please try again later."},"request_id":"req_0"}',
    is: limit,
  },
  {
    of: 'opencode, a gateway without a service behind it',
    text: 'Service Unavailable: upstream connect error or disconnect/reset before headers. reset reason: connection timeout',
    is: outage,
  },
  {
    of: 'opencode, no network',
    text: 'Cannot connect to API: Unable to connect. Is the computer able to access the url?',
    is: network,
  },
  {
    of: 'opencode, overloaded',
    text: 'The engine is currently overloaded, please try again later',
    is: outage,
  },
  {
    of: 'Qwen Code, a rate limit',
    text: '[API Error: 429 Rate limit reached for scripted on requests per min (RPM): Limit 3, Used 3, Requested 1.]\nPossible quota limitations in place or slow response times detected. Please wait and try again later.',
    is: limit,
  },
  {
    of: 'Qwen Code, a time-out',
    text: '[API Error: Request timeout after 4s. Try reducing input length or increasing timeout in config.\n\nTroubleshooting tips:\n- Reduce input length or complexity\n- Increase timeout in config: contentGenerator.timeout\n- Check network connectivity]',
    is: network,
  },
  { of: 'Claude Code, overloaded', text: 'API Error: Repeated 529 Overloaded errors', is: outage },
  {
    of: 'Claude Code, overloaded, the raw error',
    text: 'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    is: outage,
  },
  {
    of: 'Claude Code, an internal error',
    text: 'API Error: 500 {"type":"error","error":{"type":"api_error","message":"Internal server error"}}',
    is: outage,
  },
  { of: 'Claude Code, no network', text: 'API Error: Connection error.', is: network },
  {
    of: 'Claude Code, no route',
    text: 'API Error: Unable to connect to API (ECONNREFUSED)',
    is: network,
  },
  {
    of: 'Claude Code, a proxy with its own certificate',
    text: 'API Error: Unable to connect to API: Self-signed certificate detected. Check your proxy or corporate SSL certificates',
    is: { kind: 'network', handling: 'blocked' },
  },
  {
    of: 'Claude Code, retries, then gives up',
    text: '  ⎿  API Error (Connection error.) · Retrying in 1 seconds… (attempt 1/10)\n  ⎿  API Error (Connection error.) · Retrying in 2 seconds… (attempt 2/10)\n  ⎿  API Error: Connection error.',
    is: network,
  },
  {
    of: 'Claude Code, JSON output',
    text: '{"type":"result","subtype":"success","is_error":true,"duration_ms":412,"result":"Claude AI usage limit reached|1795352400","usage":{"input_tokens":0}}',
    is: { ...limit, wait: 3_600 },
  },
  {
    of: 'Claude Code 2.1, the request limit',
    text: "API Error: Request rejected (429) · This request would exceed your organization's rate limit of 50 requests per minute.",
    is: limit,
  },
  {
    of: 'Claude Code 2.1, a gateway',
    text: 'API Error: 503 upstream connect error or disconnect/reset before headers. reset reason: connection timeout. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (gateway.example.com).',
    is: outage,
  },
  {
    of: 'Claude Code 2.1, overloaded',
    text: 'API Error: 529 Overloaded. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (gateway.example.com).',
    is: outage,
  },
  {
    of: 'Claude Code 2.1, overloaded again and again',
    text: 'API Error: Repeated 529 Overloaded errors. The API is at capacity — this is usually temporary. Try again in a moment. If it persists, check your inference gateway (gateway.example.com).',
    is: outage,
  },
  {
    of: 'Claude Code 2.1, a refused connection',
    text: 'API Error: Unable to connect to API (ConnectionRefused)',
    is: network,
  },
  {
    of: 'Gemini CLI, a gateway',
    text: '[API Error: upstream connect error or disconnect/reset before headers. reset reason: connection timeout]',
    is: outage,
  },
  {
    of: 'Gemini CLI, the daily quota',
    text: '[API Error: You have exhausted your daily quota on this model.]',
    is: limit,
  },
  {
    of: 'Gemini CLI, the capacity',
    text: '[API Error: You have exhausted your capacity on this model. Your quota will reset after 2h13m5s.]',
    is: { ...limit, wait: 7_985 },
  },
  {
    of: 'Gemini CLI, a rate limit',
    text: '[API Error: Resource has been exhausted (e.g. check quota). (Status: RESOURCE_EXHAUSTED)]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method',
    is: limit,
  },
  {
    of: 'Gemini CLI, overloaded',
    text: '[API Error: The model is overloaded. Please try again later. (Status: UNAVAILABLE)]',
    is: outage,
  },
  {
    of: 'Gemini CLI, a wrong key',
    text: '[API Error: API key not valid. Please pass a valid API key. (Status: INVALID_ARGUMENT)]',
    is: login,
  },
  {
    of: 'Gemini CLI, a quota that resets soon',
    text: '[API Error: You exceeded your current quota, please check your plan and billing details. Please retry in 34.074824224s.]',
    is: { ...limit, wait: 34.075 },
  },
  {
    of: 'Gemini CLI, no network',
    text: '[API Error: exception TypeError: fetch failed sending request]',
    is: network,
  },
  {
    of: 'Aider, a wrong key',
    text: 'Aider v0.86.1\nMain model: anthropic/claude-sonnet-4 with diff edit format\nWeak model: anthropic/claude-3-5-haiku\nGit repo: .git with 12 files\nRepo-map: using 4096 tokens, auto refresh\n\nlitellm.AuthenticationError: AnthropicException - {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}\nThe API provider is not able to authenticate you. Check your API key.',
    is: login,
  },
  {
    of: 'Aider, a rate limit',
    text: 'litellm.RateLimitError: RateLimitError: OpenAIException - Rate limit reached for gpt-4o in organization org-a on tokens per min (TPM): Limit 30000, Used 29000, Requested 4000. Please try again in 1m12.5s. Visit https://platform.openai.com/account/rate-limits to learn more.\nThe API provider has rate limited you. Try again later or check your quotas.\nRetrying in 0.2 seconds...',
    is: { ...limit, wait: 72.5 },
  },
  {
    of: 'Aider, no credit',
    text: "litellm.RateLimitError: RateLimitError: OpenAIException - Error code: 429 - {'error': {'message': 'You exceeded your current quota, please check your plan and billing details.', 'type': 'insufficient_quota'}}\nThe API provider has rate limited you. Try again later or check your quotas.",
    is: noCredit,
  },
  {
    of: 'Aider, overloaded',
    text: "litellm.InternalServerError: AnthropicException - Overloaded\nThe API provider's servers are down or overloaded.",
    is: outage,
  },
  {
    of: 'Aider, no network',
    text: 'litellm.APIConnectionError: AnthropicException - [Errno -2] Name or service not known',
    is: network,
  },
];
