import assert from 'node:assert/strict';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import type { TaskDebugger } from '../../../../src/model/overview/overview';
import { describeTaskDebugger } from '../../../../src/reports/debugger/describeTaskDebugger';
import { describePause } from '../../../../src/reports/pause/pauseView';
import { pauseReportMarkdown } from '../../../../src/vscode/documents/pauseReportMarkdown';
import { FAILED, limitsOf, ScriptedRun } from '../../../support/scriptedRun';
import { debuggedConfig, isDebugger, sameForEver, SOLVED } from './debuggerRuns';

const DIAGNOSIS = { reply: 'DIAGNOSIS:\nIt rounds <b>too</b> early.' };

/** What the overview says of the debugger. */
function shown({ config, store }: ScriptedRun): TaskDebugger | undefined {
  const { tasks } = buildOverview({ config: { kind: 'ok', config }, store, holder: undefined });
  return tasks[0]?.debugger;
}

describe('a debugger that was asked', () => {
  it('is described at the task: due, at work, with a diagnosis, or without', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig(),
    );
    assert.equal(shown(run), undefined);
    await run.run();
    const task = shown(run);
    assert.deepEqual(task, {
      ...{ turn: 5, kind: 'diagnosed', agent: 'other', diagnosis: 'It rounds <b>too</b> early.' },
      current: true,
    });
    assert.equal(
      describeTaskDebugger(task),
      'The debugger agent other gave a diagnosis after turn 5, which the agent of the task is trying now.',
    );
    run.intervene({ type: 'resume', taskId: 'fix' });
    // A new budget: the next call is open again.
    assert.equal(shown(run), undefined);
  });

  it('stands in the pause report with its words as code', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig(),
    );
    await run.run();
    const report = run.reports[0]!;
    const view = describePause(report).debugger;
    assert.match(
      view?.summary ?? '',
      /^After turn 5, Devs asked the debugger agent other why the task fails \(.+\)\. The agent acted on the diagnosis in turns 6, 7 and 8 without progress\.$/,
    );
    const markdown = pauseReportMarkdown(report, { history: [], interventions: [] });
    assert.match(
      markdown,
      /## The diagnosis\n\n[^\n]+\n\n```text\nIt rounds <b>too<\/b> early\.\n```/,
    );
  });

  it('stands in the pause report with the reason where it gave none', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => ({ end: FAILED })),
      debuggedConfig(),
    );
    await run.run();
    const view = describePause(run.reports[0]!).debugger;
    assert.match(
      view?.summary ?? '',
      /The agent gave no diagnosis: the agent ended with exit code 1$/,
    );
    assert.equal(view?.diagnosis, '');
  });

  for (const maxPivots of [0, 2]) {
    it(`is the lesson of a loop that its diagnosis broke, after ${maxPivots} pivots`, async () => {
      const run = await ScriptedRun.create(
        (_call, request) => {
          if (isDebugger(request)) return DIAGNOSIS;
          if (request.systemPrompt.includes('too</b> early')) return SOLVED;
          return { reply: 'STRATEGY: add 1', edits: { 'src/code.js': 'wrong' } };
        },
        debuggedConfig({ limits: limitsOf({ maxPivots }) }),
      );
      await run.run();
      const [lesson, ...more] = run.store.listLessons();
      assert.deepEqual(more, []);
      assert.equal(lesson?.brokenBy, 'diagnosis');
      assert.equal(lesson.text, 'It rounds <b>too</b> early.');
    });
  }
});
