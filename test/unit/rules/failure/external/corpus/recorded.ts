import type { CorpusEntry } from './entry';

const outage = { kind: 'outage', handling: 'retry' } as const;
const limit = { kind: 'rate_limit', handling: 'retry' } as const;
const login = { kind: 'authentication', handling: 'blocked' } as const;
const network = { kind: 'network', handling: 'retry' } as const;

/** What agents printed when a provider refused them: recorded, but for paths and ports. */
export const RECORDED: readonly CorpusEntry[] = [
  {
    of: 'Codex CLI 0.169, a wrong key',
    text: 'OpenAI Codex v0.169.0\n--------\nworkdir: /home/dev/shop\nmodel: gpt-6.1-sol\nprovider: openai\napproval: never\nsandbox: workspace-write [workdir, /tmp, $TMPDIR]\nreasoning effort: none\nreasoning summaries: none\nsession id: 01a20116-89c0-7062-ad4d-aa19159a63a0\n--------\nuser\nAdd login.\nwarning: Codex could not find bubblewrap on PATH. Install bubblewrap with your OS package manager.\nERROR: unexpected status 401 Unauthorized: Incorrect API key provided., url: https://api.openai.com/v1/responses\nERROR: unexpected status 401 Unauthorized: Incorrect API key provided., url: https://api.openai.com/v1/responses\n',
    is: login,
  },
  {
    of: 'Codex CLI 0.169, a rate limit',
    text: 'OpenAI Codex v0.169.0\n--------\nworkdir: /home/dev/shop\nmodel: gpt-6.1-sol\nprovider: openai\napproval: never\nsandbox: workspace-write [workdir, /tmp, $TMPDIR]\nreasoning effort: none\nreasoning summaries: none\nsession id: 01a20116-89c0-7062-ad4d-aa19159a63a0\n--------\nuser\nAdd login.\nwarning: Codex could not find bubblewrap on PATH. Install bubblewrap with your OS package manager.\nERROR: exceeded retry limit, last status: 429 Too Many Requests\nERROR: exceeded retry limit, last status: 429 Too Many Requests\n',
    is: limit,
  },
  {
    of: 'Codex CLI 0.169, a gateway',
    text: 'OpenAI Codex v0.169.0\n--------\nworkdir: /home/dev/shop\nmodel: gpt-6.1-sol\nprovider: openai\napproval: never\nsandbox: workspace-write [workdir, /tmp, $TMPDIR]\nreasoning effort: none\nreasoning summaries: none\nsession id: 01a20116-89c0-7062-ad4d-aa19159a63a0\n--------\nuser\nAdd login.\nwarning: Codex could not find bubblewrap on PATH. Install bubblewrap with your OS package manager.\nERROR: unexpected status 503 Service Unavailable: upstream connect error or disconnect/reset before headers. reset reason: connection timeout, url: https://api.openai.com/v1/responses\nERROR: unexpected status 503 Service Unavailable: upstream connect error or disconnect/reset before headers. reset reason: connection timeout, url: https://api.openai.com/v1/responses\n',
    is: outage,
  },
  {
    of: 'Codex CLI 0.169, no capacity',
    text: 'OpenAI Codex v0.169.0\n--------\nworkdir: /home/dev/shop\nmodel: gpt-6.1-sol\nprovider: openai\napproval: never\nsandbox: workspace-write [workdir, /tmp, $TMPDIR]\nreasoning effort: none\nreasoning summaries: none\nsession id: 01a20116-89c0-7062-ad4d-aa19159a63a0\n--------\nuser\nAdd login.\nwarning: Codex could not find bubblewrap on PATH. Install bubblewrap with your OS package manager.\nERROR: Selected model is at capacity. Please try a different model.\nERROR: Selected model is at capacity. Please try a different model.\n',
    is: outage,
  },
  {
    of: 'Codex CLI 0.169, ended while it waits for the network',
    text: 'OpenAI Codex v0.169.0\n--------\nworkdir: /home/dev/shop\nmodel: gpt-6.1-sol\nprovider: openai\napproval: never\nsandbox: workspace-write [workdir, /tmp, $TMPDIR]\nreasoning effort: none\nreasoning summaries: none\nsession id: 01a20116-89c0-7062-ad4d-aa19159a63a0\n--------\nuser\nAdd login.\nwarning: Codex could not find bubblewrap on PATH. Install bubblewrap with your OS package manager.\nERROR: Reconnecting... waiting for network\nERROR: Reconnecting... waiting for network\nERROR: Reconnecting... waiting for network\nERROR: Reconnecting... waiting for network\nERROR: Reconnecting... waiting for network\n',
    is: network,
  },
  {
    of: 'Gemini CLI 0.61, a wrong key',
    text: 'Error when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-35-05-925Z.json _ApiError: {"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}\n    at classifyGoogleError (file:///home/dev/.npm/gemini-cli/bundle/chunk.js:287830:10)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5) {\n  status: 400\n}\nAn unexpected critical error occurred:[object Object]',
    is: login,
  },
  {
    of: 'Gemini CLI 0.61, a rate limit',
    text: "Attempt 1 failed: You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 2\nPlease retry in 2s.\nSuggested retry after 2s.. Max attempts reached\nError when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-35-05-925Z.json RetryableQuotaError: You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 2\nPlease retry in 2s.\nSuggested retry after 2s.\n    at classifyGoogleError (file:///home/dev/.npm/gemini-cli/bundle/chunk.js:287830:10)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n  cause: {\n    code: 429,\n    message: 'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.',\n    details: []\n  },\n  retryDelayMs: 2000,\n  status: 429\n}\nAn unexpected critical error occurred:[object Object]",
    is: { ...limit, wait: 2 },
  },
  {
    of: 'Gemini CLI 0.61, the daily quota',
    text: "Error when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-35-05-925Z.json TerminalQuotaError: You have exhausted your daily quota on this model.\n    at classifyGoogleError (file:///home/dev/.npm/gemini-cli/bundle/chunk.js:287830:10)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n  cause: {\n    code: 429,\n    message: 'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.',\n    details: []\n  },\n  retryDelayMs: undefined,\n  status: 429\n}\nAn unexpected critical error occurred:[object Object]",
    is: limit,
  },
  {
    of: 'Gemini CLI 0.61, a gateway',
    text: "Attempt 1 failed: upstream connect error or disconnect/reset before headers. reset reason: connection timeout. Max attempts reached\nError when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-35-05-925Z.json RetryableQuotaError: upstream connect error or disconnect/reset before headers. reset reason: connection timeout\n    at classifyGoogleError (file:///home/dev/.npm/gemini-cli/bundle/chunk.js:287830:10)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n  cause: {\n    code: 503,\n    message: 'upstream connect error or disconnect/reset before headers. reset reason: connection timeout',\n    details: []\n  },\n  retryDelayMs: undefined,\n  status: 503\n}\nAn unexpected critical error occurred:[object Object]",
    is: outage,
  },
  {
    of: 'Gemini CLI 0.61, a status with other words',
    text: "Error when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-35-05-925Z.json RetryableQuotaError: Something went wrong.\n    at classifyGoogleError (file:///home/dev/.npm/gemini-cli/bundle/chunk.js:287830:10)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n  cause: {\n    code: 503,\n    message: 'Something went wrong.',\n    details: []\n  },\n  retryDelayMs: undefined,\n  status: 503\n}\nAn unexpected critical error occurred:[object Object]",
    is: outage,
  },
  {
    of: 'Gemini CLI 0.61, overloaded',
    text: "Attempt 1 failed: The model is overloaded. Please try again later.. Max attempts reached\nError when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-35-05-925Z.json RetryableQuotaError: The model is overloaded. Please try again later.\n    at classifyGoogleError (file:///home/dev/.npm/gemini-cli/bundle/chunk.js:287830:10)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n  cause: {\n    code: 503,\n    message: 'The model is overloaded. Please try again later.',\n    details: []\n  },\n  retryDelayMs: undefined,\n  status: 503\n}\nAn unexpected critical error occurred:[object Object]",
    is: outage,
  },
  {
    of: 'Gemini CLI 0.61, no network',
    text: 'Error when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-35-05-925Z.json Error: exception TypeError: fetch failed sending request\n    at classifyGoogleError (file:///home/dev/.npm/gemini-cli/bundle/chunk.js:287830:10)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\nAn unexpected critical error occurred:[object Object]',
    is: network,
  },
  {
    of: 'Codex CLI 0.169, a rate limit within the stream',
    text: 'ERROR: rate limit exceeded: Rate limit reached for gpt-5.1 in organization org-a on tokens per min (TPM): Limit 30000, Used 22999, Requested 12528. Please try again in 11.054s.',
    is: { ...limit, wait: 11.054 },
  },
  {
    of: 'Codex CLI 0.169, an error of its service within the stream',
    text: 'ERROR: stream disconnected before completion: An error occurred while processing your request.',
    is: outage,
  },
  {
    of: 'Codex CLI 0.169, an internal error',
    text: 'ERROR: We’re currently experiencing high demand, which may cause temporary errors.',
    is: outage,
  },
  {
    of: 'Codex CLI 0.169, forbidden',
    text: 'ERROR: unexpected status 403 Forbidden: Country, region, or territory not supported, url: https://api.openai.com/v1/responses',
    is: login,
  },
  {
    of: 'Gemini CLI 0.61, an internal error',
    text: 'Error when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-48-27-023Z.json _ApiError: {"error":{"code":500,"message":"An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting","status":"INTERNAL"}}\nAn unexpected critical error occurred:[object Object]',
    is: outage,
  },
  {
    of: 'Gemini CLI 0.61, forbidden',
    text: 'Error when talking to Gemini API Full report available at: /tmp/gemini-client-error-Turn.run-sendMessageStream-2026-11-22T02-48-27-023Z.json _ApiError: {"error":{"code":403,"message":"Your project has been denied access. Please contact support.","status":"PERMISSION_DENIED"}}\nAn unexpected critical error occurred:[object Object]',
    is: login,
  },
  {
    of: 'Claude Code 2.1, an internal error',
    text: 'API Error: 500 Internal server error. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (gateway.example.com).',
    is: outage,
  },
  {
    of: 'Claude Code 2.1, forbidden',
    text: 'Failed to authenticate. API Error: 403 Your API key does not have permission to use the specified resource.',
    is: login,
  },
];
