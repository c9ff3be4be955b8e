import type { CorpusEntry } from './entry';

const outage = { kind: 'outage', then: 'retry' } as const;
const limit = { kind: 'rate_limit', then: 'retry' } as const;
const noCredit = { kind: 'rate_limit', then: 'blocked' } as const;
const login = { kind: 'authentication', then: 'blocked' } as const;
const network = { kind: 'network', then: 'retry' } as const;

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
    of: 'Claude Code, a limit beyond reach',
    text: "You've hit your limit · resets Nov 25 at 9pm (America/New_York)",
    is: { kind: 'rate_limit', then: 'blocked', wait: 309_600 },
  },
  {
    of: 'Claude Code, a weekly limit',
    text: "You've hit your weekly limit · resets Mon 12:00am (UTC)",
    is: { kind: 'rate_limit', then: 'blocked', wait: 12 * 3_600 },
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
    is: { kind: 'network', then: 'blocked' },
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

/** What they print when they end badly, after other words. */
export const LAST_WORDS: readonly CorpusEntry[] = [
  {
    of: 'Codex CLI, a wrong key',
    text: 'OpenAI Codex v0.63.0 (research preview)\n--------\nworkdir: /home/dev/shop\nmodel: gpt-5.1-codex-max\nuser\nAdd login\nReconnecting... 5/5\nERROR: exceeded retry limit, last status: 401 Unauthorized, request id: 9a4af5870a31a58e-WAW',
    is: login,
  },
  {
    of: 'Codex CLI, a status',
    text: 'ERROR: unexpected status 503 Service Unavailable: upstream connect error, url: https://chatgpt.com/backend-api/codex/responses',
    is: outage,
  },
  {
    of: 'Codex CLI, the usage limit of a free plan',
    text: "ERROR: You've hit your usage limit. Upgrade to Plus to continue using Codex (https://openai.com/chatgpt/pricing).",
    is: noCredit,
  },
  {
    of: 'Codex CLI, no credit',
    text: 'ERROR: Quota exceeded. Check your plan and billing details.',
    is: noCredit,
  },
  {
    of: 'Codex CLI, the usage limit as JSON',
    text: '{"type":"error","message":"Codex error: {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"usage_limit_reached\\",\\"message\\":\\"The usage limit has been reached\\",\\"resets_in_seconds\\":13872}}"}',
    is: { ...limit, wait: 13_872 },
  },
  {
    of: 'Codex CLI, a broken stream',
    text: 'ERROR: stream disconnected before completion: error sending request for url (https://api.openai.com/v1/responses)',
    is: network,
  },
  {
    of: 'Codex CLI, high demand',
    text: "ERROR: We're currently experiencing high demand, which may cause temporary errors.",
    is: outage,
  },
  {
    of: 'Codex CLI, a missing variable',
    text: 'Error: Missing environment variable: `CODEX_API_KEY`.',
    is: login,
  },
  {
    of: 'Codex CLI, the session of a broken login',
    text: 'ERROR: Your access token could not be refreshed because your refresh token has expired. Please log out and sign in again.',
    is: login,
  },
  {
    of: 'Gemini CLI, no login',
    text: 'Please set an Auth method in your /home/dev/.gemini/settings.json or specify one of the following environment variables before running: GEMINI_API_KEY, GOOGLE_GENAI_USE_VERTEXAI, GOOGLE_GENAI_USE_GCA',
    is: login,
  },
  {
    of: 'Gemini CLI, a pretty-printed error',
    text: 'Loaded cached credentials.\n{\n  "error": {\n    "code": 429,\n    "message": "Resource has been exhausted (e.g. check quota).",\n    "status": "RESOURCE_EXHAUSTED",\n    "details": [\n      { "retryDelay": "34s" }\n    ]\n  }\n}',
    is: { ...limit, wait: 34 },
  },
  {
    of: 'the SDK of OpenAI, a wrong key',
    text: 'I will look at the tests first.\nAuthenticationError: 401 Incorrect API key provided: sk-abcdefghijk. You can find your API key at https://platform.openai.com/account/api-keys.\n    at APIError.generate (/home/dev/node_modules/openai/core/error.js:45:20)',
    is: login,
  },
  {
    of: 'the SDK of OpenAI, a rate limit',
    text: 'RateLimitError: 429 Rate limit reached for gpt-4o in organization org-a on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.',
    is: { ...limit, wait: 20 },
  },
  {
    of: 'the SDK of Anthropic in Python',
    text: "anthropic.RateLimitError: Error code: 429 - {'type': 'error', 'error': {'type': 'rate_limit_error', 'message': 'Number of request tokens has exceeded your per-minute rate limit'}}\nretry-after: 30",
    is: { ...limit, wait: 30 },
  },
  {
    of: 'OpenRouter, no credit',
    text: "Error: 402 {'error': {'message': 'Insufficient credits. Add more using https://openrouter.ai/settings/credits', 'code': 402}}",
    is: noCredit,
  },
  {
    of: 'Bedrock, an expired token',
    text: 'Error: The security token included in the request is expired',
    is: login,
  },
  {
    of: 'a shell that does not find the agent',
    text: 'sh: 1: claude: not found',
    is: { kind: 'missing_tool', then: 'blocked', subject: 'claude' },
  },
  {
    of: 'Windows, which does not find the agent',
    text: "'codex' is not recognized as an internal or external command,\r\noperable program or batch file.",
    is: { kind: 'missing_tool', then: 'blocked', subject: 'codex' },
  },
  {
    of: 'Node, which does not find the agent',
    text: 'Error: spawn gemini ENOENT\n    at ChildProcess._handle.onexit (node:internal/child_process:285:19)',
    is: { kind: 'missing_tool', then: 'blocked', subject: 'gemini' },
  },
  {
    of: 'an agent whose host has no name',
    text: 'Error: getaddrinfo ENOTFOUND api.example.com',
    is: { ...network, subject: 'api.example.com' },
  },
  {
    of: 'an agent on a full disk',
    text: 'Error: ENOSPC: no space left on device, write',
    is: { kind: 'disk_full', then: 'blocked' },
  },
  {
    of: 'an agent that may not write its settings',
    text: "Error: EACCES: permission denied, mkdir '/home/dev/.codex'",
    is: { kind: 'permission', then: 'blocked', subject: '/home/dev/.codex' },
  },
];

/** Agents that ended badly (a time-out, a signal) while they worked: what they talk of did not end them. */
export const WORKING_TO_THE_END: readonly CorpusEntry[] = [
  {
    of: 'a plan after an error',
    text: 'Error: connect ECONNREFUSED 127.0.0.1:5432\nI will start the database first.',
  },
  {
    of: 'errors in prose',
    text: 'The endpoint answers 401 Unauthorized when the token is old.\nNext comes the 429 handling.',
  },
  {
    of: 'an error long before the end',
    text: `sh: 1: jest: not found\n${'Reading a file of the project.\n'.repeat(20)}`,
  },
  {
    of: 'a list',
    text: '- API Error: 529 Overloaded\n1. Error: getaddrinfo ENOTFOUND api.example.com',
  },
  { of: 'a block of code', text: '```\nsh: 1: jest: not found\n```' },
  { of: 'a test it ran', text: "Error: Cannot find module './cart'" },
  {
    of: 'a request too long',
    text: 'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
  },
  { of: 'an unknown option', text: "error: unknown option '--permission-mod'" },
  { of: 'nothing', text: '' },
];
