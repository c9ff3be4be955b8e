import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describeWait } from '../../../src/cli/terminal/describeWait';
import { closableOutput } from '../../../src/cli/terminal/closableOutput';
import { PLAIN } from '../../../src/cli/terminal/style';
import { createEventLines } from '../../../src/cli/progress/eventLines';
import { LiveProgress } from '../../../src/cli/progress/liveProgress';
import { statusLine } from '../../../src/cli/progress/statusLine';
import type { DevsEvent } from '../../../src/model/events/devsEvent';
import { anEvent, aReport, FakeHost, WALL_CLOCK } from './fakeApp';
import { compactDuration, compactElapsed } from '../../../src/text/describeDuration';
import { clockTime, timeLeft } from '../../../src/text/time';
import { type Changes, eventOf } from '../../support/sampleEvents';

function turnEnded(change: Changes = {}): DevsEvent {
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
      '✕ fix-rounding  turn 3  no progress  failed in a row 3 of 3  (same reply as turn 2)  12.1s',
    ]);
  });

  it('adds what to do about the loop that ended it, on one harmless line', () => {
    const advice = 'The answer is known: `7\u001b[2J lines`.';
    assert.deepEqual(lines(turnEnded({ inTurnLoop: 'repeated call', advice })).slice(1), [
      '  Advice: The answer is known: `7 lines`.',
    ]);
    assert.equal(lines(turnEnded({ advice, consequence: 'blocked' })).length, 1);
  });

  const prediction = {
    ...{ tasks: 10, paused: 7, probability: 0.67, score: 4 },
    reasons: [
      { text: 'same failure 2 times', points: 1 },
      { text: 'no new best for 3 turns', points: 1 },
    ],
  };
  const thresholdReason =
    '4 instead of 3: 6 of 7 similar tasks were solved at the fourth turn (claude)';

  it('says below a turn how likely its task pauses', () => {
    assert.deepEqual(lines(turnEnded({ prediction })).slice(1), [
      '  likely to pause: 7 of 10 similar tasks did; same failure 2 times, no new best for 3 turns',
    ]);
  });

  it('says nothing of a pause that is unlikely', () => {
    const unlikely = { ...prediction, paused: 1, probability: 2 / 12 };
    assert.equal(lines(turnEnded({ prediction: unlikely })).length, 1);
  });

  it('says once why the threshold differs, and again when it changed', () => {
    const four = turnEnded({ loopThreshold: 4, configuredThreshold: 3, thresholdReason });
    const three = turnEnded({ loopThreshold: 3, configuredThreshold: 3 });

    const printed = lines(four, four, three, four);
    assert.match(printed[0] ?? '', /failed in a row 3 of 4/);
    assert.deepEqual(
      printed.filter((line) => !line.startsWith('✕')),
      [`  loop threshold ${thresholdReason}`, `  loop threshold ${thresholdReason}`],
    );
  });

  it('tells of a pivot', () => {
    assert.deepEqual(lines(anEvent('pivot_issued', { pivotCount: 1, maxPivots: 2 })), [
      '↻ fresh start 1 of 2 (pivot): its agent is told to reason from first principles',
    ]);
  });

  it('tells of success, progress, turns that do not count and interrupted ones', () => {
    const of = (outcome: string) =>
      lines(turnEnded({ outcome, entropyAfter: 0, reason: 'why' }))[0];
    assert.equal(of('success'), '✓ fix-rounding  turn 3  done  (why)  12.1s');
    assert.equal(
      of('progress'),
      '↑ fix-rounding  turn 3  progress  failed in a row 0 of 3  (why)  12.1s',
    );
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

  it('tells until when a task waits, and for what', () => {
    const until = new Date(Date.parse(anEvent('turn_ended').at) + 90_000);
    const at = [until.getHours(), until.getMinutes()].map((n) => String(n).padStart(2, '0'));
    const data = { until: until.toISOString(), delayMs: 90_000, reason: 'rate limited\n(429)' };
    assert.deepEqual(lines(anEvent('retry_scheduled', data)), [
      `… fix-rounding  waiting until ${at.join(':')} (in 2 min): rate limited (429)`,
    ]);
  });

  it('says once for each task which agent works in whose place, and until when', () => {
    const until = new Date(Date.parse('2026-11-21T21:30:00.000Z')).toISOString();
    const at = clockTime(until, new Date(anEvent('turn_ended').at));
    const reason = 'claude has reached a limit; codex goes on meanwhile';
    const data = { until, delayMs: 90_000, reason, agent: 'claude', fallback: 'codex' };
    const retry = anEvent('retry_scheduled', data);
    const started = anEvent('turn_started', { agent: 'codex', inPlaceOf: 'claude', until });
    const words = `… fix-rounding  codex in place of claude until ${at}`;
    assert.deepEqual(lines(turnEnded({ outcome: 'not_agent', reason }), retry, started).slice(1), [
      words,
    ]);
    assert.deepEqual(lines(started, started), [words]);
    assert.deepEqual(lines(retry, started), [`… fix-rounding  ${reason}, until ${at}`]);
    assert.deepEqual(lines(anEvent('turn_started', { agent: 'codex' })), []);
  });

  it('gives the reason of a wait once, in the line of the turn that ended before it', () => {
    const reason = 'rate limited (429)';
    const wait = anEvent('retry_scheduled', { until: '', delayMs: 1, reason });
    const ended = turnEnded({ outcome: 'not_agent', reason });
    assert.deepEqual(lines(ended, wait).slice(1), ['… fix-rounding  waiting']);
    assert.deepEqual(lines(turnEnded(), wait).slice(1), [`… fix-rounding  waiting: ${reason}`]);
  });

  it('tells of loops that visits prove or make likely, and of none that turns tell of', () => {
    const message = '3 visits in a row were blocked by the same: critic unavailable';
    const loop = { loopType: 'blocked_task_spin', level: 'stuck', message };
    assert.deepEqual(lines(anEvent('loop_detected', loop)), [`↺ fix-rounding  loop  (${message})`]);
    assert.deepEqual(lines(anEvent('loop_detected', { ...loop, level: 'suspect' })), [
      `↺ fix-rounding  maybe a loop  (${message})`,
    ]);
    assert.deepEqual(
      lines(anEvent('loop_detected', { level: 'suspect', detector: 'entropy' })),
      [],
    );
  });

  it('tells what is done about them', () => {
    const recovery = (action: string) => lines(anEvent('loop_recovery', { action, reason: 'why' }));
    assert.deepEqual(recovery('force_next'), ['→ fix-rounding  left; the next task is selected']);
    assert.deepEqual(recovery('unblock_authority'), [
      '→ fix-rounding  may work around its blockers now',
    ]);
    assert.deepEqual(recovery('escalate'), [], 'the line of the status says it');
    assert.deepEqual(lines(anEvent('authority_withdrawn', { reason: 'the blockers are gone' })), [
      '← fix-rounding  may no longer work around blockers  (the blockers are gone)',
    ]);
    assert.deepEqual(lines(anEvent('lesson_recorded', { brokenBy: 'hint', text: 'use\ncents' })), [
      '✎ fix-rounding  a hint helped  (use cents)',
    ]);
    const text = 'A human resolved this blocker and resumed the task: not logged in';
    assert.deepEqual(
      lines(anEvent('lesson_recorded', { brokenBy: 'resume', text })),
      [`✎ fix-rounding  your action helped  (${text})`],
      'a task that lacked something was in no loop',
    );
  });

  it('tells of a visit that yielded or was blocked, and of no other', () => {
    const visit = (data: Changes) => anEvent('attempt_recorded', { counted: true, ...data });
    assert.deepEqual(lines(visit({ status: 'in_progress' })), [
      '↩ fix-rounding  continues at its next attempt',
    ]);
    const blocked = visit({ status: 'blocked', blockers: ['no stub', 'no \u001b[2Jcritic'] });
    assert.deepEqual(lines(blocked), [
      '↩ fix-rounding  blocked, tried again later  (no stub; no critic)',
    ]);
    assert.deepEqual(lines(visit({ status: 'done' })), []);
    assert.deepEqual(lines(visit({ status: 'in_progress', counted: false })), []);
    const toHuman = anEvent('task_status_changed', { to: 'blocked', reason: 'no stub' });
    assert.deepEqual(lines(toHuman, blocked), ['! fix-rounding  blocked  (no stub)']);
    const goesOn = anEvent('task_status_changed', { to: 'pending' });
    assert.equal(lines(toHuman, goesOn, blocked).length, 2);
  });

  it('keeps hostile reasons on one harmless line', () => {
    assert.deepEqual(lines(turnEnded({ reason: '\u001b[2Ja\nb\rc' })), [
      '✕ fix-rounding  turn 3  no progress  failed in a row 3 of 3  (ab␍c)  12.1s'.replace(
        'ab',
        'a b',
      ),
    ]);
  });

  it('tells only until when a task waits where no reason is given', () => {
    assert.deepEqual(lines(anEvent('retry_scheduled')), ['… fix-rounding  waiting']);
  });
});

