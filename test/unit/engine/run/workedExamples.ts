import assert from 'node:assert/strict';
import type { OnPivot } from '../../../../src/model/config/config';
import { hasEnded } from '../../../../src/model/turn/turn';
import { modelsOf, type ScriptedJudge } from '../../../support/scriptedJudge';
import {
  configOf,
  failing,
  FAILED,
  limitsOf,
  ScriptedRun,
  type Script,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

/** The same failing reply and edit for ever. */
const STUBBORN: ScriptedTurn = {
  reply: 'STRATEGY: round down\nI rounded down.',
  edits: { 'src/code.js': 'wrong' },
};

/** A judge that decides nothing: every number is as without one. */
export interface Undecided {
  readonly name: string;
  readonly judge?: ScriptedJudge;
  /** Absent: the default. */
  readonly onPivot?: OnPivot;
  /** Adaptive thresholds, without a history that moves them. */
  readonly adaptive?: boolean;
  /** Whether the project is verified before the first turn, with the result of that turn. */
  readonly baseline?: boolean;
}

const ENDPOINT = { type: 'endpoint', url: 'http://localhost:1/v1', model: 'scripted' } as const;

/** The worked examples of the source documents, which play the same with every judge that decides nothing. */
export function describeExamples(options: Undecided): void {
  const { name, judge, onPivot, adaptive = false, baseline = false } = options;
  async function played(script: Script, config = configOf()): Promise<ScriptedRun> {
    const settings = { model: ENDPOINT, timeoutMs: 1_000, maxCalls: 10 };
    const run = await ScriptedRun.create(script, {
      ...{ ...config, adaptive, baseline },
      ...(judge && { judge: settings }),
      ...(onPivot && { onPivot }),
    });
    if (baseline)
      run.verification = (_, request) => {
        const calls = run.requests.length;
        const agent = run.requests.at(-1);
        if (agent !== undefined) return script(calls, agent).verify;
        assert.equal(request.call, 'baseline');
        return { end: FAILED, measurement: failing(5) };
      };
    if (judge !== undefined) run.models = modelsOf(judge);
    return run;
  }

  describe(`OrchestrationLoop: worked examples with ${name}`, () => {
    it('the same failing reply and edit for ever: directive on 4 and 5, paused after 5', async () => {
      const run = await played(() => STUBBORN);

      const end = await run.run();

      assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] });
      assert.equal(run.requests.length, 5);
      assert.deepEqual(run.directives(), [
        [4, 1],
        [5, 2],
      ]);
      assert.equal(run.store.listPivots('fix').length, 2);
      assert.deepEqual(run.store.getFailures('fix')?.failedStrategies, [
        'round down',
        'round down',
        'round down',
      ]);
      assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
      assert.equal(run.store.getRunStatus(), 'PAUSED');
      assert.equal(run.reports.length, 1);
    });

    it('a new reply and new edits each time: directive on 4 and 7, paused after 9', async () => {
      const run = await played((call) => ({
        reply: `STRATEGY: attempt ${call}`,
        edits: { 'src/code.js': `attempt ${call}` },
      }));

      await run.run();

      assert.equal(run.requests.length, 9);
      assert.deepEqual(run.directives(), [
        [4, 1],
        [7, 2],
      ]);
      assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    });

    it('a new failure each time as well: directive on 4 and 7, paused after 9', async () => {
      const pages = 'home about contact prices imprint search basket profile logout'.split(' ');
      const run = await played((call) => ({
        reply: `STRATEGY: attempt ${call}`,
        edits: { 'src/code.js': `attempt ${call}` },
        verify: { end: FAILED, output: `page ${pages[call - 1] ?? ''} is not published` },
      }));

      await run.run();

      assert.equal(run.requests.length, 9);
      assert.deepEqual(run.directives(), [
        [4, 1],
        [7, 2],
      ]);
      const judged = run.store.listTurns('fix').filter((turn) => hasEnded(turn) && turn.judged);
      assert.equal(judged.length, judge === undefined ? 0 : 8);
      assert.deepEqual(run.entropies(), [1, 2, 3, 1, 2, 3, 1, 2, 3]);
    });

    it('MAX_PIVOTS=0: paused after 3, without a directive', async () => {
      const run = await played(() => STUBBORN, configOf({ limits: limitsOf({ maxPivots: 0 }) }));

      await run.run();

      assert.equal(run.requests.length, 3);
      assert.deepEqual(run.directives(), []);
      assert.equal(run.store.listPivots('fix').length, 0);
    });

    it('failing tests 5, 4, 5, 4, 5, then 4, 5: entropy 1, 0, 1, 2, 3, directive on 6 and 7, paused after 7', async () => {
      const counts = [5, 4, 5, 4, 5, 4, 5];
      const run = await played((call) => {
        const failed = counts[call - 1] ?? 5;
        return {
          reply: `attempt ${call}`,
          edits: { 'src/code.js': `with ${failed} failing` },
          verify: { end: FAILED, measurement: failing(failed) },
        };
      });

      await run.run();

      assert.deepEqual(run.entropies().slice(0, 5), [1, 0, 1, 2, 3]);
      assert.deepEqual(run.directives(), [
        [6, 1],
        [7, 2],
      ]);
      assert.equal(run.requests.length, 7);
      assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    });

    for (const failAt of [1, 2, 3, 4, 5]) {
      it(`an external failure before counted turn ${failAt} changes no number`, async () => {
        const run = await played((call) =>
          call === failAt ? { reply: '', end: FAILED, errorTail: 'connection refused' } : STUBBORN,
        );

        await run.run();

        const counted = run.store.listTurns('fix').filter((turn) => turn.outcome === 'no_progress');
        assert.equal(counted.length, 5);
        assert.equal(run.requests.length, 6);
        assert.equal(run.store.listPivots('fix').length, 2);
        assert.deepEqual(run.store.getFailures('fix')?.failureCount, 3);
      });
    }

    it('Resume, then the same again: paused after 5 more', async () => {
      const run = await played(() => STUBBORN);
      await run.run();

      const answer = run.intervene({ type: 'resume', taskId: 'fix' });
      await run.run();

      assert.deepEqual(answer.ok, true);
      assert.equal(run.requests.length, 10);
      assert.deepEqual(run.directives(), [
        [4, 1],
        [5, 2],
        [9, 1],
        [10, 2],
      ]);
      assert.equal(run.store.getFailures('fix')?.failureCount, 3);
      assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    });
  });
}
