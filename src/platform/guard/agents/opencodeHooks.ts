import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { HookAdapter, HookReading } from './hookAdapter';
import { folderOf, toCall, toResult } from './readToolEvent';

/** What the plugin calls the hook for (src/hook/opencodePlugin.ts). */
const EVENTS = [
  'chat.message',
  'tool.execute.before',
  'tool.execute.after',
  'tool.error',
  'session.idle',
] as const;

/** Hooks of OpenCode: its plugin hands on what OpenCode tells it, and what the hook prints tells the plugin what to do. */
export const opencodeHooks: HookAdapter = {
  events: EVENTS,
  read: readEvent,
  print: (_event, { kind, text }) => JSON.stringify({ [kind]: text }),
};

function readEvent(name: string, payload: JsonObject): HookReading {
  const session = wordOf(payload['session']);
  if (session === undefined) return undefined;
  const report = { session, ...folderOf(payload['directory']) };
  const text = textOf(payload['text']);
  if (name === 'chat.message') return { ...report, events: [{ kind: 'prompt', text }] };
  if (name === 'session.idle') return { ...report, events: [{ kind: 'stop', text }] };
  const call = toCall({
    ...{ tool: wordOf(payload['tool']), args: textOf(payload['args']) },
    ...{ id: wordOf(payload['call']), thread: wordOf(payload['thread']) },
  });
  if (call === undefined) return undefined;
  if (name === 'tool.execute.before') return { ...report, events: [{ kind: 'call', ...call }] };
  if (name === 'tool.error')
    return {
      ...report,
      events: [{ kind: 'result', ...toResult(call, textOf(payload['error']), true) }],
    };
  const { output, content, metadata } = isObject(payload['output']) ? payload['output'] : {};
  const exit = isObject(metadata) ? metadata['exit'] : undefined;
  const isFailure = typeof exit === 'number' && exit !== 0;
  const said = output === undefined ? contentText(content) : textOf(output);
  const result = isFailure ? `${said}\nExit code ${exit}` : said;
  return { ...report, events: [{ kind: 'result', ...toResult(call, result, isFailure) }] };
}
