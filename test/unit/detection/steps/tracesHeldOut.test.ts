import assert from 'node:assert/strict';
import { assertLoopFound, assertNoLoop, tracesIn } from '../../../support/stepTraces';

describe('the detectors of steps on traces that were written apart', () => {
  const traces = tracesIn('heldOut');

  it('have loops and look-alikes to be checked with', () => {
    assert.ok(traces.filter(({ loop }) => loop !== undefined).length >= 25);
    assert.ok(traces.filter(({ loop }) => loop === undefined).length >= 40);
  });

  for (const trace of traces)
    if (trace.loop === undefined)
      it(`leave ${trace.name} alone`, () => {
        assertNoLoop(trace);
      });
    else
      it(`find the loop in ${trace.name}`, () => {
        assertLoopFound(trace);
      });
});
