import assert from 'node:assert/strict';
import { setUpWorktree } from '../../../../src/engine/worktrees/setUpWorktree';
import type { PlaceRequest } from '../../../../src/engine/worktrees/openedPlace';
import type { OrchestrationDeps } from '../../../../src/engine/turn/context/orchestrationDeps';
import type { Isolation } from '../../../../src/model/landing/landing';
import type { ProcessEnd } from '../../../../src/model/turn/turn';
import type { BegunSetup, SetupOptions, Worktree } from '../../../../src/ports/worktrees';
import { StateError } from '../../../../src/ports/workspaceState';
import { createMemoryStore } from '../../../support/memoryStore';

const ISOLATION: Isolation = { land: 'files', copy: [], setup: 'npm ci', setupCache: ['lock'] };

async function openScene(begun: (options: SetupOptions) => BegunSetup, isolation = ISOLATION) {
  const store = await createMemoryStore();
  store.upsertTask('fix', 'Fix it');
  store.updateTask('fix', { status: 'in_progress' });
  const log: string[] = [];
  const reason = (): string => store.getTask('fix')?.statusReason ?? '';
  let end: ProcessEnd = { kind: 'exit', code: 0 };
  const abort = new AbortController();
  const deps = {
    store,
    clock: { newId: () => 'id' },
    observer: {
      onPhase: (phase: { readonly setup: string }) => log.push(`${phase.setup}: ${reason()}`),
      onWarning: (message: string) => log.push(message),
    },
    verifier: {
      verify: () => {
        log.push('command');
        return Promise.resolve({ end, outputTail: 'no network\n' });
      },
    },
  } as unknown as OrchestrationDeps;
  let isNew = true;
  const worktree = {
    get isNew() {
      return isNew;
    },
    beginSetup: (_inputs: unknown, options: SetupOptions) => Promise.resolve(begun(options)),
    finishSetup: () => {
      log.push('finished');
      isNew = false;
      return Promise.resolve();
    },
  } as unknown as Worktree;
  const request = {
    config: { isolation, verifyTimeoutMs: 1000 },
    plan: { task: { id: 'fix' }, countsOn: 'fix', number: 1 },
    signal: abort.signal,
  } as unknown as PlaceRequest;
  return {
    ...{ log, reason, abort },
    fails: () => (end = { kind: 'exit', code: 3 }),
    setUp: () => setUpWorktree(deps, worktree, request),
  };
}

describe('setting a worktree up', () => {
  const due =
    (log: string[], said = ''): (() => BegunSetup) =>
    () => ({
      ...{ kind: 'due', notice: '' },
      keep: () => Promise.resolve(said),
      giveUp: () => void log.push('given up'),
    });

  it('shows that setup runs, and no longer when it has', async () => {
    const ends: string[] = [];
    const scene = await openScene(due(ends, 'It is not kept.'));
    assert.equal(await scene.setUp(), undefined);
    assert.deepEqual(scene.log, ['runs: setup runs', 'command', 'finished', 'It is not kept.']);
    assert.equal(scene.reason(), '');
    assert.deepEqual(ends, ['given up']);
  });

  it('shows that it is reused until the first turn has ended', async () => {
    const scene = await openScene(({ onWait }) => {
      onWait();
      return { kind: 'reused' };
    });
    assert.equal(await scene.setUp(), undefined);
    const waits = 'waits for the same setup of another task';
    assert.deepEqual(scene.log, [`waits: ${waits}`, 'reused: setup reused', 'finished']);
    assert.equal(scene.reason(), 'setup reused');
    await scene.setUp();
    assert.equal(scene.reason(), '');
  });

  it('lets others go on that wait for one that fails', async () => {
    const ends: string[] = [];
    const scene = await openScene(due(ends));
    scene.fails();
    const hindrance = await scene.setUp();
    assert.ok(hindrance?.kind === 'blocked');
    assert.equal(hindrance.reason, 'the setup of its worktree failed: exit code 3 (no network)');
    assert.deepEqual(ends, ['given up']);
    assert.equal(scene.reason(), '');
  });

  it('is interrupted where the run is while its result is kept', async () => {
    const scene = await openScene(() => ({
      ...{ kind: 'due', notice: '', giveUp: () => undefined },
      keep: () => {
        scene.abort.abort();
        return Promise.resolve('');
      },
    }));
    assert.deepEqual(await scene.setUp(), { kind: 'interrupted' });
  });

  it('blocks the task with the reason where a name matches nothing, or the disk refuses', async () => {
    const missing = await (await openScene(() => ({ kind: 'missing', name: 'lock' }))).setUp();
    assert.ok(missing?.kind === 'blocked');
    assert.equal(missing.reason, '`setupCache` names lock, which its worktree does not have');
    assert.match(missing.remedy, /if git ignores the file, add the file to `copy`/);
    const refused = await (
      await openScene(() => {
        throw new StateError('The disk is full.');
      })
    ).setUp();
    assert.ok(refused?.kind === 'blocked');
    assert.equal(refused.reason, 'The disk is full');
  });

  it('keeps nothing without `setupCache`', async () => {
    const isolation: Isolation = { land: 'files', copy: [], setup: 'npm ci' };
    const scene = await openScene(() => assert.fail('nothing is to be kept'), isolation);
    assert.equal(await scene.setUp(), undefined);
    assert.deepEqual(scene.log, ['runs: setup runs', 'command', 'finished']);
  });
});
