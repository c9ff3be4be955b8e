import assert from 'node:assert/strict';
import { STEP_DETECTORS } from '../../../../src/model/steps/step';
import {
  assertLoopFound,
  assertNoLoop,
  tracesIn,
  watchSteps,
  type StepTrace,
} from '../../../support/stepTraces';

/** What a name says in words: `mini-eight-files` → `mini eight files`. */
function words({ name }: StepTrace): string {
  return (name.split('/').at(-1) ?? name).replaceAll('-', ' ');
}

for (const detector of STEP_DETECTORS)
  describe(`the detector "${detector}"`, () => {
    const traces = tracesIn(detector.replaceAll(' ', '-'));
    const loops = traces.filter(({ loop }) => loop !== undefined);
    const clean = traces.filter(({ loop }) => loop === undefined);

    it('has traces with a loop and look-alikes without one', () => {
      assert.ok(loops.length >= 4);
      assert.ok(clean.length >= 6);
      for (const { loop, name } of loops) assert.ok(loop?.detectors.includes(detector), name);
    });

    for (const trace of loops)
      it(`finds the loop in "${words(trace)}"`, () => {
        assertLoopFound(trace);
      });

    for (const trace of clean)
      it(`leaves "${words(trace)}" alone`, () => {
        assertNoLoop(trace);
      });
  });

describe('all detectors of steps', () => {
  it('tell each loop once and not again with each further step of it', () => {
    for (const { name, steps } of tracesIn('.').filter(({ loop }) => loop !== undefined)) {
      const stuck = watchSteps(steps).filter(({ level }) => level === 'stuck');
      for (const detector of STEP_DETECTORS) {
        const proofs = stuck.filter((each) => each.detector === detector);
        const steps = proofs.flatMap(({ evidence }) => evidence);
        assert.deepEqual(steps, [...new Set(steps)], `${detector} in ${name}`);
      }
    }
  });

  for (const trace of tracesIn('mixed'))
    it(`leave "${words(trace)}" alone`, () => {
      assertNoLoop(trace);
    });
});
