import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findTree, type TreeKnowledge } from '../../../../src/platform/process/findTree';
import { identityOf, type ProcessEntry } from '../../../../src/platform/process/processEntry';

const ROOT = { pid: 100, start: 's100' };
const KNOWLEDGE: TreeKnowledge = { root: ROOT, known: new Set(), rootJustEnded: false, self: 50 };

/** A process that has nothing to do with the tree, but for what `change` says. */
function entry(pid: number, change: Partial<ProcessEntry> = {}): ProcessEntry {
  return { pid, parent: 1, group: pid, session: pid, start: `s${pid}`, marked: false, ...change };
}

function pidsOf(
  entries: readonly ProcessEntry[],
  change: Partial<TreeKnowledge> = {},
): readonly number[] {
  return findTree(entries, { ...KNOWLEDGE, ...change })
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
}

describe('the tree of a process', () => {
  const root = entry(100, { parent: 50 });

  it('is the root, its group, its session, its descendants and what carries the marker', () => {
    const entries = [
      root,
      entry(101, { group: 100 }),
      entry(102, { session: 100 }),
      entry(103, { parent: 100 }),
      entry(104, { parent: 103 }),
      entry(105, { marked: true }),
      entry(106, { parent: 105 }),
      entry(50, { parent: 1 }),
      entry(200),
      entry(201, { parent: 200 }),
    ];
    assert.deepEqual(pidsOf(entries), [100, 101, 102, 103, 104, 105, 106]);
  });

  it('does not have the group of a root that is long gone: the number may be somebody else’s', () => {
    const stranger = entry(100, { start: 'later', parent: 1 });
    assert.deepEqual(pidsOf([stranger, entry(101, { group: 100, start: 'later' })]), []);
  });

  it('has the group right after the end of the root', () => {
    const leftover = entry(101, { group: 100, session: 100 });
    assert.deepEqual(pidsOf([leftover], { rootJustEnded: true }), [101]);
  });

  it('has the group as long as somebody known is in it', () => {
    const known = new Set([identityOf(entry(101))]);
    const entries = [entry(101, { group: 100 }), entry(102, { group: 100 })];
    assert.deepEqual(pidsOf(entries, { known }), [101, 102]);
    assert.deepEqual(pidsOf(entries.slice(1), { known }), []);
  });

  it('keeps whom it knew, wherever they went, but not a stranger who got the number', () => {
    const known = new Set([identityOf(entry(300))]);
    assert.deepEqual(pidsOf([entry(300)], { known }), [300]);
    assert.deepEqual(pidsOf([entry(300, { start: 'later' })], { known }), []);
  });

  it('has what the subreaper adopted, but not our siblings below a stranger who got its number', () => {
    const entries = [root, entry(40), entry(50, { parent: 40 }), entry(300, { parent: 40 })];
    const others = [entry(301, { parent: 300 }), entry(302, { parent: 41 })];
    const adopted = (start: string): readonly number[] =>
      pidsOf([...entries, ...others], { subreaper: { pid: 40, start } });
    assert.deepEqual(adopted('s40'), [100, 300, 301]);
    assert.deepEqual(adopted('earlier'), [100]);
  });

  it('is what carries the marker when no root is known', () => {
    assert.deepEqual(pidsOf([root, entry(105, { marked: true })], { root: undefined }), [105]);
  });

  it('never holds us, init or nothing, whatever the table says', () => {
    const pid = fc.integer({ min: 0, max: 12 });
    const table = fc.array(
      fc.record({
        pid,
        parent: pid,
        group: pid,
        session: pid,
        start: fc.constantFrom<string>('a', 'b'),
        marked: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(table, fc.boolean(), (entries, rootJustEnded) => {
        const knowledge = {
          root: { pid: 3, start: 'a' },
          known: new Set(['5@a']),
          rootJustEnded,
          self: 2,
        };
        const tree = findTree(entries, knowledge);
        assert.ok(tree.every((found) => found.pid > 2 && entries.includes(found)));
        const marked = entries.filter((one) => one.marked && one.pid > 2);
        assert.ok(marked.every((one) => tree.some((found) => found.pid === one.pid)));
      }),
    );
  });
});