describe('the status line', () => {
  const state = {
    phase: { taskId: 'fix-rounding', turn: 3, phase: 'agent' },
    entropy: 2,
    threshold: 3,
    elapsedMs: 12_900,
    now: WALL_CLOCK,
  } as const;

  it('shows task, turn, phase, entropy and whole seconds', () => {
    assert.equal(
      statusLine(state, 79),
      '▸ fix-rounding  turn 3  agent at work  failed in a row 2 of 3  12s',
    );
  });

  it('leaves out what does not fit, the task last', () => {
    assert.equal(statusLine(state, 45), '▸ fix-rounding  turn 3  agent at work  12s');
    assert.equal(statusLine(state, 30), '▸ fix-rounding  turn 3  12s');
    assert.equal(statusLine(state, 20), '▸ fix-rounding  12s');
    assert.equal(statusLine(state, 8), '▸ fix-r…');
  });

  it('is never wider than the terminal', () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        (width) =>
          Array.from(statusLine(state, width)).length <= width &&
          Array.from(statusLine(waiting('r'.repeat(300)), width)).length <= width,
      ),
    );
  });

  function waiting(reason: string, minutes = 3): Parameters<typeof statusLine>[0] {
    const until = new Date(WALL_CLOCK.getTime() + minutes * 60_000).toISOString();
    return {
      ...state,
      phase: { taskId: 'fix-rounding', turn: 3, phase: 'waiting', until, reason },
    };
  }

  it('says until when and for what it waits, the time first', () => {
    assert.equal(
      statusLine(waiting('rate limited (429)'), 79),
      '▸ fix-rounding  waiting until 14:03 (in 3 min): rate limited (429)',
    );
    assert.equal(
      statusLine(waiting('rate limited (429)'), 45),
      '▸ fix-rounding  waiting until 14:03 (in 3 mi…',
    );
  });

  it('keeps what a service said on one harmless line', () => {
    const line = statusLine(waiting('\u001b[2Jslow\ndown'), 79);
    assert.equal(line, '▸ fix-rounding  waiting until 14:03 (in 3 min): slow down');
  });
});

