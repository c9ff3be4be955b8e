// A program that speaks the Agent Client Protocol as an agent does, and plays the scene in its first argument (JSON, or @
// and the file that has it): a list of deeds for each prompt. It stands in for agents where a test needs an exact order of messages.
'use strict';
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const { createInterface } = require('node:readline');

const [, , words = '{}'] = process.argv;
const scene = JSON.parse(words.startsWith('@') ? readFileSync(words.slice(1), 'utf8') : words);
if (scene.pids) appendFileSync(scene.pids, `${process.pid}\n`);
const waiting = new Map();
let requests = 0;
let prompts = 0;
let onCancel;

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const answer = (id, result) => send({ id, result });
const fail = (id, error) => send({ id, error });
const update = (sessionId, body) =>
  send({ method: 'session/update', params: { sessionId, update: body } });
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = `a${(requests += 1)}`;
    waiting.set(id, resolve);
    send({ id, method, params });
  });
/** What it saw, for the test: one JSON value a line. */
const note = (value) => {
  if (scene.notes) appendFileSync(scene.notes, `${JSON.stringify(value)}\n`);
};

const deeds = {
  say: (sessionId, text) =>
    update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
  think: (sessionId, text) =>
    update(sessionId, { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } }),
  update: (sessionId, body) => update(sessionId, body),
  /** A whole call: announced, and ended with its result. */
  call(sessionId, { id, result = '', status = 'completed', ...call }) {
    update(sessionId, { sessionUpdate: 'tool_call', toolCallId: id, status: 'pending', ...call });
    update(sessionId, {
      ...{ sessionUpdate: 'tool_call_update', toolCallId: id, status, rawOutput: result },
    });
  },
  /** Asks, and does `then` if it may. */
  async permission(sessionId, { options = OPTIONS, then, ...toolCall }) {
    const response = await ask('session/request_permission', { sessionId, toolCall, options });
    note({ permission: toolCall.toolCallId, ...response });
    if (/^yes/.test(response.result?.outcome.optionId)) await play(sessionId, then ?? []);
  },
  async permissions(sessionId, list) {
    await Promise.all(list.map((each) => deeds.permission(sessionId, each)));
  },
  request: async (_, { method, params }) => note({ method, ...(await ask(method, params)) }),
  write: (_, [file, text]) => writeFileSync(file, text),
  raw: (_, text) => process.stdout.write(text),
  /** One line that is as long as given, in MB. */
  flood: async (_, megabytes) => {
    for (let each = 0; each < megabytes; each += 1)
      if (!process.stdout.write('x'.repeat(2 ** 20)))
        await new Promise((go) => process.stdout.once('drain', go));
  },
  stderr: (_, text) => process.stderr.write(text),
  exit: (_, code) => process.exit(code),
  hang: () => new Promise(() => undefined),
  untilCancelled: () => new Promise((resolve) => (onCancel = resolve)),
};

const OPTIONS = [
  { optionId: 'yes-always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

async function prompt(id, { sessionId, prompt: content }) {
  note({ prompt: content.map(({ text }) => text).join('') });
  const list = scene.scenes?.[prompts] ?? scene.deeds ?? [];
  prompts += 1;
  const end = await play(sessionId, list);
  if (end?.error) return fail(id, end.error);
  return answer(id, { stopReason: end?.stop ?? 'end_turn' });
}

/** Plays deeds until one of them ends the prompt; how, else undefined. */
async function play(sessionId, list) {
  for (const deed of list) {
    const [[name, value]] = Object.entries(deed);
    if (name === 'stop' || name === 'error') return deed;
    if ((await deeds[name](sessionId, value)) === 'cancelled') return { stop: 'cancelled' };
  }
}

const handlers = {
  initialize: (id) => {
    if (scene.mute) return;
    if (scene.garbage !== undefined) process.stdout.write(scene.garbage);
    answer(id, {
      ...{ protocolVersion: 1, agentCapabilities: { loadSession: true } },
      ...{ authMethods: [], agentInfo: { name: 'scripted', version: '1.2.3' } },
      ...scene.initialized,
    });
    if (scene.answersTwice) for (const each of [id, 4711, 'x', null]) answer(each, {});
  },
  'session/new': (id, params) => {
    note({ new: params });
    if (scene.refused) fail(id, scene.refused);
    else answer(id, 'opened' in scene ? scene.opened : { sessionId: 's1' });
  },
  'session/load': (id, params) => {
    note({ load: params });
    for (const body of scene.history ?? []) update(params.sessionId, body);
    if (scene.forgotten) fail(id, scene.forgotten);
    else answer(id, null);
  },
  'session/resume': (id, params) => {
    note({ resume: params });
    answer(id, {});
  },
  'session/set_mode': (id, { modeId }) => {
    note({ mode: modeId });
    answer(id, {});
  },
  'session/prompt': prompt,
  'session/cancel': () => {
    note('cancel');
    onCancel?.('cancelled');
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.({ result, error });
  else if (handlers[method]) void handlers[method](id, params);
  else if (id !== undefined) fail(id, { code: -32601, message: 'Method not found' });
});
if (scene.survives) {
  process.stdin.on('end', () => setInterval(() => undefined, 1_000));
  process.on('SIGTERM', () => undefined);
}
