import { deepEqual, equal } from 'node:assert/strict';
import type { LeaseFacts } from '../../../src/model/workspace/leaseHolder';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { unlockWorkspace } from '../../../src/vscode/prompts/unlockPrompt';
import { ScriptedInput } from './scriptedInput';

const FACTS: LeaseFacts = {
  holder: { pid: 42, who: 'window', host: 'm\u202eill', since: '2026-01-01T00:00:00.000Z' },
  ...{ place: 'otherComputer', epoch: 7, file: '/state/shop/lease/7' },
};

describe('unlocking a workspace', () => {
  let picks: ScriptedInput;
  let unlocked: number[];
  const unlock = (facts: LeaseFacts | undefined) => {
    const app = {
      lease: () => Promise.resolve(facts),
      unlock: (epoch: number) => {
        unlocked.push(epoch);
        return Promise.resolve({ ok: true, message: 'It is free.' });
      },
    };
    return unlockWorkspace({ app } as unknown as FolderApp, picks);
  };

  beforeEach(() => {
    picks = new ScriptedInput();
    unlocked = [];
  });

  it('shows what is known about the holder, asks, and frees it', async () => {
    deepEqual(await unlock(FACTS), { ok: true, message: 'It is free.' });
    const [asked] = picks.confirmations;
    equal(
      asked?.message,
      'A VS Code window (pid 42 on m\\u{202e}ill) has reserved this workspace. Has it ended?',
    );
    deepEqual(asked.detail.split('\n').slice(2), [
      'Since: 2026-01-01T00:00:00.000Z',
      'Last write: never',
      'File: /state/shop/lease/7',
    ]);
    deepEqual(unlocked, [7]);
  });

  it('does nothing when the question is closed', async () => {
    picks.agrees = false;
    equal(await unlock(FACTS), undefined);
    deepEqual(unlocked, []);
  });

  it('asks nothing where the holder runs, or there is none', async () => {
    equal((await unlock({ ...FACTS, place: 'here' }))?.ok, false);
    equal((await unlock(undefined))?.message, 'The workspace is free.');
    deepEqual([picks.confirmations.length, unlocked], [0, []]);
  });
});
