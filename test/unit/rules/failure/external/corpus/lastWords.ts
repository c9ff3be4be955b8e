import type { CorpusEntry } from './entry';

const outage = { kind: 'outage', handling: 'retry' } as const;
const limit = { kind: 'rate_limit', handling: 'retry' } as const;
const noCredit = { kind: 'rate_limit', handling: 'blocked' } as const;
const login = { kind: 'authentication', handling: 'blocked' } as const;
const network = { kind: 'network', handling: 'retry' } as const;

/** What agents print when they end badly, often after other words. */
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
    is: { kind: 'missing_tool', handling: 'blocked', subject: 'claude' },
  },
  {
    of: 'Windows, which does not find the agent',
    text: "'codex' is not recognized as an internal or external command,\r\noperable program or batch file.",
    is: { kind: 'missing_tool', handling: 'blocked', subject: 'codex' },
  },
  {
    of: 'Node, which does not find the agent',
    text: 'Error: spawn gemini ENOENT\n    at ChildProcess._handle.onexit (node:internal/child_process:285:19)',
    is: { kind: 'missing_tool', handling: 'blocked', subject: 'gemini' },
  },
  {
    of: 'an agent whose host has no name',
    text: 'Error: getaddrinfo ENOTFOUND api.example.com',
    is: { ...network, subject: 'api.example.com' },
  },
  {
    of: 'an agent on a full disk',
    text: 'Error: ENOSPC: no space left on device, write',
    is: { kind: 'disk_full', handling: 'blocked' },
  },
  {
    of: 'an agent that may not write its settings',
    text: "Error: EACCES: permission denied, mkdir '/home/dev/.codex'",
    is: { kind: 'permission', handling: 'blocked', subject: '/home/dev/.codex' },
  },
];