describe('the time that a wait takes', () => {
  const later = (seconds: number) => new Date(WALL_CLOCK.getTime() + seconds * 1000).toISOString();

  it('is counted in seconds, then in begun minutes, then in hours and days', () => {
    const left = [-5, 0, 0.4, 45, 60, 61, 3600, 3900, 273_600].map((s) =>
      timeLeft(later(s), WALL_CLOCK),
    );
    assert.deepEqual(left, [
      'now',
      'now',
      'in 1 s',
      'in 45 s',
      'in 1 min',
      'in 2 min',
      'in 1 h',
      'in 1 h 5 min',
      'in 3 days 4 h',
    ]);
  });

  it('ends at a time of today, or at one with its day', () => {
    assert.equal(clockTime(later(305), WALL_CLOCK), '14:05');
    assert.equal(clockTime(later(86_400 * 10), WALL_CLOCK), '2026-12-01 14:00');
  });

  it('is left out where it is not known', () => {
    assert.equal(describeWait('soon', 'no credit', WALL_CLOCK), 'waiting: no credit');
    assert.equal(describeWait('', '', WALL_CLOCK), 'waiting');
  });
});

describe('durations', () => {
  it('are tenths of seconds, then minutes, then hours', () => {
    assert.deepEqual([0, 12_100, 59_949, 59_950, 184_000, 3_720_000].map(compactDuration), [
      '0.0s',
      '12.1s',
      '59.9s',
      '1m 00s',
      '3m 04s',
      '1h 02m',
    ]);
  });

  it('count whole seconds that have passed', () => {
    assert.deepEqual([-5, 999, 59_999, 60_000].map(compactElapsed), ['0s', '0s', '59s', '1m 00s']);
  });
});

