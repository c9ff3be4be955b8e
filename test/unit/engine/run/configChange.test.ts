import assert from 'node:assert/strict';
import { changedConfig } from '../../../../src/engine/run/configChange';
import { configOf, taskOf } from '../../../support/scriptedRun';

describe('a devs.yaml that changes during a run', () => {
  const told = configOf({ notify: [{ slack: 'HOOK' }] });
  const elsewhere = configOf({
    notify: [{ ntfy: 'a', server: 'https://evil.example', token: 'API_KEY' }],
  });

  it('does not say where secrets go: an agent may have written it', () => {
    const { config } = changedConfig({ kind: 'ok', config: elsewhere }, told);
    assert.deepEqual(config?.notify, told.notify);
    const { config: still } = changedConfig({ kind: 'ok', config: elsewhere }, configOf());
    assert.equal(still?.notify, undefined);
  });

  it('changes neither how many tasks work at once nor where: they would meet in one folder', () => {
    const isolation = { land: 'files', copy: [] } as const;
    const before = configOf({ parallel: 3, isolation });
    const { config } = changedConfig({ kind: 'ok', config: configOf() }, before);
    assert.deepEqual([config?.parallel, config?.isolation], [3, isolation]);
    const other = { land: 'commit', copy: [] } as const;
    const after = configOf({ parallel: 2, isolation: other });
    const { config: still } = changedConfig({ kind: 'ok', config: after }, configOf());
    assert.deepEqual([still?.parallel, still?.isolation], [undefined, undefined]);
    const { config: landed } = changedConfig({ kind: 'ok', config: after }, before);
    assert.deepEqual([landed?.parallel, landed?.isolation], [3, other]);
  });

  it('takes no review away, and may add one', () => {
    const of = (...reviewed: readonly string[]) =>
      configOf({
        tasks: ['a', 'b'].map((id) =>
          taskOf({ id, ...(reviewed.includes(id) && { review: true }) }),
        ),
      });
    const { config } = changedConfig({ kind: 'ok', config: of('b') }, of('a'));
    assert.deepEqual(
      config?.tasks.map(({ review }) => review),
      [true, true],
    );
    const { config: none } = changedConfig({ kind: 'ok', config: of() }, of());
    assert.deepEqual(
      none?.tasks.map(({ review }) => review),
      [undefined, undefined],
    );
  });

  it('raises no budget and lowers no price', () => {
    const before = configOf({
      budget: { task: { nanoUsd: 5 } },
      prices: { a: { input: 1, output: 2 } },
    });
    const raised = configOf({
      budget: { task: { nanoUsd: 500 } },
      prices: { a: { input: 0, output: 0 } },
    });
    const { config } = changedConfig({ kind: 'ok', config: raised }, before);
    assert.deepEqual([config?.budget, config?.prices], [before.budget, before.prices]);
  });
});
