import assert from 'node:assert/strict';
import { BUILT_IN_LIMITS } from '../../../../src/model/config/limits';
import { configOf, FAILED, limitsOf, ScriptedRun, taskOf } from '../../../support/scriptedRun';
import { named } from '../../../support/sampleEvents';
import {
  alwaysNew,
  debuggedConfig,
  debuggerCalls,
  isDebugger,
  sameForEver,
  SOLVED,
  turnsOf,
  workerCalls,
} from './debuggerRuns';

const DIAGNOSIS = { reply: 'I looked.\nDIAGNOSIS:\nIt rounds too early, in src/code.js.' };
const HEAD = 'DIAGNOSIS BY ANOTHER AGENT:';

/** Numbers of the worker's calls whose system prompt begins with a diagnosis. */
function diagnosed(run: ScriptedRun): readonly number[] {
  return workerCalls(run).flatMap(({ systemPrompt }, index) =>
    systemPrompt.startsWith(HEAD) ? [index + 1] : [],
  );
}

describe('a debugger before the pause', () => {
  it('is not called without a key in devs.yaml: the same reply pauses after 5 turns', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      configOf(),
    );
    await run.run();
    assert.equal(debuggerCalls(run).length, 0);
    assert.equal(turnsOf(run), 5);
    assert.equal(run.reports[0]?.debugger, undefined);
  });

  it('is not called, and thresholds stay, where devs.yaml asks for it only during the run', async () => {
    const during = async (): Promise<void> => await run.loop?.reloadConfig();
    const run: ScriptedRun = await ScriptedRun.create(() => {
      return { reply: 'STRATEGY: add 1', edits: { 'src/code.js': 'wrong' }, during };
    }, configOf());
    run.configRead = () => ({ kind: 'ok', config: debuggedConfig({ adaptive: true }) });
    await run.run();
    assert.equal(debuggerCalls(run).length, 0);
    assert.equal(turnsOf(run), 5);
    const ended = named(run.events, 'turn_ended');
    assert.ok(ended.every(({ data }) => data.configuredThreshold === undefined));
  });

  it('adds one strategy of threshold turns: the same reply pauses after 5 + 3 turns', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig(),
    );
    const end = await run.run();
    assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] });
    assert.equal(turnsOf(run), 8);
    assert.deepEqual(run.entropies(), [1, 2, 3, 1, 1, 1, 2, 3]);
    assert.deepEqual(diagnosed(run), [6, 7, 8]);
    assert.equal(debuggerCalls(run).length, 1);
    assert.deepEqual(run.directives(), [
      [4, 1],
      [5, 2],
    ]);
  });

  it('adds 3 turns to 9 for new work each time, and 3 to 3 with MAX_PIVOTS=0', async () => {
    const nine = await ScriptedRun.create(alwaysNew(DIAGNOSIS), debuggedConfig());
    await nine.run();
    assert.equal(turnsOf(nine), 12);
    const three = await ScriptedRun.create(
      alwaysNew(DIAGNOSIS),
      debuggedConfig({ limits: limitsOf({ maxPivots: 0 }) }),
    );
    await three.run();
    assert.equal(turnsOf(three), 6);
  });

  it('counts no pivot, and one failed strategy more than ENTROPY_PAUSE_THRESHOLD', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig(),
    );
    await run.run();
    const { maxPivots } = BUILT_IN_LIMITS;
    assert.equal(run.store.getTask('fix')?.pivotCount, maxPivots);
    assert.equal(run.store.listPivots('fix').length, maxPivots);
    assert.equal(run.store.getFailures('fix')?.failureCount, 1 + maxPivots + 1);
    assert.equal(run.reports[0]?.failureCount, 1 + maxPivots + 1);
  });

  it('solves the task where the worker follows the diagnosis', async () => {
    const asked = { ...DIAGNOSIS };
    const run = await ScriptedRun.create((_call, request) => {
      if (isDebugger(request)) return asked;
      if (request.systemPrompt.includes('It rounds too early')) return SOLVED;
      return { reply: 'STRATEGY: add 1', edits: { 'src/code.js': 'wrong' } };
    }, debuggedConfig());
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.equal(turnsOf(run), 6);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.reports, []);
  });

  it('gets the evidence: goal, failure, strategies, turns, diffs; and rules that forbid changes', async () => {
    const run = await ScriptedRun.create(alwaysNew(DIAGNOSIS), debuggedConfig());
    await run.run();
    const [call] = debuggerCalls(run);
    assert.match(call?.systemPrompt ?? '', /Do not change files/);
    const prompt = call?.prompt ?? '';
    for (const part of [
      'Make the test pass.',
      'npm test',
      '1 test failed',
      '- changed src/code.js',
      'Turn 1:',
      'Turn 9:',
      '+try 9',
    ])
      assert.ok(prompt.includes(part), part);
    assert.equal(call?.definition.name, 'other');
  });

  it('is named with its diagnosis and its trial in the pause report', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig(),
    );
    await run.run();
    const { debugger: report } = run.reports[0] ?? {};
    assert.equal(report?.agent, 'other');
    assert.equal(report.turn, 5);
    assert.deepEqual(report.result, {
      kind: 'diagnosed',
      diagnosis: 'It rounds too early, in src/code.js.',
      turns: [6, 7, 8],
      progress: [],
    });
  });

  it('records one event and one phase for its call', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig(),
    );
    await run.run();
    const [event, ...more] = named(run.events, 'debugger_asked');
    assert.deepEqual(more, []);
    assert.equal(event?.data.answer, 'diagnosis');
    assert.equal(event.data.turn, 5);
    assert.ok(event.data.durationMs > 0);
    assert.ok(run.phases.some(({ phase }) => phase === 'debugger'));
  });

  it('is called once between two interventions; Resume renews it', async () => {
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig(),
    );
    await run.run();
    assert.ok(run.intervene({ type: 'resume', taskId: 'fix' }).ok);
    await run.run();
    assert.equal(debuggerCalls(run).length, 2);
    assert.equal(turnsOf(run), 16);
    assert.deepEqual(diagnosed(run), [6, 7, 8, 14, 15, 16]);
  });

  it('is not called for a pause at a limit, and at a limit no turn is left for its diagnosis', async () => {
    const limits = limitsOf({ maxTurns: 5 });
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig({ limits }),
    );
    await run.run();
    assert.equal(debuggerCalls(run).length, 0);
    assert.equal(run.reports[0]?.reason, 'MAX_PIVOTS_EXCEEDED');
    const result = run.reports[0].debugger?.result;
    assert.equal(
      result?.kind === 'failed' && result.reason,
      'the limit of turns leaves none for its diagnosis',
    );
    const four = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig({ limits: limitsOf({ maxTurns: 4 }) }),
    );
    await four.run();
    assert.equal(four.reports[0]?.reason, 'MAX_TURNS');
  });

  it('counts a subtask on its topmost ancestor, and gives the diagnosis to the subtask', async () => {
    const tasks = [
      taskOf({ id: 'whole', verify: 'npm test' }),
      taskOf({ id: 'part', parent: 'whole', goal: 'Round the sums.' }),
    ];
    const run = await ScriptedRun.create(
      sameForEver(() => DIAGNOSIS),
      debuggedConfig({ tasks }),
    );
    await run.run();
    const [call] = debuggerCalls(run);
    assert.equal(call?.taskId, 'part');
    assert.ok(call.prompt.includes('Round the sums.'));
    assert.equal(turnsOf(run, 'whole'), 8);
    assert.deepEqual(diagnosed(run), [6, 7, 8]);
    assert.equal(run.store.getTask('whole')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.store.latestReport('whole')?.debugger?.agent, 'other');
  });

  it('gives the diagnosis to planner and coder of a task with roles', async () => {
    const roles = {
      planner: { agent: 'scripted', instructions: '' },
      coder: { agent: 'scripted', instructions: '' },
      onStuck: 'snitch',
    } as const;
    const run = await ScriptedRun.create(
      (call, request) => {
        if (isDebugger(request)) return DIAGNOSIS;
        if (request.role === 'coder') return { reply: 'done', edits: { 'src/code.js': `${call}` } };
        const next = call % 2 === 1 ? 'coder' : 'done';
        return {
          reply: JSON.stringify({ next, reason: 'because' }),
          verify: { end: FAILED, output: `failure ${call}` },
        };
      },
      debuggedConfig({ tasks: [taskOf({ roles })], limits: limitsOf({ maxPivots: 0 }) }),
    );
    await run.run();
    const after = run.requests.slice(run.requests.findIndex(isDebugger) + 1);
    assert.deepEqual(
      [
        ...new Set(
          after.filter(({ systemPrompt }) => systemPrompt.startsWith(HEAD)).map(({ role }) => role),
        ),
      ].sort(),
      ['coder', 'planner'],
    );
  });
});