describe('progress on a live terminal', () => {
  function live() {
    const host = new FakeHost([], undefined, true);
    const output = closableOutput(host.stdout);
    const progress = new LiveProgress({
      output,
      stderr: host.stderr,
      style: PLAIN,
      host,
      start: {
        threshold: () => 3,
        entropy: new Map([['fix-rounding', 1]]),
        countsOn: (id) => (id === 'sub' ? 'fix-rounding' : id),
      },
    });
    return { host, progress, last: () => lastLine(host.stdout.text) };
  }

  function lastLine(text: string): string {
    return stripVTControlCharacters(text).trimEnd().split('\n').at(-1) ?? '';
  }

  it('updates one line each second', () => {
    const { host, progress, last } = live();
    progress.onPhase({ taskId: 'fix-rounding', turn: 2, phase: 'agent' });
    assert.equal(last(), '▸ fix-rounding  turn 2  agent at work  failed in a row 1 of 3  0s');
    host.passSecond();
    host.passSecond();
    assert.equal(last(), '▸ fix-rounding  turn 2  agent at work  failed in a row 1 of 3  2s');
    progress.onPhase({ taskId: 'fix-rounding', turn: 2, phase: 'verify' });
    assert.equal(last(), '▸ fix-rounding  turn 2  verifying  failed in a row 1 of 3  2s');
    progress.close();
  });

  it('shows how a setup goes, and keeps a line of one that was reused', () => {
    const { host, progress, last } = live();
    const setup = { taskId: 'fix-rounding', turn: 1, phase: 'setup' } as const;
    progress.onPhase({ ...setup, setup: 'runs' });
    assert.equal(last(), '▸ fix-rounding  turn 1  setup runs  failed in a row 1 of 3  0s');
    progress.onPhase({ ...setup, setup: 'reused' });
    const lines = stripVTControlCharacters(host.stdout.text).split('\n');
    assert.ok(lines.includes('· fix-rounding  setup reused'), lines.join('\n'));
    assert.ok(!lines.includes('· fix-rounding  setup runs'));
    progress.close();
  });

  it('counts down while a task waits', () => {
    const { host, progress, last } = live();
    const until = new Date(WALL_CLOCK.getTime() + 61_000).toISOString();
    const phase = { taskId: 'fix-rounding', turn: 2, phase: 'waiting', until, reason: 'outage' };
    progress.onPhase(phase as Parameters<typeof progress.onPhase>[0]);
    assert.equal(last(), '▸ fix-rounding  waiting until 14:01 (in 2 min): outage');
    for (let second = 0; second < 3; second++) host.passSecond();
    assert.equal(last(), '▸ fix-rounding  waiting until 14:01 (in 58 s): outage');
    progress.onPhase({ taskId: 'fix-rounding', turn: 3, phase: 'agent' });
    assert.match(last(), /turn 3 {2}agent at work/);
    progress.close();
  });

  it('shows the line on a terminal that says it has no size', () => {
    const { host, progress, last } = live();
    Object.assign(host.stdout, { columns: 0, rows: 0 });
    progress.onPhase({ taskId: 'fix-rounding', turn: 2, phase: 'agent' });
    assert.equal(last(), '▸ fix-rounding  turn 2  agent at work  failed in a row 1 of 3  0s');
    progress.close();
  });

  it('takes the line away before something permanent is written', () => {
    const { host, progress } = live();
    progress.onPhase({ taskId: 'fix-rounding', turn: 3, phase: 'verify' });
    progress.onEvent(turnEnded());
    const { text } = host.stdout;
    assert.ok(text.indexOf('\u001b[2K') < text.indexOf('✕ fix-rounding'));
    assert.notEqual(text.indexOf('\u001b[2K'), -1);
    assert.match(host.stdout.text, /12\.1s\n$/);
    progress.close();
  });

  it('counts entropy of a subtask on its ancestor, and starts anew after a pivot', () => {
    const { progress, last } = live();
    progress.onEvent(eventOf('turn_ended', { entropyAfter: 2 }, { taskId: 'sub' }));
    progress.onPhase({ taskId: 'fix-rounding', turn: 4, phase: 'agent' });
    assert.match(last(), /failed in a row 2 of 3/);
    progress.onEvent(anEvent('pivot_issued', { pivotCount: 1, maxPivots: 2 }));
    progress.onPhase({ taskId: 'sub', turn: 5, phase: 'agent' });
    assert.match(last(), /failed in a row 0 of 3/);
    progress.close();
  });

  it('leaves nothing behind when it is closed, and nothing running', () => {
    const { host, progress } = live();
    progress.onPhase({ taskId: 'fix-rounding', turn: 1, phase: 'agent' });
    progress.close();
    progress.close();
    const { text } = host.stdout;
    host.passSecond();
    assert.equal(host.stdout.text, text);
    assert.equal(host.leftListeners, 0);
  });

  it('stops drawing for a reader that has gone', () => {
    const { host, progress } = live();
    progress.onPhase({ taskId: 'fix-rounding', turn: 1, phase: 'agent' });
    host.stdout.emit('error', new Error('EPIPE'));
    assert.equal(host.leftListeners, 0);
    progress.present(aReport());
    assert.doesNotMatch(host.stdout.text, /ENTROPY PAUSE/);
    progress.close();
  });
});
