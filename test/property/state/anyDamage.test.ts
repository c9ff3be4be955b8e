import assert from 'node:assert/strict';
import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { StateError } from '../../../src/ports/workspaceState';
import { COUNTS } from '../../support/scale';
import { recordTurns } from '../../unit/platform/state/dyingDisk';
import { held, scratchState, type ScratchState } from '../../unit/platform/state/scratchState';

describe('a state damaged in any way', () => {
  let scratch: ScratchState;
  let lastGood: string;
  beforeEach(async () => {
    scratch = scratchState();
    lastGood = `${scratch.database}.last-good`;
    const lease = await held(scratch.open());
    lease.store.upsertTask('fix-rounding', 'Fix rounding');
    recordTurns(lease.store, 1, 7);
    lease.store.addHint('fix-rounding', 'the newest of all', '1');
    lease.release();
  });
  afterEach(() => scratch.remove());

  it('opens, and has what the last good one holds, whatever happened to the newest file', async () => {
    const bytes = readFileSync(scratch.database);
    const damage = fc.record({
      at: fc.nat(bytes.length - 1),
      length: fc.constantFrom(1, 2, 100, 5_000),
      how: fc.constantFrom('flip', 'zero', 'cut'),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, length, how }) => {
        const changed = Buffer.from(bytes);
        const part = changed.subarray(at, at + length);
        if (how === 'zero') part.fill(0);
        else for (const [index, byte] of part.entries()) part[index] = byte ^ (1 << (index % 8));
        writeFileSync(scratch.database, how === 'cut' ? changed.subarray(0, at) : changed);
        const shown = await scratch.open().read();
        assert.equal(shown.listTurns('fix-rounding').length, 7);
        assert.equal(shown.listEvents(9).length, 1);
      }),
      { numRuns: COUNTS.damagedDatabases },
    );
  });

  it('opens, or says why not, whatever happened to both files', async () => {
    const bytes = readFileSync(scratch.database);
    // Without a seal, as an earlier version wrote it: SQLite has to look for the damage.
    const unsealed = bytes.subarray(0, -48);
    const junk = fc.record({
      at: fc.oneof(fc.nat(120), fc.nat(unsealed.length - 1)),
      bits: fc.integer({ min: 1, max: 255 }),
      cut: fc.boolean(),
    });
    const apply = ({ at, bits, cut }: { at: number; bits: number; cut: boolean }): Uint8Array => {
      const changed = Buffer.from(unsealed);
      changed[at] = (changed[at] ?? 0) ^ bits;
      return cut ? changed.subarray(0, at) : changed;
    };
    await fc.assert(
      fc.asyncProperty(junk, junk, async (first, second) => {
        for (const [file, content] of [
          [scratch.database, first],
          [lastGood, second],
        ] as const) {
          if (existsSync(file)) unlinkSync(file);
          writeFileSync(file, apply(content));
        }
        try {
          const reader = await scratch.open().read();
          reader.listTurns('fix-rounding');
          reader.listEvents(9);
          const lease = await held(scratch.open());
          lease.store.listTurns('fix-rounding');
          lease.store.listTasks();
          lease.release();
        } catch (error) {
          assert.ok(error instanceof StateError, String(error));
        }
      }),
      { numRuns: COUNTS.damagedPairs },
    );
  });
}).timeout(120_000);
