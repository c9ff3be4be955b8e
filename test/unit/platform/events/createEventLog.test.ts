import { deepEqual, equal, match } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventLog } from '../../../../src/platform/events/createEventLog';
import type { DevsEvent } from '../../../../src/model/events/devsEvent';
import { eventOf } from '../../../support/sampleEvents';

function anEvent(turn: number, reason = ''): DevsEvent {
  return eventOf('turn_ended', { turn, reason }, { taskId: 'fix' });
}

describe('the log of events', () => {
  let state = '';
  let file = '';
  const turnsIn = (name: string): readonly unknown[] =>
    readFileSync(join(state, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { turn: unknown }).turn);

  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), 'devs-events-'));
    file = join(state, 'events.jsonl');
  });
  afterEach(() => rmSync(state, { recursive: true, force: true }));

  it('has one flat JSON object in each line, whatever stands in a text', () => {
    const log = createEventLog(state);
    equal(log.append(anEvent(1, 'two\nlines \u2028 "quoted"')), undefined);
    equal(log.append(anEvent(2)), undefined);
    const [first, ...others] = readFileSync(file, 'utf8').trimEnd().split('\n');
    deepEqual(JSON.parse(first ?? ''), {
      event: 'turn_ended',
      task_id: 'fix',
      timestamp: '2026-11-21T22:00:00.000Z',
      turn: 1,
      reason: 'two\nlines \u2028 "quoted"',
      ...{ agent: 'claude', outcome: 'no_progress', consequence: 'none', entropy_after: 1 },
      ...{ duration_ms: 1_000, loop_threshold: 3, measurement: null },
    });
    equal(others.length, 1);
  });

  if (process.platform !== 'win32') {
    it('is private to the user, even where others made the file', () => {
      createEventLog(state).append(anEvent(1));
      equal(statSync(file).mode & 0o777, 0o600);
      chmodSync(file, 0o644);
      createEventLog(state).append(anEvent(2));
      equal(statSync(file).mode & 0o777, 0o600);
    });
  }

  it('begins anew when it is full; one old log stays', () => {
    const line = `${JSON.stringify({ ...JSON.parse(lineOf(state)), turn: 1 })}\n`.length;
    const log = createEventLog(state, 2 * line);
    for (const turn of [1, 2, 3, 4, 5]) equal(log.append(anEvent(turn)), undefined);
    deepEqual(turnsIn('events.jsonl'), [5]);
    deepEqual(turnsIn('events.1.jsonl'), [3, 4]);
  });

  it('takes a line that is larger than a whole log', () => {
    const log = createEventLog(state, 10);
    log.append(anEvent(1));
    log.append(anEvent(2));
    deepEqual([turnsIn('events.1.jsonl'), turnsIn('events.jsonl')], [[1], [2]]);
  });

  it('goes on in a new line after one that was cut off', () => {
    writeFileSync(file, '{"event":"turn_sta');
    createEventLog(state).append(anEvent(2));
    const lines = readFileSync(file, 'utf8').split('\n');
    equal(lines[0], '{"event":"turn_sta');
    equal((JSON.parse(lines[1] ?? '') as { turn: number }).turn, 2);
    equal(lines.length, 3);
  });

  it('says so, and harms nothing, where the file cannot be written', () => {
    mkdirSync(file);
    const log = createEventLog(state);
    match(log.append(anEvent(1)) ?? '', /^Events are not logged: Could not write .*events\.jsonl/);
    rmSync(file, { recursive: true });
    equal(log.append(anEvent(2)), undefined);
    const gone = createEventLog(join(state, 'gone'));
    match(gone.append(anEvent(3)) ?? '', /folder is missing/);
  });

  if (process.platform !== 'win32') {
    it('follows no link and waits for no pipe', () => {
      const outside = join(state, 'outside');
      writeFileSync(outside, 'mine\n');
      symlinkSync(outside, file);
      match(createEventLog(state).append(anEvent(1)) ?? '', /not logged/);
      equal(readFileSync(outside, 'utf8'), 'mine\n');
      rmSync(file);
      execFileSync('mkfifo', [file]);
      match(createEventLog(state).append(anEvent(1)) ?? '', /not a file/);
    });
  }
});

/** The line of turn 1. */
function lineOf(state: string): string {
  const probe = join(state, 'probe');
  mkdirSync(probe);
  createEventLog(probe).append(anEvent(1));
  return readFileSync(join(probe, 'events.jsonl'), 'utf8').trimEnd();
}
