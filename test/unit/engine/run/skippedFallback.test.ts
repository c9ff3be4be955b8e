import assert from 'node:assert/strict';
import type { DevsConfig } from '../../../../src/model/config/config';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import {
  configOf,
  FAILED,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const HOUR = 3_600_000;
const GOOD: ScriptedTurn = { edits: { 'src/code.js': 'good' }, verify: { end: PASSED } };
const GOOD_TOO: ScriptedTurn = { ...GOOD, edits: { 'src/b.js': 'b' } };
const LOGGED_OUT: ScriptedTurn = { end: FAILED, errorTail: 'Invalid API key · Please run /login' };
const LIMIT: ScriptedTurn = {
  end: FAILED,
  errorTail: `Error: 429 Too Many Requests\nretry-after: ${5 * 3_600}`,
};

type Script = Readonly<Record<string, ScriptedTurn[]>>;

/** `scripted`, and those that stand in for it, each with a program of its name. */
function configWith(fallback: readonly string[], change: Partial<DevsConfig> = {}): DevsConfig {
  const { scripted } = configOf().agents;
  assert.ok(scripted);
  const named = ['scripted', ...fallback].map((name) => [
    name,
    { ...scripted, name, command: [name], ...(name === 'scripted' && { fallback }) },
  ]);
  return configOf({ agents: Object.fromEntries(named) as DevsConfig['agents'], ...change });
}

/** Plays what each agent does in its calls; `missing`: programs that are not there. */
async function play(
  script: Script,
  config: DevsConfig,
  missing: readonly string[] = [],
): Promise<ScriptedRun> {
  const played: ScriptedTurn[] = [];
  const run = await ScriptedRun.create(
    (call, { definition }) => (played[call] ??= script[definition.name]?.shift() ?? GOOD),
    config,
  );
  run.programs = {
    locate: (file) =>
      Promise.resolve(missing.includes(file) ? { kind: 'missing' } : { kind: 'found', file }),
  };
  await run.run();
  return run;
}

function called(run: ScriptedRun): readonly string[] {
  return run.requests.map(({ definition }) => definition.name);
}

describe('an agent that cannot stand in for one at its limit', () => {
  const loggedOut = 'two cannot go on in place of scripted: not logged in: Invalid API key';

  it('is skipped where it is not logged in: the next one goes on', async () => {
    const script = { scripted: [LIMIT], two: [LOGGED_OUT], three: [GOOD] };
    const run = await play(script, configWith(['two', 'three']));
    assert.deepEqual(called(run), ['scripted', 'two', 'three']);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.waits, []);
    assert.equal(run.warnings.length, 1);
    assert.ok(run.warnings[0]?.startsWith(loggedOut), run.warnings[0]);
    const [, skipped] = run.store.listEventsNamed(['turn_ended']);
    assert.equal(skipped?.data.outcome, 'not_agent');
    assert.ok(skipped.data.reason.startsWith(loggedOut));
  });

  it('is skipped where its program is missing, without a turn', async () => {
    const script = { scripted: [LIMIT], three: [GOOD] };
    const run = await play(script, configWith(['two', 'three']), ['two']);
    assert.deepEqual(called(run), ['scripted', 'three']);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.match(
      run.warnings.join('\n'),
      /^two cannot go on in place of scripted: .*two.* not .*PATH/,
    );
  });

  it('lets the task wait for the end of the limit where no other one is left', async () => {
    const script = { scripted: [LIMIT, GOOD], two: [LOGGED_OUT] };
    const run = await play(script, configWith(['two', 'three']), ['three']);
    assert.deepEqual(called(run), ['scripted', 'two', 'scripted']);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    const [wait = 0, ...more] = run.waits;
    assert.ok(Math.abs(wait - 5 * HOUR) < 60_000, String(wait));
    assert.deepEqual(more, []);
    const reasons = run.store.listEventsNamed(['retry_scheduled']).map(({ data }) => data.reason);
    assert.match(
      reasons.at(-1) ?? '',
      /^the agent scripted has reached its usage limit \(seen in fix\); two cannot go on: not logged in.*; three cannot go on: /,
    );
  });

  it('is skipped by the other tasks, too, but for its own, which is blocked', async () => {
    const own = taskOf({ id: 'own', agent: 'two' });
    const tasks = [taskOf({ id: 'one' }), taskOf({ id: 'two' }), own];
    const script = { scripted: [LIMIT], two: [LOGGED_OUT, LOGGED_OUT], three: [GOOD, GOOD_TOO] };
    const run = await play(script, configWith(['two', 'three'], { tasks, onPause: 'continue' }));
    assert.deepEqual(called(run), ['scripted', 'two', 'three', 'three', 'two']);
    assert.equal(run.store.getTask('own')?.status, 'blocked');
    assert.match(run.store.getTask('own')?.statusReason ?? '', /^not logged in: /);
  });

  it('is not shown as the one that goes on', async () => {
    const config = configWith(['two']);
    const run = await play({ scripted: [LIMIT], two: [LOGGED_OUT] }, config);
    const first = run.store.listEventsNamed(['retry_scheduled'])[0];
    const overview = buildOverview({
      ...{ config: { kind: 'ok', config }, store: run.store, holder: undefined },
      now: new Date(Date.parse(first?.at ?? '') + 1_000),
    });
    assert.deepEqual(
      [overview.tasks[0]?.agent, overview.tasks[0]?.standsInFor],
      ['scripted', undefined],
    );
  });
});
