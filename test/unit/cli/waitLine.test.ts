import assert from 'node:assert/strict';
import { PLAIN } from '../../../src/cli/terminal/style';
import { createWaitLines } from '../../../src/cli/progress/plainProgress';
import type { TurnPhase } from '../../../src/ports/runObserver';
import { anEvent, WALL_CLOCK } from './fakeApp';

const at = (minutes: number): string =>
  new Date(WALL_CLOCK.getTime() + minutes * 60_000).toISOString();

function asleep(
  tasks: readonly string[],
  needsHuman: readonly string[] = [],
): Extract<TurnPhase, { readonly phase: 'waiting' }> {
  const waits = tasks.map((taskId, index) => {
    return { taskId, until: at(5 + 60 * index), reason: 'rate limit' };
  });
  const [{ taskId, until, reason } = { taskId: '', until: at(0), reason: '' }] = waits;
  return { taskId, turn: 1, phase: 'waiting', until, reason, asleep: { waits, needsHuman } };
}

describe('the line of a run that sleeps', () => {
  const lines = createWaitLines(PLAIN, () => WALL_CLOCK);

  it('names every task with its time, the reason of the first, and who needs a human', () => {
    const shown = lines.of(asleep(['fix-rounding', 'add-discount'], ['pay']));
    assert.deepEqual(shown, [
      '… nothing else can run: the next retry is in 5 min',
      '  waiting: fix-rounding until 14:05: rate limit; add-discount until 15:05',
      '  pay needs you',
    ]);
  });

  it('counts the rest of many, and shows control characters as text', () => {
    const many = Array.from({ length: 9 }, (_, index) => `t${index}\u001b[31m`);
    const [, named] = lines.of(asleep(many));
    assert.match(named ?? '', /t4 until 18:05; 4 more$/);
    assert.equal(named?.includes('\u001b'), false);
  });

  it('is left out where the line before has just told that one wait', () => {
    const own = createWaitLines(PLAIN, () => WALL_CLOCK);
    own.onEvent(anEvent('retry_scheduled', { until: at(5), delayMs: 1, reason: 'rate limit' }));
    assert.deepEqual(own.of(asleep(['fix-rounding'])), []);
    assert.notDeepEqual(own.of(asleep(['fix-rounding'], ['pay'])), []);
    own.onEvent(anEvent('attempt_recorded', {}));
    assert.notDeepEqual(own.of(asleep(['fix-rounding'])), []);
  });

  it('is none of a wait inside a turn', () => {
    const { asleep: left, ...inTurn } = asleep(['fix-rounding']);
    assert.ok(left);
    assert.deepEqual(lines.of(inTurn), []);
  });
});
