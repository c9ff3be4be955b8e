import assert from 'node:assert/strict';
import {
  assertLoopFound,
  assertNoLoop,
  tracesIn,
  type StepTrace,
} from '../../../support/stepTraces';

/** Loops that are to be found in time, of 27. */
const LEAST_FOUND = 21;

function fails(check: (trace: StepTrace) => void, trace: StepTrace): boolean {
  try {
    check(trace);
    return false;
  } catch (error) {
    assert.ok(error instanceof assert.AssertionError, String(error));
    return true;
  }
}

/** Counted, not asserted one by one: rules that were made to fit each of them would prove nothing. */
describe('the detectors of steps on traces that were written apart', () => {
  const traces = tracesIn('heldOut');
  const loops = traces.filter(({ loop }) => loop !== undefined);
  const clean = traces.filter(({ loop }) => loop === undefined);

  it('have loops and look-alikes to be checked with', () => {
    assert.ok(loops.length >= 25);
    assert.ok(clean.length >= 40);
  });

  it(`find ${LEAST_FOUND} of the loops at least, in time and with their proof`, () => {
    const found = loops.filter((trace) => !fails(assertLoopFound, trace));
    assert.ok(found.length >= LEAST_FOUND, `${found.length} of ${loops.length}`);
  });

  it('leave all look-alikes alone', () => {
    const alarms = clean.filter((trace) => fails(assertNoLoop, trace));
    assert.equal(alarms.length, 0, `${alarms.length} of ${clean.length}`);
  });
});
