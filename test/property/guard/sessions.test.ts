import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { BUILT_IN_LIMITS } from '../../../src/model/config/limits';
import { ANSWER_ABILITIES } from '../../../src/model/guard/answerAbilities';
import { GUARDED_AGENTS } from '../../../src/model/guard/guardedAgent';
import type { SessionRecord } from '../../../src/model/guard/sessionRecord';
import { toSessionRecord } from '../../../src/model/guard/toSessionRecord';
import { appendRecords } from '../../../src/platform/guard/sessionFile';
import { SessionTail } from '../../../src/platform/guard/sessionTail';
import { SessionHistory } from '../../../src/rules/guard/sessionHistory';
import { SessionJudge } from '../../../src/rules/guard/sessionJudge';
import { scaled } from '../../support/scale';
import { anyCodePoint } from '../../support/anyCodePoint';

const text = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 40 }),
  fc.constantFrom('npm test', '{"command":"npm test"}', 'Error: x', 'continue', ''),
);
/** From before 1970 to far away, and no time at all: a clock may jump. */
const time = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.string({ maxLength: 5 }),
);
const flag = fc.constantFrom(true, undefined);
const call = {
  tool: text,
  args: text,
  call: fc.option(text, { nil: undefined }),
  thread: fc.option(text, { nil: undefined }),
};

const record: fc.Arbitrary<SessionRecord> = fc
  .tuple(
    fc.record({ at: time, folder: fc.option(text, { nil: undefined }), more: flag }),
    fc.oneof(
      fc.record({
        kind: fc.constantFrom('started', 'ended', 'not a loop', 'permission', 'request'),
      }),
      fc.record({ kind: fc.constant('prompt'), text }),
      fc.record({ kind: fc.constant('call'), ...call }),
      fc.record({ kind: fc.constant('result'), ...call, result: text, error: flag }),
      fc.record({ kind: fc.constant('stop'), text, again: flag }),
      fc.record({ kind: fc.constant('snoozed'), until: time }),
    ),
  )
  .map(([head, rest]) => JSON.parse(JSON.stringify({ ...head, ...rest })) as SessionRecord);

const records = fc
  .array(record, { maxLength: 60 })
  .map((all) => all.map((each, at) => ({ ...each, id: String(at) })));

describe('a session, whatever its hooks report', () => {
  it('is judged without an error, the same by whoever reads it, in whichever pieces', () => {
    fc.assert(
      fc.property(records, fc.constantFrom(...GUARDED_AGENTS), (all, agent) => {
        const abilities = ANSWER_ABILITIES[agent];
        const options = { session: 's1', limits: BUILT_IN_LIMITS, abilities };
        const [one, other] = [new SessionJudge(options), new SessionJudge(options)];
        const answers = all.map((each) => {
          one.take(JSON.stringify(each));
          void one.state;
          return one.answerTo(each.id);
        });
        for (const each of all) other.take(JSON.stringify(each));
        assert.deepEqual(
          all.map(({ id }) => other.answerTo(id)),
          answers,
        );
        assert.deepEqual(other.state, one.state);
        assert.equal(one.unreadable, 0);
      }),
      { numRuns: scaled(200, 10_000) },
    );
  });

  it('is read from its file as it was written, with anything between its lines', () => {
    const folder = mkdtempSync(join(tmpdir(), 'devs-session-file-'));
    const file = join(folder, 'claude.x.jsonl');
    const noise = fc.uint8Array({ maxLength: 30 });
    try {
      fc.assert(
        fc.property(records, fc.array(noise, { maxLength: 60 }), (all, between) => {
          writeFileSync(file, '');
          const tail = new SessionTail(file);
          const read: SessionRecord[] = [];
          const take = (line: string): void => {
            const found = toSessionRecord(line);
            if (found !== undefined) read.push(found);
          };
          for (const [at, each] of all.entries()) {
            appendFileSync(file, between[at] ?? '');
            if (at % 3 === 0) tail.readOn(take);
            if (at % 5 === 0) appendInHalves(file, each, () => tail.readOn(take));
            else appendRecords(file, [each]);
          }
          tail.readOn(take);
          assert.deepEqual(read, all);
        }),
        { numRuns: scaled(100, 5_000) },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is read from its start again when someone has removed it meanwhile', () => {
    const folder = mkdtempSync(join(tmpdir(), 'devs-session-file-'));
    const file = join(folder, 'claude.x.jsonl');
    try {
      const tail = new SessionTail(file);
      const lines: string[] = [];
      for (const content of ['a much longer first line\n', 'second\n']) {
        writeFileSync(file, content);
        tail.readOn((line) => lines.push(line));
        rmSync(file);
      }
      assert.deepEqual(lines, ['a much longer first line', 'second']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has turns that count up, whatever is noted about its files', () => {
    fc.assert(
      fc.property(records, (all) => {
        const history = new SessionHistory();
        for (const each of all) history.observe(each);
        assert.deepEqual(
          history.turns.map(({ number }) => number),
          all.filter(({ kind }) => kind === 'prompt').map((_, at) => at + 1),
        );
      }),
      { numRuns: scaled(100, 5_000) },
    );
  });
});

describe('a line of a session file', () => {
  it('is a record or none, for any JSON and any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: anyCodePoint })), (line) => {
        toSessionRecord(line);
      }),
      { numRuns: scaled(1_000, 10_000) },
    );
  });
});

/** A reader may see a line before its end is written. */
function appendInHalves(file: string, record: SessionRecord, between: () => void): void {
  const line = Buffer.from(`\n${JSON.stringify(record)}\n`);
  const half = Math.floor(line.length / 2);
  appendFileSync(file, line.subarray(0, half));
  between();
  appendFileSync(file, line.subarray(half));
}
