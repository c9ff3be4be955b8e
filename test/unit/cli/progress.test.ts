import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { formatDuration, formatElapsed } from '../../../src/cli/output/duration';
import { closableOutput } from '../../../src/cli/output/closableOutput';
import { PLAIN } from '../../../src/cli/output/style';
import { createEventLines } from '../../../src/cli/progress/eventLines';
import { LiveProgress } from '../../../src/cli/progress/liveProgress';
import { statusLine } from '../../../src/cli/progress/statusLine';
import type { DevsEvent } from '../../../src/domain/run';
import { anEvent, aReport, FakeWorld } from './fakeApp';

function turnEnded(change: DevsEvent['data'] = {}): DevsEvent {
  return anEvent('turn_ended', {
    turn: 3,
    outcome: 'no_progress',
    entropyAfter: 3,
    loopThreshold: 3,
    reason: 'same reply as turn 2',
    durationMs: 12_100,
    consequence: 'none',
    ...change,
  });
}

function lines(...events: readonly DevsEvent[]): readonly string[] {
  return events.flatMap(createEventLines(PLAIN));
}

describe('the lines that a run leaves', () => {
  it('tells of a turn without progress, with entropy, reason and duration', () => {
    assert.deepEqual(lines(turnEnded()), [
      '✕ fix-rounding  turn 3  no progress  entropy 3/3  (same reply as turn 2)  12.1s',
    ]);
  });

  it('tells of a pivot', () => {
    assert.deepEqual(lines(anEvent('pivot_issued', { pivotCount: 1, maxPivots: 2 })), [
      '↻ pivot 1 of 2 — reason from first principles',
    ]);
  });

  it('tells of success, progress, turns that do not count and interrupted ones', () => {
    const of = (outcome: string) =>
      lines(turnEnded({ outcome, entropyAfter: 0, reason: 'why' }))[0];
    assert.equal(of('success'), '✓ fix-rounding  turn 3  done  (why)  12.1s');
    assert.equal(of('progress'), '↑ fix-rounding  turn 3  progress  entropy 0/3  (why)  12.1s');
    assert.equal(of('not_agent'), '! fix-rounding  turn 3  not counted  (why)  12.1s');
    assert.equal(of('interrupted'), '■ fix-rounding  turn 3  interrupted  (why)  12.1s');
  });

  it('says why a task is blocked once, below the turn that blocked it', () => {
    const blocked = anEvent('task_status_changed', { to: 'blocked', reason: 'not logged in' });
    const ended = turnEnded({
      outcome: 'not_agent',
      reason: 'not logged in',
      consequence: 'blocked',
    });
    assert.deepEqual(lines(blocked, ended, anEvent('run_ended')), [
      '! fix-rounding  turn 3  not counted  12.1s',
      '! fix-rounding  blocked  (not logged in)',
    ]);
  });

  it('says so when a task was blocked without a turn', () => {
    const blocked = anEvent('task_status_changed', { to: 'blocked', reason: 'no agent' });
    assert.deepEqual(lines(blocked, anEvent('run_ended')), ['! fix-rounding  blocked  (no agent)']);
  });

  it('keeps hostile reasons on one harmless line', () => {
    assert.deepEqual(lines(turnEnded({ reason: '\u001b[2Ja\nb\rc' })), [
      '✕ fix-rounding  turn 3  no progress  entropy 3/3  (ab␍c)  12.1s'.replace('ab', 'a b'),
    ]);
  });

  it('survives an event without facts', () => {
    assert.match(lines(anEvent('turn_ended'))[0] ?? '', /turn 0/);
    assert.deepEqual(lines(anEvent('task_status_changed')), []);
  });
});

describe('the status line', () => {
  const state = {
    phase: { taskId: 'fix-rounding', turn: 3, phase: 'agent' },
    entropy: 2,
    threshold: 3,
    elapsedMs: 12_900,
  } as const;

  it('shows task, turn, phase, entropy and whole seconds', () => {
    assert.equal(statusLine(state, 79), '▸ fix-rounding  turn 3  agent at work  entropy 2/3  12s');
  });

  it('leaves out what does not fit, the task last', () => {
    assert.equal(statusLine(state, 45), '▸ fix-rounding  turn 3  agent at work  12s');
    assert.equal(statusLine(state, 30), '▸ fix-rounding  turn 3  12s');
    assert.equal(statusLine(state, 20), '▸ fix-rounding  12s');
    assert.equal(statusLine(state, 8), '▸ fix-r…');
  });

  it('is never wider than the terminal', () => {
    fc.assert(
      fc.property(fc.nat(200), (width) => Array.from(statusLine(state, width)).length <= width),
    );
  });
});

