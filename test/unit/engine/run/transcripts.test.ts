import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createStateFiles } from '../../../../src/platform/state/retention/createStateFiles';
import { appOver, ownState } from '../../../support/scriptedApp';
import { ScriptedRun } from '../../../support/scriptedRun';
import { turnStart } from '../../platform/state/database/samples';

describe('the transcripts of a turn', () => {
  const directory = mkdtempSync(join(tmpdir(), 'devs-transcripts-'));
  after(() => rmSync(directory, { recursive: true, force: true }));

  const written = (name: string): string => {
    const file = join(directory, 'transcripts', ...name.split('/'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{}\n');
    return file;
  };

  it('are what its agents printed, in the order of their calls, and nothing of other turns', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'same' }));
    run.store.upsertTask('part', 'Part');
    run.store.startTurn({ ...turnStart('fix', 1), taskId: 'part' });
    const coder = written('part/fix-1.02-coder.agent.log');
    const planner = written('part/fix-1.01-planner.agent.log');
    written('part/fix-1.verify.log');
    written('part/fix-11.agent.log');
    const outside = join(directory, 'outside.log');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, join(directory, 'transcripts', 'part', 'fix-1.03-coder.agent.log'));
    const app = appOver(run, {
      state: { ...ownState(run), directory },
      stateFiles: createStateFiles(directory),
    });
    assert.deepEqual(await app.transcripts('part', 1), [planner, coder]);
    assert.deepEqual(await app.transcripts('part', 2), []);
    assert.deepEqual(await app.transcripts('../part', 1), []);
  });
});
