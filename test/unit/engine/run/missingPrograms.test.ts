import assert from 'node:assert/strict';
import { appOver } from '../../../support/scriptedApp';
import { soundMachine } from '../../../support/soundMachine';
import { configOf, ScriptedRun, taskOf } from '../../../support/scriptedRun';
import type { DevsConfig } from '../../../../src/model/config/config';
import type { Programs } from '../../../../src/ports/programs';

/** Programs of a machine without `missing`. */
function without(...missing: readonly string[]): Programs & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    locate: (program) => {
      asked.push(program);
      return Promise.resolve(
        missing.includes(program) ? { kind: 'missing' } : { kind: 'found', file: program },
      );
    },
  };
}

async function runWithout(missing: string, change: Partial<DevsConfig> = {}): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(() => ({ reply: 'same' }), configOf(change));
  run.programs = without(missing);
  await run.run();
  return run;
}

describe('programs are looked for before a turn, not by failing one', () => {
  it('an agent that is missing blocks its task without a turn, and the report names it', async () => {
    const run = await runWithout('agent');
    assert.equal(run.store.getTask('fix')?.status, 'blocked');
    assert.equal(run.store.listTurns('fix').length, 0);
    assert.deepEqual([run.requests.length, run.verifications], [0, 0]);
    const report = run.store.latestReport('fix');
    assert.deepEqual(report?.missing, { of: 'agent', program: 'agent' });
    assert.equal(report.stopReason, 'program "agent" was not found on PATH');
    assert.deepEqual(report.advice.slice(0, 1), [
      'Install it, or correct the command of the agent "scripted" in devs.yaml; then resume the task.',
    ]);
  });

  it('so does the program of the verify command, while the task may not make it itself', async () => {
    const tasks = [taskOf({ verify: 'jest --ci' })];
    const blocked = await runWithout('jest', { tasks, baseline: true });
    assert.equal(blocked.store.listTurns('fix').length, 0);
    assert.deepEqual(blocked.store.latestReport('fix')?.missing, { of: 'verify', program: 'jest' });
    const own = await runWithout('jest', { tasks, baseline: false });
    assert.notEqual(own.store.listTurns('fix').length, 0);
  });

  it('and a command that only a shell can read is left to the shell', async () => {
    const tasks = [taskOf({ verify: 'if true; then exit 1; fi' })];
    const run = await runWithout('if', { tasks, baseline: true });
    assert.equal(run.store.latestReport('fix')?.missing, undefined);
  });

  it('are looked for again before a task is resumed', async () => {
    const run = await runWithout('agent');
    const app = (programs: Programs) => appOver(run, { machine: soundMachine(programs) });
    assert.match((await app(without('agent')).findMissing('fix')) ?? '', /"agent" was not found/);
    assert.equal(await app(without()).findMissing('fix'), undefined);
    assert.equal(await app(without('agent')).findMissing('nothing'), undefined);
  });
});
