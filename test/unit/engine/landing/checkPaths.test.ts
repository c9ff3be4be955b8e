import assert from 'node:assert/strict';
import { checkPaths } from '../../../../src/engine/landing/checkPaths';
import { UNREADABLE, type CheckpointState } from '../../../../src/model/workspace/checkpoint';

function stateOf(files: Readonly<Record<string, string>>, stored = true): CheckpointState {
  const entries = Object.entries(files).map(
    ([path, version]) => [path, { version, size: 1, stored }] as const,
  );
  return { files: new Map(entries), unknown: new Set() };
}

describe('the paths of a landing', () => {
  const changed = [{ path: 'a', action: 'changed' }] as const;
  const [old, next, other] = [stateOf({ a: '1' }), stateOf({ a: '2' }), stateOf({ a: '3' })];

  it('may be written while they are as they were merged', () => {
    assert.equal(checkPaths(changed, { merged: old, now: old, to: next }), undefined);
    const added = [{ path: 'a', action: 'added' }] as const;
    assert.equal(checkPaths(added, { merged: stateOf({}), now: stateOf({}), to: next }), undefined);
  });

  it('wait where somebody has changed, deleted or made one since', () => {
    const moved = { kind: 'moved', path: 'a' };
    assert.deepEqual(checkPaths(changed, { merged: old, now: other, to: next }), moved);
    assert.deepEqual(checkPaths(changed, { merged: old, now: stateOf({}), to: next }), moved);
    const added = [{ path: 'a', action: 'added' }] as const;
    assert.deepEqual(checkPaths(added, { merged: stateOf({}), now: old, to: next }), moved);
  });

  it('are refused where the landing could not be undone', () => {
    const large = checkPaths(changed, { merged: old, now: old, to: stateOf({ a: '2' }, false) });
    assert.match(large?.kind === 'refused' ? large.why : '', /^a is too large/);
    const locked = stateOf({ a: UNREADABLE });
    const unreadable = checkPaths(changed, { merged: locked, now: locked, to: next });
    assert.deepEqual(unreadable, { kind: 'refused', why: 'a cannot be read' });
  });
});
