import assert from 'node:assert/strict';
import { describeMetrics } from '../../../../src/reports/metrics/describeMetrics';
import { History } from './histories';

/** A call of the debugger after the newest turn of the task. */
function asked(history: History, task: string, answer: 'diagnosis' | 'none'): History {
  const turn = history.turns.filter(({ countsOn }) => countsOn === task).length;
  return history.event('debugger_asked', task, { turn, agent: 'codex', answer, durationMs: 2_000 });
}

describe('the debugger in the metrics', () => {
  it('helped where progress or success came before the next pause', () => {
    const history = new History();
    asked(history.failing('a', 3).proof('a'), 'a', 'diagnosis').turn('a', 'success');
    asked(history.failing('b', 3).proof('b'), 'b', 'diagnosis')
      .failing('b', 3)
      .proof('b')
      .gate('b');
    history.human('b', 'resume').turn('b', 'success');
    asked(history.failing('c', 3).proof('c'), 'c', 'none').gate('c').human('c', 'resume');
    history.turn('c', 'success');
    const { all, agents } = history.metrics();
    assert.deepEqual(all.debugger, { calls: 3, diagnoses: 2, helped: 1, durationMs: 6_000 });
    const codex = agents.find(({ agent }) => agent === 'codex');
    assert.equal(codex?.figures.debugger?.calls, 3);
    const shown = describeMetrics(all).find(({ key }) => key === 'debugger');
    assert.equal(shown?.value, '1 of 2');
    assert.equal(shown.basis, '3 calls, 6 s');
  });

  it('is not shown where none was called', () => {
    const history = new History().failing('a', 3);
    history.event('debugger_asked', 'a', { turn: 3, agent: '', answer: 'none', durationMs: 0 });
    const { all } = history.metrics();
    assert.equal(all.debugger, undefined);
    assert.ok(describeMetrics(all).every(({ key }) => key !== 'debugger'));
  });
});
