import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { WorkTimer } from '../../../../src/platform/process/workTimer';

describe('the time of an agent', () => {
  let now = 0;
  let ends = 0;
  const pass = (ms: number): void => {
    now += ms;
    mock.timers.tick(ms);
  };
  const start = (limitMs: number): WorkTimer =>
    new WorkTimer(
      limitMs,
      () => (ends += 1),
      () => now,
    );

  beforeEach(() => {
    [now, ends] = [0, 0];
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  it('ends once, at its limit', () => {
    start(1_000);
    pass(999);
    assert.equal(ends, 0);
    pass(1);
    assert.equal(ends, 1);
    pass(5_000);
    assert.equal(ends, 1);
  });

  it('stands still while a human is asked, also about two things at once', () => {
    const timer = start(1_000);
    pass(600);
    const [first, second] = [timer.wait(), timer.wait()];
    pass(10_000);
    first();
    first();
    pass(10_000);
    second();
    pass(399);
    assert.equal(ends, 0);
    pass(1);
    assert.equal(ends, 1);
  });

  it('does not begin again once it was stopped', () => {
    const timer = start(1_000);
    const goOn = timer.wait();
    timer.stop();
    goOn();
    pass(10_000);
    assert.equal(ends, 0);
  });
});
