import { deepEqual, equal, match } from 'node:assert/strict';
import type { CleanAnswer } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import { cleanUp } from '../../../src/vscode/prompts/cleanPrompt';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { ScriptedInput } from './scriptedInput';

const use = {
  directory: '/state',
  database: 400_000,
  history: 1_200,
  transcripts: 0,
  checkpoints: 2_345_678,
  setups: 0,
};

const WOULD = 'This would free 1.2 MB. Every checkpoint stays\u202e.';

describe('cleaning up', () => {
  let picks: ScriptedInput;
  let cleaned: boolean[];
  let dry: CleanAnswer;
  const clean = () => {
    const app: Partial<App> = {
      clean: ({ dryRun }) => {
        cleaned.push(dryRun);
        return Promise.resolve(dryRun ? dry : { ...dry, message: 'Removed it.' });
      },
    };
    return cleanUp({ app } as unknown as FolderApp, picks);
  };

  beforeEach(() => {
    picks = new ScriptedInput();
    cleaned = [];
    const removed = ['12 checkpoints of finished tasks', 'transcripts\u202e of 3 turns'];
    dry = { ok: true, removed, freedBytes: 1_234_567, use, message: WOULD };
  });

  it('shows what would be removed and what lies on the disk, asks, and removes it', async () => {
    deepEqual(await clean(), { ok: true, message: 'Removed it.' });
    const [asked] = picks.confirmations;
    equal(asked?.message, 'Delete stored data that Devs no longer needs?');
    deepEqual(asked.detail.split('\n'), [
      '12 checkpoints of finished tasks',
      'transcripts\\u{202e} of 3 turns',
      '',
      'This would free 1.2 MB. Every checkpoint stays\\u{202e}.',
      'Devs uses 2.7 MB of disk space: database and logs 401.2 kB, transcripts 0 bytes, checkpoints 2.3 MB.',
    ]);
    deepEqual(cleaned, [true, false]);
  });

  it('removes nothing when the question is closed', async () => {
    picks.agrees = false;
    equal(await clean(), undefined);
    deepEqual(cleaned, [true]);
  });

  it('asks nothing where nothing is to be removed, and tells the disk use', async () => {
    dry = { ok: true, removed: [], freedBytes: 0, use, message: 'There is nothing, and why.' };
    match((await clean())?.message ?? '', /^There is nothing, and why\. Devs uses 2\.7 MB/);
    deepEqual([picks.confirmations.length, cleaned], [0, [true]]);
  });

  it('names only a few of many', async () => {
    const removed = Array.from({ length: 40 }, (_, index) => `thing ${index}`);
    dry = { ok: true, removed, freedBytes: 10, use, message: '' };
    await clean();
    match(picks.confirmations[0]?.detail ?? '', /thing 14\n… 25 more\n/);
  });

  it('tells a refusal as it comes', async () => {
    dry = { ok: false, message: 'Another window holds the workspace.' };
    deepEqual(await clean(), dry);
  });
});
