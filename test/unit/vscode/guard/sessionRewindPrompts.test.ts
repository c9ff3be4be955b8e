import assert from 'node:assert/strict';
import type { SessionTurn } from '../../../../src/model/guard/sessionRewind';
import type { RewindPreview } from '../../../../src/model/workspace/rewindRecord';
import type { RecordedRewind } from '../../../../src/rules/guard/sessionHistory';
import {
  describeSessionRewind,
  SessionRewindPrompts,
} from '../../../../src/vscode/guard/sessionRewindPrompts';
import { ScriptedInput } from '../scriptedInput';
import { session } from './samples';

const turn = (number: number, asked: string): SessionTurn => ({
  ...{ number, asked, startedAt: 'earlier', before: `before-${number}` },
});
const TURNS = [turn(1, 'Fix it.'), turn(2, 'Round it. $(trash)')];
const rewind: RecordedRewind = {
  ...{ rewind: 'r1', what: 'rewind', toTurn: 1, from: 'c2', to: 'c1', paths: ['a.ts'] },
  ...{ at: '2026-11-28T09:00:00.000Z', afterTurn: 2, status: 'done' },
};

/** Prompts about a session in `/shop`; calls are noted. */
function create({
  turns = TURNS,
  undoable,
  refusal,
  unsaved,
  works = false,
}: {
  turns?: readonly SessionTurn[];
  undoable?: RecordedRewind;
  refusal?: string;
  unsaved?: string;
  works?: boolean;
} = {}) {
  const input = new ScriptedInput();
  const calls: unknown[][] = [];
  const previewOf = (kind: 'rewind' | 'redo', toTurn = 0): RewindPreview => ({
    ...{ kind, taskId: 's1', toTurn, kept: [] },
    steps: [{ path: 'a.ts', action: 'restore', turns: [2] }],
  });
  const prompts = new SessionRewindPrompts({
    input,
    rewinds: () => ({
      refusal: () => refusal,
      isWorking: () => works,
      endTurn: () => {
        calls.push(['endTurn']);
      },
      moments: () => turns,
      undoable: () => undoable,
      folder: () => '/shop',
      preview: (_session, request) => {
        calls.push(['preview', request]);
        const { kind } = request;
        const preview = previewOf(kind, kind === 'rewind' ? request.toTurn : 0);
        return Promise.resolve({ ok: true, preview, checkpoint: 'c' });
      },
      apply: (_session, request, choice) => {
        calls.push(['apply', request, choice?.confirmed]);
        return Promise.resolve({ ok: true, message: 'Done.', done: previewOf(request.kind) });
      },
    }),
    isUnsaved: (file) => file === unsaved,
    warn: (message) => assert.fail(message),
  });
  return { prompts, input, calls };
}

describe('rewinding a guarded session', () => {
  it('asks for the moment, the newest prompt first, and changes nothing before that', async () => {
    const { prompts, input, calls } = create();
    input.answers = [undefined];
    assert.equal(await prompts.rewind(session()), undefined);
    assert.deepEqual(input.shown[0]?.title, 'Rewind Claude Code');
    assert.deepEqual(input.shown[0].lines, [
      'Before prompt 2 | earlier | Round it. $\u200b(trash)',
      'Before prompt 1 | earlier | Fix it.',
    ]);
    assert.deepEqual(calls, []);
  });

  it('shows the files, applies what is confirmed, and offers to undo it the same way', async () => {
    const { prompts, input, calls } = create();
    input.answers = [['Before prompt 2'], ['Restore a.ts']];
    const answer = await prompts.rewind(session());
    assert.equal(input.shown[1]?.title, 'Rewind 1 file · Claude Code to before prompt 2');
    assert.deepEqual(calls.at(-1), ['apply', { kind: 'rewind', toTurn: 1 }, ['a.ts']]);
    const followUps = answer?.followUps ?? [];
    assert.deepEqual(
      followUps.map(({ label }) => label),
      ['Undo'],
    );
    const undone = await followUps[0]?.act();
    assert.equal(input.shown[2]?.title, 'Restore 1 file · Claude Code as before the rewind');
    assert.deepEqual(calls.at(-1), ['apply', { kind: 'redo' }, ['a.ts']]);
    assert.deepEqual(undone?.followUps, []);
  });

  it('offers to undo the newest rewind also later', async () => {
    const { prompts, input, calls } = create({ undoable: rewind });
    input.answers = [['Undo the latest rewind'], ['Restore a.ts']];
    await prompts.rewind(session());
    assert.equal(input.shown[0]?.lines[0], 'Undo the latest rewind | to before prompt 2');
    assert.deepEqual(calls.at(-1), ['apply', { kind: 'redo' }, ['a.ts']]);
  });

  it('does not ask where there is one moment, and restores no file with unsaved changes', async () => {
    const { prompts, input, calls } = create({
      turns: [turn(1, 'Fix it.')],
      unsaved: '/shop/a.ts',
    });
    assert.match((await prompts.rewind(session()))?.message ?? '', /^No file was selected/);
    assert.equal(input.shown.length, 1);
    assert.deepEqual(calls, [['preview', { kind: 'rewind', toTurn: 0 }]]);
  });

  it('asks whether an agent that seems to work has stopped, and takes the word for it', async () => {
    const { prompts, input, calls } = create({ works: true });
    input.agrees = false;
    assert.equal(await prompts.rewind(session()), undefined);
    assert.match(
      input.confirmations[0]?.message ?? '',
      /^Claude Code still seems to be working\. Has it stopped\?$/,
    );
    assert.equal(calls.length, 0);
    input.agrees = true;
    input.answers = [['Before prompt 1'], ['Restore a.ts']];
    await prompts.rewind(session());
    assert.deepEqual(calls[0], ['endTurn']);
    assert.deepEqual(calls.at(-1), ['apply', { kind: 'rewind', toTurn: 0 }, ['a.ts']]);
  });

  it('is refused with the reason, without a question', async () => {
    const { prompts, input } = create({ refusal: 'The agent works.' });
    assert.deepEqual(await prompts.rewind(session()), { ok: false, message: 'The agent works.' });
    const none = await create({ turns: [] }).prompts.rewind(session());
    assert.deepEqual(
      [none?.ok, none?.message],
      [
        false,
        'Nothing to restore: Devs has stored no checkpoint from before a prompt of this session.',
      ],
    );
    assert.deepEqual(input.shown, []);
  });

  it('says what was done without the id of the session and without commands of the terminal', () => {
    const done = { taskId: 's1', steps: [], kept: [] };
    const told = (kind: 'rewind' | 'redo'): string =>
      describeSessionRewind(session(), { ...done, kind, toTurn: 0 });
    assert.equal(told('rewind'), 'Rewound Claude Code to before prompt 1: no file to change.');
    assert.equal(told('redo'), 'Undid the rewind of Claude Code: no file to change.');
  });
});
