import assert from 'node:assert/strict';
import { storeOfPlace } from '../../../../src/engine/worktrees/placeStore';
import type { RewindRecord } from '../../../../src/model/workspace/rewindRecord';
import type { Turn } from '../../../../src/model/turn/turn';
import type { Store } from '../../../../src/ports/store';
import { createMemoryStore } from '../../../support/memoryStore';
import { TURN_END, turnStart } from '../../platform/state/database/samples';

describe('the history of one place', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
    const add = (number: number, worktree: boolean): void => {
      store.startTurn({
        ...{ ...turnStart('fix', number), checkpointBefore: `${number}-` },
        ...(worktree && { worktree: true as const }),
      });
      store.endTurn(turnStart('fix', number).id, { ...TURN_END, checkpointAfter: `${number}+` });
    };
    add(1, false);
    add(2, true);
    add(3, true);
    store.addLanding({
      ...{ turnId: turnStart('fix', 3).id, taskId: 'fix', at: '2026-01-01T00:00:00.000Z' },
      ...{ mode: 'commit', files: { from: 'from', to: 'to' }, paths: ['a'] },
      git: { commit: 'c', ref: 'refs/heads/main', before: 'b' },
      ...{ success: { reason: '', unverified: false }, status: 'applying' },
    });
  });
  const inWorkspace = (): Store => storeOfPlace(store, { kind: 'workspace' });
  const inWorktree = (): Store =>
    storeOfPlace(store, { kind: 'worktree', countsOn: 'fix', owns: (id) => id === 'fix' });
  const checkpoints = (turns: readonly Turn[]): readonly unknown[] =>
    turns.map((turn) => [
      turn.number,
      turn.checkpointBefore,
      turn.outcome === 'running' ? undefined : turn.checkpointAfter,
    ]);

  it('has the turns of a worktree there', () => {
    assert.deepEqual(checkpoints(inWorktree().listTurns('fix')), [
      [2, '2-', '2+'],
      [3, '3-', '3+'],
    ]);
  });

  it('has a landing in the workspace, once it is done, in place of its turn', () => {
    assert.deepEqual(checkpoints(inWorkspace().listTurns('fix')), [[1, '1-', '1+']]);
    assert.equal(inWorkspace().newestTurnId(), turnStart('fix', 1).id);
    store.endLanding(turnStart('fix', 3).id, 'after');
    const turns = inWorkspace().listTurns('fix');
    assert.deepEqual(checkpoints(turns), [
      [1, '1-', '1+'],
      [3, 'from', 'after'],
    ]);
    const [, landed] = turns;
    assert.deepEqual(
      landed !== undefined && 'repositoryChange' in landed && landed.repositoryChange,
      {
        ...{ commits: 1, stashed: 0, headBefore: 'b' },
      },
    );
    assert.deepEqual(checkpoints(inWorkspace().listTurns('fix', 1)), [[3, 'from', 'after']]);
  });

  it('has the rewinds of the place alone', () => {
    const rewind: RewindRecord = {
      ...{ id: 'r', kind: 'rewind', taskId: 'fix', who: { who: 'devs', pivot: 1 } },
      ...{ at: '', toTurn: 0, afterTurn: '', from: 'a', to: 'b', paths: [], status: 'done' },
    };
    inWorktree().addRewind(rewind);
    inWorkspace().addRewind({ ...rewind, id: 's' });
    const ids = (from: Store): readonly string[] => from.listRewinds().map(({ id }) => id);
    assert.deepEqual(
      [ids(store), ids(inWorktree()), ids(inWorkspace())],
      [['r', 's'], ['r'], ['s']],
    );
  });

  it('loses the landing with the checkpoints of its turn', () => {
    store.endLanding(turnStart('fix', 3).id, 'after');
    store.clearContents([turnStart('fix', 3).id]);
    assert.equal(inWorkspace().listTurns('fix').at(-1)?.fileListBefore, 'from');
    store.clearCheckpoints([turnStart('fix', 3).id]);
    assert.deepEqual(checkpoints(inWorkspace().listTurns('fix')), [[1, '1-', '1+']]);
    store.forgetTurns([turnStart('fix', 3).id]);
    assert.deepEqual(store.listLandings(), []);
  });
});
