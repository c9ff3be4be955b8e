import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  PermissionAnswer,
  PermissionRequest,
} from '../../../src/model/permissions/permission';
import type { AgentDefinition } from '../../../src/model/config/config';
import type { StepEvent } from '../../../src/model/steps/step';
import { createAgent } from '../../../src/platform/agents/createAgent';
import { createStepReader } from '../../../src/platform/agents/streams/stepReader';
import type { AgentRequest, AgentResult } from '../../../src/ports/agent';
import { scratchFolder } from '../process/support/scratch';
import { supervisorFile } from '../process/support/supervisorBuild';

const AGENT = join(__dirname, '../../support/acpAgent.cjs');

interface Played {
  readonly result: AgentResult;
  readonly events: readonly StepEvent[];
  /** What the agent saw, in order. */
  readonly notes: readonly unknown[];
  readonly transcript: string;
}

interface Options {
  readonly systemPrompt?: string;
  readonly onPermission?: NonNullable<AgentRequest['onPermission']>;
  readonly timeoutMs?: number;
  readonly mode?: string;
  readonly session?: string;
  readonly mcp?: boolean;
  readonly onSpeaker?: NonNullable<AgentRequest['onSpeaker']>;
  readonly onStep?: (event: StepEvent, stop: () => void) => void;
}

/** Lets the scripted agent play a scene in one turn. */
async function play(scene: object, options: Options = {}): Promise<Played> {
  const {
    timeoutMs = 60_000,
    mode,
    mcp,
    session,
    onStep,
    onPermission,
    systemPrompt = '',
  } = options;
  const [directory, workspaceDir] = [scratchFolder(), scratchFolder()];
  const notes = join(directory, 'notes');
  const agent = createAgent({
    ...{ workspaceDir, directory, supervisorFile: await supervisorFile() },
    environment: { PATH: process.env['PATH'] },
    cliFile: '/dist/cli.js',
  });
  const definition: AgentDefinition = {
    ...{ name: 'a', type: 'acp', steps: 'acp', env: {}, timeoutMs, ...(mode && { mode }) },
    ...(mcp !== undefined && { mcp }),
    command: [process.execPath, AGENT, JSON.stringify({ notes, ...scene })],
  };
  const events: StepEvent[] = [];
  const stopping = new AbortController();
  const result = await agent.run(
    {
      ...{ definition, taskId: 'task-1', turnId: randomUUID(), turn: 1 },
      ...{ systemPrompt, prompt: 'Go.' },
      ...(onPermission && { onPermission }),
      ...(options.onSpeaker && { onSpeaker: options.onSpeaker }),
      ...(session !== undefined && { session }),
      onStep: (event) => {
        events.push(event);
        onStep?.(event, () => stopping.abort());
      },
    },
    stopping.signal,
  );
  const seen = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
  return {
    ...{ result, events, notes: seen.map((line) => JSON.parse(line) as unknown) },
    transcript: readFileSync(join(directory, result.transcript), 'utf8'),
  };
}

const EDIT = {
  ...{ id: 'e1', kind: 'edit', title: 'Edit cart.js' },
  rawInput: { file_path: 'cart.js', old_string: 'a', new_string: 'b' },
};

