import assert from 'node:assert/strict';
import { createStepWatch } from '../../../../src/rules/steps/watch/stepWatch';
import { BUILT_IN_LIMITS } from '../../../../src/model/config/limits';
import { everyNth } from '../../../support/scale';
import { tracesIn } from '../../../support/stepTraces';

describe('what a watch over steps suspects', () => {
  const traces = everyNth(
    3,
    tracesIn('.').filter(({ name }) => !name.startsWith('heldOut/')),
  );

  it('is there as soon as something is told, and no weaker than that', () => {
    for (const { name, steps } of traces) {
      const watch = createStepWatch(BUILT_IN_LIMITS);
      for (const step of steps) {
        const levels = watch.observe(step).map(({ level }) => level);
        if (levels.length === 0) continue;
        assert.ok(watch.suspicion, `${name}, step ${step.number}`);
        if (levels.includes('stuck')) assert.equal(watch.suspicion.level, 'stuck', name);
      }
    }
  });

  it('is gone after some ordinary work, whatever was before', () => {
    const work = tracesIn('mixed').find(({ name }) => name.endsWith('claude-long-ordinary-run'));
    assert.ok(work);
    for (const { name, steps } of traces) {
      const watch = createStepWatch(BUILT_IN_LIMITS);
      for (const step of steps) watch.observe(step);
      for (const step of work.steps.slice(0, 16))
        watch.observe({ ...step, number: steps.length + step.number });
      assert.equal(watch.suspicion, undefined, name);
    }
  });
});
