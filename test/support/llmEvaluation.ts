import assert from 'node:assert/strict';
import type { JudgeQuestion, JudgedAttempt } from '../../src/rules/judge/judgeQuestion';
import type { JudgedTurn } from '../../src/model/judge/judgedTurn';
import { ProgressEvaluator } from '../../src/engine/judge/progressEvaluator';
import type { Judge } from '../../src/ports/judge';
import { steppingClock } from './scriptedRun';

/** What the judge says of a question, with calls to spare. */
export async function evaluated(
  judge: Judge,
  question: JudgeQuestion,
  settings = { timeoutMs: 10_000 },
): Promise<JudgedTurn> {
  const evaluator = new ProgressEvaluator({ judge, settings, clock: steppingClock() });
  return await evaluator.evaluateProgress(question, {
    signal: new AbortController().signal,
    callsLeft: 10,
    msLeft: () => Infinity,
    known: () => undefined,
  });
}

/** An attempt that failed so. */
export function failedWith(exactMessage: string): JudgedAttempt {
  return { failure: { exactMessage } };
}

/**
 * The LLM evaluation tests of docs/decisions/loop-detection-algorithm.md, under their own names, over any judge whose model answers
 * as `honestAnswer` does.
 */
export function describeLlmEvaluation(open: () => Judge): void {
  it('test_orchestrator_detects_regressive_progress: "moving away from goal"', async () => {
    const judged = await evaluated(open(), {
      about: 'progress',
      goal: 'Implement user authentication',
      history: ['1 test failing', '3 tests failing', '5 tests failing'].map(failedWith),
      current: failedWith('8 tests failing'),
    });

    assert.ok(judged.kind === 'decided', JSON.stringify(judged));
    assert.equal(judged.verdict.isRegressive, true);
    assert.ok(judged.verdict.reasoning.toLowerCase().includes('moving away from goal'));
  });

  it('test_external_dependency_failure_not_counted: the judge knows an outage', async () => {
    const judged = await evaluated(open(), {
      about: 'cause',
      goal: 'Show the exchange rates',
      history: [],
      current: failedWith('API timeout: external service unavailable'),
    });

    assert.ok(judged.kind === 'decided', JSON.stringify(judged));
    assert.equal(judged.verdict.external, true);
    assert.equal(judged.verdict.isRegressive, false);
    assert.match(judged.verdict.reasoning, /external/i);
  });
}
