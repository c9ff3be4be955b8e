import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  decodeSegment,
  encodeSegment,
  isSegmentName,
  type StoredTurn,
} from '../../../../../src/platform/state/database/segmentFormat';
import { TURN_END, turnStart } from './samples';

describe('a segment of old turns', () => {
  const turns: readonly StoredTurn[] = [
    { seq: 3, turn: { ...turnStart('a', 1), ...TURN_END } },
    {
      seq: 5,
      turn: { ...turnStart('b', 1), ...TURN_END, strategy: 'Ä ⚠ \0 \ud800', checkpointAfter: 'c' },
    },
  ];
  const file = encodeSegment(turns);

  it('gives back what was put in, and is named after its first and last turn', () => {
    assert.deepEqual(decodeSegment(file, 'turns')?.content, turns);
    assert.match(file.name, /^turns-3-5\.[0-9a-f]{16}\.seg$/);
    assert.ok(isSegmentName(file.name));
  });

  it('gives summaries without the texts', () => {
    const [first, second] = decodeSegment(file, 'summaries')?.content ?? [];
    assert.deepEqual(first, {
      id: 'a-1',
      taskId: 'a',
      countsOn: 'a',
      number: 1,
      agent: 'claude',
      startedAt: '2026-01-01T00:00:00.000Z',
      pivotDirective: 0,
      outcome: 'no_progress',
      reason: 'the same failure as before',
      transcript: 'turn-1.txt',
      durationMs: 60_000,
      entropyAfter: 2,
      consequence: 'pivot',
      loopInside: true,
      measurement: TURN_END.verification?.measurement,
      failureHash: 'hash',
      hopCount: 2,
      judged: TURN_END.judged,
    });
    assert.equal(second?.checkpointAfter, 'c');
  });

  it('has another name with another content', () => {
    const other = turns.map(({ seq, turn }) => ({ seq, turn: { ...turn, agent: 'codex' } }));
    assert.notEqual(encodeSegment(other).name, file.name);
    assert.equal(decodeSegment({ ...encodeSegment(other), name: file.name }, 'turns'), undefined);
  });

  it('is either read whole or known to be damaged, whatever happened to its bytes', () => {
    const at = fc.nat(file.bytes.length - 1);
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 255 }), fc.boolean(), (index, bits, cut) => {
        const bytes = Uint8Array.from(file.bytes);
        bytes[index] = (bytes[index] ?? 0) ^ bits;
        const damaged = { name: file.name, bytes: cut ? bytes.subarray(0, index) : bytes };
        const parts = (['turns', 'summaries'] as const).map((part) => decodeSegment(damaged, part));
        assert.ok(parts.includes(undefined));
        for (const part of parts) if (part !== undefined) assert.equal(part.content.length, 2);
      }),
    );
  });

  it('is known to be damaged when it is anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, name) => {
        assert.equal(decodeSegment({ name, bytes }, 'turns'), undefined);
        assert.equal(decodeSegment({ name: file.name, bytes }, 'summaries'), undefined);
      }),
    );
  });
});