describe('an agent that speaks the Agent Client Protocol', () => {
  before(supervisorFile);

  it('gets the directives and the prompt, works in steps, and answers', async () => {
    const { result, events, notes } = await play(
      {
        deeds: [
          { think: 'I look' },
          { think: ' first.' },
          { say: 'Reading.' },
          { call: { id: 'r1', name: 'Read', rawInput: { file_path: 'cart.js' }, result: 'a' } },
          { call: EDIT },
          { say: 'STRATEGY: ' },
          { say: 'change a' },
        ],
      },
      { systemPrompt: 'Think anew.', mode: 'default' },
    );
    assert.deepEqual(result.end, { kind: 'exit', code: 0 });
    assert.equal(result.reply, 'STRATEGY: change a');
    assert.deepEqual(
      events.flatMap((event) => (event.kind === 'ended' ? [event.step] : [])),
      [
        {
          ...{ number: 1, tool: 'Read', args: '{"file_path":"cart.js"}', result: 'a' },
          ...{ thought: 'I look first.\nReading.', error: false },
        },
        {
          ...{ number: 2, tool: 'edit', result: '', thought: '', error: false },
          args: JSON.stringify(EDIT.rawInput),
        },
      ],
    );
    assert.equal(result.stream?.version, '1.2.3');
    assert.equal(result.stream.unknown, 0);
    assert.deepEqual(notes.slice(1), [{ mode: 'default' }, { prompt: 'Think anew.\n\nGo.' }]);
  });

  it('is told yes or no, the narrowest way, and the refused call is reported', async () => {
    const asked: PermissionRequest[] = [];
    const { result, notes } = await play(
      {
        deeds: [
          { permission: { toolCallId: 'p1', ...EDIT } },
          { permission: { toolCallId: 'p2', kind: 'execute', title: 'rm -rf /' } },
        ],
      },
      {
        onPermission: (request): Promise<PermissionAnswer> => {
          asked.push(request);
          return Promise.resolve(
            request.kind === 'edit'
              ? { allowed: true }
              : { allowed: false, reason: 'denied by rule' },
          );
        },
      },
    );
    assert.deepEqual(notes.slice(2), [
      { permission: 'p1', result: { outcome: { outcome: 'selected', optionId: 'yes' } } },
      { permission: 'p2', result: { outcome: { outcome: 'selected', optionId: 'no' } } },
    ]);
    assert.deepEqual(
      asked.map(({ kind, command, paths }) => ({ kind, command, paths })),
      [
        { kind: 'edit', command: undefined, paths: ['cart.js'] },
        { kind: 'execute', command: 'rm -rf /', paths: [] },
      ],
    );
    assert.deepEqual(result.denied, [
      { tool: 'execute', args: '{"command":"rm -rf /"}', reason: 'denied by rule' },
    ]);
  });

  it('that says nothing of a call after its request has not been refused what it was allowed', async () => {
    const ask = (toolCallId: string, title: string): object => ({
      permission: { toolCallId, kind: 'execute', title },
    });
    const { events, transcript } = await play(
      { deeds: [ask('p1', 'npm install'), ask('p2', 'rm -rf /'), { say: 'Done.' }] },
      {
        onPermission: ({ command }): Promise<PermissionAnswer> =>
          Promise.resolve(
            command === 'npm install' ? { allowed: true } : { allowed: false, reason: 'no' },
          ),
      },
    );
    const ended = (all: readonly StepEvent[]): readonly object[] =>
      all.flatMap((event) =>
        event.kind === 'ended' && event.step.tool !== ''
          ? [[event.step.args, event.step.result]]
          : [],
      );
    const refused = [['{"command":"rm -rf /"}', 'The permission was declined.']];
    assert.deepEqual(ended(events), refused);
    const reader = createStepReader('acp');
    const later = transcript.split('\n').flatMap((line) => reader.readLine(line));
    assert.deepEqual(ended(later), refused, 'its transcript tells the same');
  });

  it('is offered the tools of Devs, which it may use without being asked about', async () => {
    const _meta = { claudeCode: { toolName: 'mcp__devs__task' } };
    const own = { toolCallId: 'p1', kind: 'other', title: 'mcp__devs__task', _meta };
    const { result, notes } = await play({ deeds: [{ permission: own }] });
    const [{ new: opened }] = notes as [{ new: { mcpServers: readonly { name: string }[] } }];
    assert.deepEqual(
      opened.mcpServers.map(({ name }) => name),
      ['devs'],
    );
    const allowed = {
      permission: 'p1',
      result: { outcome: { outcome: 'selected', optionId: 'yes' } },
    };
    assert.deepEqual([notes.at(-1), result.denied], [allowed, undefined]);

    const other = {
      ...own,
      _meta: { claudeCode: { toolName: 'mcp__devs__rm' } },
    };
    const refused = await play({ deeds: [{ permission: other }] });
    assert.equal(refused.result.denied?.length, 1, 'Devs has no such tool');

    const without = await play({ deeds: [{ permission: own }] }, { mcp: false });
    const [{ new: plain }] = without.notes as [{ new: { mcpServers: readonly unknown[] } }];
    assert.deepEqual(plain.mcpServers, []);
    assert.equal(without.result.denied?.length, 1, 'whoever offers them then, it is not Devs');
  });

  it('is refused everything where nobody answers, and offered no option: cancelled', async () => {
    const { notes } = await play({
      deeds: [
        { permission: { toolCallId: 'p1', ...EDIT } },
        { permission: { toolCallId: 'p2', ...EDIT, options: [] } },
      ],
    });
    assert.deepEqual(notes.slice(2), [
      { permission: 'p1', result: { outcome: { outcome: 'selected', optionId: 'no' } } },
      { permission: 'p2', result: { outcome: { outcome: 'cancelled' } } },
    ]);
  });

  it('is asked to stop, then ended with all that it started', async () => {
    const { result, notes } = await play(
      { survives: true, deeds: [{ call: EDIT }, { untilCancelled: true }] },
      { onStep: (event, stop) => event.kind === 'ended' && stop() },
    );
    assert.deepEqual(result.end, { kind: 'cancelled' });
    assert.equal(notes.at(-1), 'cancel');
  });

  it('that hangs is ended at its time limit, also before it says anything', async () => {
    const { result } = await play({ deeds: [{ hang: true }] }, { timeoutMs: 1_500 });
    assert.deepEqual(result.end, { kind: 'timeout', limitMs: 1_500 });
  });

  it('is interrupted by a word of its human, and goes on with it in the same session', async () => {
    let say: ((text: string) => boolean) | undefined;
    const { result, notes } = await play(
      {
        scenes: [
          [{ say: 'Wrong way.' }, { call: EDIT }, { untilCancelled: true }],
          [{ say: 'Right way.' }],
        ],
      },
      {
        onSpeaker: (speaker) => (say = speaker),
        onStep: (event) => {
          if (event.kind === 'ended' && event.step.tool === 'edit') {
            assert.equal(say?.('Go left.'), true);
            assert.equal(say('And slowly.'), true);
          }
        },
      },
    );
    assert.deepEqual(result.end, { kind: 'exit', code: 0 });
    assert.equal(result.reply, 'Right way.');
    assert.deepEqual(notes.slice(1), [
      { prompt: 'Go.' },
      'cancel',
      { prompt: 'Go left.\n\nAnd slowly.' },
    ]);
    assert.equal(say?.('Too late.'), false);
  });

  it('takes back what it asked when it is cancelled', async () => {
    const { notes, result } = await play(
      { deeds: [{ call: EDIT }, { permission: { toolCallId: 'p1', ...EDIT } }, { hang: true }] },
      {
        onStep: (event, stop) => event.kind === 'ended' && setImmediate(stop),
        onPermission: (_, signal) =>
          new Promise((resolve) => {
            const cancelled = { allowed: false, reason: 'cancelled', cancelled: true } as const;
            signal.addEventListener('abort', () => resolve(cancelled));
            if (signal.aborted) resolve(cancelled);
          }),
      },
    );
    assert.deepEqual(result.end, { kind: 'cancelled' });
    assert.equal(result.denied, undefined);
    assert.ok(
      notes.some((note) => JSON.stringify(note).includes('"outcome":"cancelled"')),
      JSON.stringify(notes),
    );
  });

  for (const [name, scene, end] of [
    ['dies', { deeds: [{ exit: 3 }] }, { kind: 'exit', code: 3 }],
    [
      'ends as if all were well',
      { deeds: [{ exit: 0 }] },
      { kind: 'failed', message: 'it ended before it answered' },
    ],
    [
      'answers with an error',
      {
        deeds: [
          { error: { code: -32603, message: 'Internal error', data: { details: 'no model' } } },
        ],
      },
      { kind: 'failed', message: 'Internal error: no model' },
    ],
    [
      'speaks a later version',
      { initialized: { protocolVersion: 2 } },
      {
        kind: 'failed',
        message: 'it speaks version 2 of the Agent Client Protocol, Devs version 1',
      },
    ],
    [
      'needs a login',
      {
        initialized: {
          authMethods: [
            { id: 'chat', name: 'ChatGPT', description: 'Use ChatGPT to authenticate' },
          ],
        },
        refused: { code: -32000, message: 'Authentication required' },
      },
      {
        kind: 'failed',
        message: 'Authentication required\nWays to log in: ChatGPT (Use ChatGPT to authenticate)',
      },
    ],
    [
      'stops at its limit',
      { deeds: [{ stop: 'max_turn_requests' }] },
      { kind: 'failed', message: 'its limit of requests for one turn' },
    ],
    [
      'sends a message that is too large',
      { deeds: [{ flood: 100 }, { hang: true }] },
      { kind: 'failed', message: 'it sent a message that is too large to read' },
    ],
  ] as const)
    it(`that ${name} fails with the reason`, async () => {
      const { result } = await play(scene);
      assert.deepEqual(result.end, end);
    });

  it('that says nothing at all is ended at its time limit', async () => {
    const { result } = await play({ mute: true }, { timeoutMs: 1_000 });
    assert.deepEqual(result.end, { kind: 'timeout', limitMs: 1_000 });
  });

  for (const [name, scene] of [
    ['half a message and goes', { deeds: [{ raw: '{"jsonrpc":"2.0","id":2,"resu' }, { exit: 1 }] }],
    ['bytes that are no text', { garbage: '\u0000\uFFFD\x1b[2J\n{"jsonrpc":"1.0"}\n', deeds: [] }],
    ['no id of its session', { opened: {}, deeds: [] }],
    ['a session of another type', { opened: [1], deeds: [] }],
    ['answers that nobody waits for', { answersTwice: true, deeds: [] }],
    ['nested arrays', { garbage: `${'['.repeat(100_000)}\n[]\n`, deeds: [] }],
  ] as const)
    it(`that sends ${name} comes to an end, and nothing is thrown`, async () => {
      const said = mock.method(console, 'error', () => undefined);
      const { result } = await play(scene, { timeoutMs: 20_000 });
      assert.equal(said.mock.callCount(), 0, 'the library prints for the user');
      said.mock.restore();
      assert.ok(result.end.kind !== 'timeout' && result.end.kind !== 'cancelled', result.end.kind);
    });

  it('that asks for permission in a way that is no request gets an error, and goes on', async () => {
    const { result, notes } = await play(
      {
        deeds: [
          { request: { method: 'session/request_permission', params: { options: 5 } } },
          { request: { method: 'session/request_permission', params: null } },
          { request: { method: 'terminal/create', params: { command: 'rm', args: ['-rf', '/'] } } },
          { say: 'Done.' },
        ],
      },
      { onPermission: () => Promise.resolve({ allowed: true }) },
    );
    assert.equal(result.reply, 'Done.');
    assert.equal(JSON.stringify(notes).match(/"error":\{"code":-32/g)?.length, 3);
  });

  it('may print anything else, and send what Devs does not know', async () => {
    const { result, events } = await play({
      deeds: [
        { raw: 'Loading…\n{"half": \n[]\n42\nnull\n{}\n{"jsonrpc":"2.0"}\n' },
        { update: { sessionUpdate: 'hologram', content: 7 } },
        { update: { sessionUpdate: 'tool_call' } },
        { update: {} },
        { request: { method: 'fs/read_text_file', params: { path: '/etc/passwd' } } },
        { call: { id: 'x', title: 5, rawInput: [1], locations: 'no', content: { a: 1 } } },
        { say: 'Done.' },
      ],
    });
    assert.deepEqual(result.end, { kind: 'exit', code: 0 });
    assert.equal(result.reply, 'Done.');
    assert.ok(events.some((event) => event.kind === 'ended' && event.step.args === '[1]'));
    const kinds = result.stream?.unknownKinds.map(({ name }) => name) ?? [];
    assert.ok(kinds.includes('hologram') && kinds.includes('tool_call'), kinds.join());
  });

  it('goes on in a session: its history is neither a step nor the answer', async () => {
    const history = [
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Go.' } },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Earlier.' } },
      { sessionUpdate: 'tool_call', toolCallId: 'old', rawInput: { a: 1 }, status: 'completed' },
    ];
    const scene = { history, deeds: [{ say: 'Now.' }] };
    const { result, events, notes } = await play(scene, { session: 's0' });
    assert.deepEqual(result.session, { id: 's0', isContinued: true });
    assert.equal(result.reply, 'Now.');
    assert.deepEqual(
      events.filter((event) => 'step' in event && event.step.tool !== ''),
      [],
    );
    assert.equal(JSON.stringify(notes[0]).startsWith('{"load":{'), true);
  });

  it('goes on without its history where the agent can', async () => {
    const initialized = { agentCapabilities: { sessionCapabilities: { resume: {} } } };
    const { result, notes } = await play({ initialized, deeds: [] }, { session: 's0' });
    assert.deepEqual(result.session, { id: 's0', isContinued: true });
    assert.equal(JSON.stringify(notes[0]).startsWith('{"resume":{'), true);
  });

  it('begins a new session where the old one is gone, and says why', async () => {
    const scene = { forgotten: { code: -32002, message: 'Resource not found' }, deeds: [] };
    const { result } = await play(scene, { session: 's0' });
    assert.deepEqual(result.session, { id: 's1', isContinued: false, lost: 'Resource not found' });
    assert.deepEqual(result.end, { kind: 'exit', code: 0 });
  });

  it('shows its plan, and edits in diffs where its input does not state them', async () => {
    const diff = { type: 'diff', path: 'cart.js', oldText: 'a', newText: 'b' };
    const { events } = await play({
      deeds: [
        { update: { sessionUpdate: 'plan', entries: [{ content: 'One', status: 'completed' }] } },
        { call: { id: 'e', kind: 'edit', title: 'Edit', rawInput: { n: 1 }, content: [diff] } },
      ],
    });
    assert.deepEqual(events[0], { kind: 'plan', entries: [{ text: 'One', status: 'completed' }] });
    const ended = events.find((event) => event.kind === 'ended');
    assert.equal(
      ended?.step.args,
      '{"path":"cart.js","edits":[{"path":"cart.js","old_string":"a","new_string":"b"}]}',
    );
  });
});
