import assert from 'node:assert/strict';
import {
  describeForgotten,
  describeMetrics,
  describeNoMetrics,
  formatShare,
  METRIC_COLUMNS,
} from '../../../../src/reports/metrics/describeMetrics';
import { figures, metrics, noMetrics } from '../../webview/figureSamples';

function saved(change: Parameters<typeof figures>[0]): string | undefined {
  return describeMetrics(figures(change)).find(({ key }) => key === 'savedTurns')?.meaning;
}

describe('the metric of the judge', () => {
  const tile = (change: Parameters<typeof figures>[0]) =>
    describeMetrics(figures(change)).find(({ key }) => key === 'judge');

  it('says how often it was asked and what that took', () => {
    const judge = {
      calls: 12,
      durationMs: 42_000,
      inputTokens: 18_000,
      outputTokens: 900,
      usd: 0.0123,
    };
    const shown = tile({ judge });
    assert.equal(shown?.value, '12 calls');
    assert.equal(shown.basis, '18,900 tokens, $0.0123, 42 s');
    assert.equal(shown.meaning, 'Asking it took 18,900 tokens, $0.0123, 42 s.');
  });

  it('is none where no call was made', () => {
    assert.equal(tile({}), undefined);
    assert.equal(tile({ judge: { calls: 0, durationMs: 0 } }), undefined);
  });
});

describe('the metric of what pauses saved', () => {
  it('says of a limit of turns only where a pause could have saved some', () => {
    assert.match(saved({ turns: 9 }) ?? '', /^No loop has paused a task/);
    assert.match(saved({ turns: 9, gates: 1 }) ?? '', /limit \(limits\.maxTurns in devs\.yaml\)/);
    const some = saved({ gates: 1, savedTurns: 41, savedMs: 120_000 });
    assert.equal(
      some,
      'Turns that tasks did not waste because they paused before their limit (limits.maxTurns in devs.yaml). These turns would have taken 2 min.',
    );
  });
});

describe('the metrics in words', () => {
  it('have a name, a value and a meaning each, and "–" where nothing can be said', () => {
    for (const all of [figures(), metrics.all]) {
      const shown = describeMetrics(all);
      assert.equal(new Set(shown.map(({ key }) => key)).size, shown.length);
      for (const { name, value, meaning } of shown) {
        assert.ok(name !== '' && value !== '', name);
        assert.match(meaning, /^.+\.$/, name);
        assert.doesNotMatch(`${value} ${meaning}`, /NaN|undefined/, name);
      }
    }
    assert.deepEqual([formatShare(undefined), formatShare(1 / 3)], ['–', '33 %']);
    assert.equal(METRIC_COLUMNS.loopRate.show(figures()), '–');
  });

  it('say why there are none, and which turns are left out', () => {
    assert.equal(describeNoMetrics(metrics), '');
    assert.match(describeNoMetrics(noMetrics), /no agent has worked on a task/);
    assert.match(describeNoMetrics(noMetrics, 2), /in the last 2 days/);
    const gone = { ...noMetrics, forgottenTurns: 1 };
    assert.match(describeNoMetrics(gone), /all turns were removed with old history/);
    assert.equal(describeForgotten(gone), '1 turn is no longer stored and not counted.');
    assert.equal(describeForgotten(noMetrics), '');
  });
});
