import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCheckpoints } from '../../../src/platform/checkpoints/createCheckpoints';
import { createStateFiles } from '../../../src/platform/state/retention/createStateFiles';
import { cleanUp, previewCleanUp } from '../../../src/engine/retention/cleanUp';
import type { CleanTools } from '../../../src/engine/retention/cleanTools';
import type { Checkpoints } from '../../../src/ports/checkpoints';
import type { HeldLease } from '../../../src/ports/workspaceState';
import { limitsOf } from '../../support/scriptedRun';
import { held, scratchState, type ScratchState } from '../../unit/platform/state/scratchState';
import { TURN_END, turnStart } from '../../unit/platform/state/database/samples';

const NOW = Date.UTC(2026, 10, 21, 12);
const daysAgo = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();

describe('cleaning up on a disk', () => {
  let scratch: ScratchState;
  let lease: HeldLease;
  let checkpoints: Checkpoints;
  let tools: CleanTools;

  beforeEach(async () => {
    scratch = scratchState();
    const { workspaceDir, directory } = scratch.options;
    execFileSync('git', ['init', '-q'], { cwd: workspaceDir });
    lease = await held(scratch.open());
    checkpoints = createCheckpoints({
      ...{ workspaceDir, stateDir: directory, environment: process.env, maxFileBytes: 1_000_000 },
    });
    tools = {
      ...{ store: lease.store, checkpoints, files: createStateFiles(directory) },
      ...{ clock: { now: () => new Date(NOW) }, limits: limitsOf() },
    };
    lease.store.upsertTask('a', 'a');
    lease.store.updateTask('a', { status: 'done' });
    for (const [index, days] of [50, 45, 40, 2].entries()) await turn(index + 1, days);
  });
  afterEach(() => {
    lease.release();
    scratch.remove();
  });

  async function turn(number: number, days: number): Promise<void> {
    const { workspaceDir, directory } = scratch.options;
    const start = turnStart('a', number);
    const before = await checkpoints.record();
    // Nothing that compresses.
    const shake = createHash('shake256', { outputLength: 200_000 });
    const content = shake.update(String(number)).digest();
    writeFileSync(join(workspaceDir, 'file.bin'), content);
    const after = await checkpoints.record();
    lease.store.startTurn({ ...start, startedAt: daysAgo(days), checkpointBefore: before.id });
    mkdirSync(join(directory, 'transcripts', 'a'), { recursive: true });
    writeFileSync(
      join(directory, 'transcripts', 'a', `${start.id}.agent.log`),
      'said\n'.repeat(99),
    );
    const end = { ...TURN_END, outcome: 'success', endedAt: daysAgo(days) } as const;
    lease.store.endTurn(start.id, { ...end, checkpointAfter: after.id });
  }

  /** Every file of the state with its content and the moment it was written. */
  function everything(): readonly string[] {
    const { directory } = scratch.options;
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
    return names.map((name) => {
      const { mtimeMs } = statSync(join(directory, name));
      if (statSync(join(directory, name)).isDirectory()) return name;
      return `${name} ${mtimeMs} ${readFileSync(join(directory, name)).toString('base64')}`;
    });
  }

  it('changes not one byte in a dry run', async () => {
    const before = everything();
    const { removed, freedBytes } = await previewCleanUp(tools);
    ok(removed.length > 0 && freedBytes > 200_000);
    deepEqual(everything(), before);
  });

  it('frees the disk, keeps what is named, and has nothing to do the second time', async () => {
    const before = await tools.files.usage();
    const { use, freedBytes } = await cleanUp(tools, { byHuman: true });
    ok(before.checkpoints - use.checkpoints > 300_000);
    equal(before.checkpoints - use.checkpoints + before.transcripts - use.transcripts, freedBytes);
    equal(use.transcripts, 495);
    const [first, last] = lease.store.listTurnSummaries();
    deepEqual([first?.id, first?.checkpointAfter, last?.id], ['a-1', undefined, 'a-4']);
    equal((await checkpoints.read(last?.checkpointAfter ?? '')).files.size, 1);
    const after = everything();
    const again = await cleanUp(tools, { byHuman: true });
    deepEqual([again.removed, again.freedBytes], [[], 0]);
    deepEqual(everything(), after);
  });

  it('frees the transcripts of every call of a turn that goes, and counts them before', async () => {
    const folder = join(scratch.options.directory, 'transcripts', 'a');
    for (const id of ['a-2', 'a-4'])
      for (const call of ['01-planner.agent', '02-coder.agent', '03-verify.verify'])
        writeFileSync(join(folder, `${id}.${call}.log`), 'x'.repeat(100));
    const counted = await previewCleanUp(tools);
    const { removed, use, freedBytes } = await cleanUp(tools, { byHuman: true });
    deepEqual([counted.removed, counted.freedBytes], [removed, freedBytes]);
    deepEqual(readdirSync(folder), [
      ...['a-4.01-planner.agent.log', 'a-4.02-coder.agent.log', 'a-4.03-verify.verify.log'],
      'a-4.agent.log',
    ]);
    equal(use.transcripts, 795);
  });

  it('goes on with the next number, whatever was removed', async () => {
    await cleanUp(tools, { byHuman: true });
    equal(lease.store.countTurns('a'), 4);
  });
});