describe('durations', () => {
  it('are tenths of seconds, then minutes, then hours', () => {
    assert.deepEqual([0, 12_100, 59_949, 59_950, 184_000, 3_720_000].map(formatDuration), [
      '0.0s',
      '12.1s',
      '59.9s',
      '1m 00s',
      '3m 04s',
      '1h 02m',
    ]);
  });

  it('count whole seconds that have passed', () => {
    assert.deepEqual([-5, 999, 59_999, 60_000].map(formatElapsed), ['0s', '0s', '59s', '1m 00s']);
  });
});

describe('progress on a live terminal', () => {
  function live() {
    const world = new FakeWorld([], undefined, true);
    const output = closableOutput(world.stdout);
    const progress = new LiveProgress({
      output,
      stderr: world.stderr,
      style: PLAIN,
      world,
      start: {
        threshold: 3,
        entropy: new Map([['fix-rounding', 1]]),
        countsOn: (id) => (id === 'sub' ? 'fix-rounding' : id),
      },
    });
    return { world, progress, last: () => lastLine(world.stdout.text) };
  }

  function lastLine(text: string): string {
    return stripVTControlCharacters(text).trimEnd().split('\n').at(-1) ?? '';
  }

  it('updates one line each second', () => {
    const { world, progress, last } = live();
    progress.onPhase({ taskId: 'fix-rounding', turn: 2, phase: 'agent' });
    assert.equal(last(), '▸ fix-rounding  turn 2  agent at work  entropy 1/3  0s');
    world.passSecond();
    world.passSecond();
    assert.equal(last(), '▸ fix-rounding  turn 2  agent at work  entropy 1/3  2s');
    progress.onPhase({ taskId: 'fix-rounding', turn: 2, phase: 'verify' });
    assert.equal(last(), '▸ fix-rounding  turn 2  verifying  entropy 1/3  2s');
    progress.close();
  });

  it('shows the line on a terminal that says it has no size', () => {
    const { world, progress, last } = live();
    Object.assign(world.stdout, { columns: 0, rows: 0 });
    progress.onPhase({ taskId: 'fix-rounding', turn: 2, phase: 'agent' });
    assert.equal(last(), '▸ fix-rounding  turn 2  agent at work  entropy 1/3  0s');
    progress.close();
  });

  it('takes the line away before something permanent is written', () => {
    const { world, progress } = live();
    progress.onPhase({ taskId: 'fix-rounding', turn: 3, phase: 'verify' });
    progress.onEvent(turnEnded());
    const { text } = world.stdout;
    assert.ok(text.indexOf('\u001b[2K') < text.indexOf('✕ fix-rounding'));
    assert.notEqual(text.indexOf('\u001b[2K'), -1);
    assert.match(world.stdout.text, /12\.1s\n$/);
    progress.close();
  });

  it('counts entropy of a subtask on its ancestor, and starts anew after a pivot', () => {
    const { progress, last } = live();
    progress.onEvent({ ...turnEnded({ entropyAfter: 2 }), taskId: 'sub' });
    progress.onPhase({ taskId: 'fix-rounding', turn: 4, phase: 'agent' });
    assert.match(last(), /entropy 2\/3/);
    progress.onEvent(anEvent('pivot_issued', { pivotCount: 1, maxPivots: 2 }));
    progress.onPhase({ taskId: 'sub', turn: 5, phase: 'agent' });
    assert.match(last(), /entropy 0\/3/);
    progress.close();
  });

  it('leaves nothing behind when it is closed, and nothing running', () => {
    const { world, progress } = live();
    progress.onPhase({ taskId: 'fix-rounding', turn: 1, phase: 'agent' });
    progress.close();
    progress.close();
    const { text } = world.stdout;
    world.passSecond();
    assert.equal(world.stdout.text, text);
    assert.equal(world.leftListeners, 0);
  });

  it('stops drawing for a reader that has gone', () => {
    const { world, progress } = live();
    progress.onPhase({ taskId: 'fix-rounding', turn: 1, phase: 'agent' });
    world.stdout.emit('error', new Error('EPIPE'));
    assert.equal(world.leftListeners, 0);
    progress.present(aReport());
    assert.doesNotMatch(world.stdout.text, /ENTROPY PAUSE/);
    progress.close();
  });
});
