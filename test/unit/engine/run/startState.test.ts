import assert from 'node:assert/strict';
import { configOf, PASSED, ScriptedRun } from '../../../support/scriptedRun';

/** A verification that passes and writes its report anew, as it does each time. */
function passing(call: number): { end: typeof PASSED; writes: Record<string, string> } {
  return { end: PASSED, writes: { 'junit.xml': `<testsuite time="${call}"/>` } };
}

/** A report that lay there, untracked and not ignored, before the task began. */
function withOldReport(run: ScriptedRun): ScriptedRun {
  run.files.set('junit.xml', '<testsuite time="0"/>');
  run.untracked.add('junit.xml');
  return run;
}

async function runInTwoParts(run: ScriptedRun, abort: AbortController): Promise<void> {
  await run.run({ signal: abort.signal });
  await run.run();
}

describe('OrchestrationLoop: what differs from the start', () => {
  it('after a killed first turn, an old report that is rewritten is no work to show', async () => {
    const abort = new AbortController();
    const run = await ScriptedRun.create((call) =>
      call === 1
        ? { during: () => abort.abort() }
        : { reply: 'Looks fine.', verify: passing(call) },
    );
    await runInTwoParts(withOldReport(run), abort);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('the edits of a killed first turn are work to show, whatever the verification creates', async () => {
    const abort = new AbortController();
    const run = await ScriptedRun.create((call) =>
      call === 1
        ? { edits: { 'src/code.js': 'right' }, during: () => abort.abort() }
        : { reply: 'Looks fine.', verify: passing(call) },
    );
    await runInTwoParts(run, abort);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('a named report that is first rewritten by a later turn is no work to show', async () => {
    const run = await ScriptedRun.create(
      (call) =>
        call === 1
          ? { reply: 'a', edits: { 'src/code.js': 'does not compile' } }
          : { reply: 'b', edits: { 'src/code.js': 'original' }, verify: passing(call) },
      configOf({ reports: ['junit.xml'] }),
    );
    await withOldReport(run).run();
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('a named report that the agent’s own test run wrote is no work to show', async () => {
    const run = await ScriptedRun.create(
      (call) => ({
        reply: 'I ran the tests.',
        edits: { 'junit.xml': `by the agent ${call}` },
        verify: { end: PASSED },
      }),
      configOf({ reports: ['junit.xml'] }),
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });
});
