import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devsPlugin } from '../../../src/hook/opencodePlugin';

/** Records what it is asked, and answers what stands in a file. */
const HOOK = `
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const [folder, event] = process.argv.slice(2);
appendFileSync(folder + '/asked.jsonl', JSON.stringify([event, JSON.parse(readFileSync(0, 'utf8'))]) + '\\n');
const file = folder + '/answer';
if (existsSync(file)) process.stdout.write(readFileSync(file, 'utf8'));
`;

describe('the plugin for OpenCode', function () {
  this.timeout(30_000);
  let folder = '';
  let aborted: unknown[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'devs-plugin-'));
    aborted = [];
    writeFileSync(join(folder, 'hook.js'), HOOK);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function start(command = [process.execPath, join(folder, 'hook.js'), folder]) {
    const abort = async (options: unknown): Promise<void> => {
      aborted.push(options);
      await Promise.resolve();
    };
    return await devsPlugin(command)({ directory: '/p', client: { session: { abort } } });
  }

  function answer(text: string | object): void {
    const said = typeof text === 'string' ? text : JSON.stringify(text);
    writeFileSync(join(folder, 'answer'), said);
  }

  /** What the hook was asked, without the folder. */
  function asked(): readonly (readonly [string, Record<string, unknown>])[] {
    const file = join(folder, 'asked.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return lines.map((line) => JSON.parse(line) as [string, Record<string, unknown>]);
  }

  const call = { tool: 'bash', sessionID: 's', callID: '1' };
  const created = (id: string, parentID: string): object => ({
    event: { type: 'session.created', properties: { sessionID: id, info: { id, parentID } } },
  });
  const failed = (callID: string, error: string): Record<string, unknown> => ({
    event: {
      type: 'message.part.updated',
      properties: {
        sessionID: 's',
        part: { type: 'tool', tool: 'edit', callID, state: { status: 'error', input: {}, error } },
      },
    },
  });

  it('tells the hook of prompts, calls, results, failures and stops, each once', async () => {
    const hooks = await start();
    const parts = [{ type: 'text', text: 'Fix it' }];
    await hooks['chat.message']?.({ sessionID: 's' }, { message: { id: 'm' }, parts });
    await hooks['tool.execute.before']?.(call, { args: { command: 'ls' } });
    await hooks['tool.execute.after']?.({ ...call, args: {} }, { output: 'a' });
    for (let at = 0; at < 2; at += 1) await hooks['event']?.(failed('2', 'No match'), undefined);
    const text = { type: 'text', messageID: 'n', text: 'Done.' };
    const said = { type: 'message.part.updated', properties: { sessionID: 's', part: text } };
    await hooks['event']?.({ event: said }, undefined);
    const idle = { event: { type: 'session.idle', properties: { sessionID: 's' } } };
    for (let at = 0; at < 2; at += 1) await hooks['event']?.(idle, undefined);
    const head = { session: 's', directory: '/p' };
    deepEqual(asked(), [
      ['chat.message', { ...head, text: 'Fix it' }],
      ['tool.execute.before', { ...head, tool: 'bash', call: '1', args: { command: 'ls' } }],
      [
        'tool.execute.after',
        { ...head, tool: 'bash', call: '1', args: {}, output: { output: 'a' } },
      ],
      ['tool.error', { ...head, tool: 'edit', call: '2', args: {}, error: 'No match' }],
      ['session.idle', { ...head, text: 'Done.' }],
    ]);
  });

  it('takes the work of a sub-agent for a part of that of its session', async () => {
    const hooks = await start();
    await hooks['event']?.(created('sub', 's') as Record<string, unknown>, undefined);
    await hooks['chat.message']?.({ sessionID: 'sub' }, { message: {}, parts: [] });
    await hooks['tool.execute.before']?.({ ...call, sessionID: 'sub' }, { args: {} });
    deepEqual(
      asked().map(([event, { session, thread }]) => [event, session, thread]),
      [['tool.execute.before', 's', 'sub']],
    );
  });

  it('refuses a call with the reason, and does not report it as failed', async () => {
    const hooks = await start();
    answer({ refusal: 'why' });
    await rejects(
      async () => await hooks['tool.execute.before']?.(call, { args: {} }),
      /^Error: why$/,
    );
    await hooks['event']?.(failed('1', 'why'), undefined);
    equal(asked().length, 1);
    deepEqual(aborted, []);
  });

  it('adds what the model is to be told to the result of a tool, and to a prompt', async () => {
    const hooks = await start();
    answer({ context: 'look' });
    const plain = { output: 'a' };
    const mcp = { content: [{ type: 'text', text: 'a' }] };
    const prompt = { message: { id: 'm' }, parts: [] as Record<string, unknown>[] };
    await hooks['tool.execute.after']?.(call, plain);
    await hooks['tool.execute.after']?.(call, mcp);
    await hooks['chat.message']?.({ sessionID: 's' }, prompt);
    equal(plain.output, 'a\n\nlook');
    equal(mcp.content[1]?.text, 'look');
    const [part] = prompt.parts;
    deepEqual([part?.['text'], part?.['messageID'], part?.['sessionID']], ['look', 'm', 's']);
    match(String(part?.['id']), /^prt_/);
  });

  it('tells of a failed call with the next result', async () => {
    const hooks = await start();
    answer({ context: 'look' });
    await hooks['event']?.(failed('2', 'No match'), undefined);
    answer('');
    const output = { output: 'a' };
    await hooks['tool.execute.after']?.(call, output);
    equal(output.output, 'a\n\nlook');
  });

  it('ends the turn of the session', async () => {
    const hooks = await start();
    answer({ end: 'why' });
    await hooks['tool.execute.after']?.(call, { output: 'a' });
    deepEqual(aborted, [{ path: { id: 's' } }]);
  });

  it('lets OpenCode work on when the hook is missing, hangs, or says nonsense', async () => {
    for (const command of [
      ['/no/such/program'],
      [process.execPath, '-e', 'setTimeout(() => undefined, 60_000)'],
      [process.execPath, '-e', 'console.log("{")'],
      [],
    ]) {
      const hooks = await start(command);
      const output = { output: 'a' };
      await hooks['tool.execute.before']?.(call, { args: {} });
      await hooks['tool.execute.before']?.(call, { args: { id: 1n } });
      await hooks['tool.execute.after']?.(call, output);
      for (const name of Object.keys(hooks)) await hooks[name]?.(undefined, undefined);
      equal(output.output, 'a');
    }
    ok(!existsSync(join(folder, 'asked.jsonl')));
  });
});
