import assert from 'node:assert/strict';
import type { Resumption } from '../../../src/app/api/requests';
import type { DevsApp } from '../../../src/app/devsApp';
import type { ConfigResult } from '../../../src/model/config/config';
import type { Answer } from '../../../src/ports/answer';
import { appOver, ownState } from '../../support/scriptedApp';
import {
  configOf,
  FAILED,
  PASSED,
  limitsOf,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../support/scriptedRun';

async function runWith(app: DevsApp, run: ScriptedRun): Promise<string> {
  const answer = await app.run({
    observer: run.deps().observer,
    signal: new AbortController().signal,
  });
  return answer.ok ? answer.end.kind : answer.message;
}

/** Lets everything happen that waits for nothing. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('DevsApp: while devs.yaml is invalid', () => {
  it('keeps the last valid tasks and what can be done with them, but runs nothing', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'same' }));
    const problems = [{ source: 'devs.yaml', line: 8, message: 'Unknown key "gaol".' }];
    const app = appOver(run, {
      configSource: {
        read: () => Promise.resolve({ kind: 'invalid', problems, lastValid: run.config }),
      },
    });
    const { config, tasks } = await app.overview();
    assert.deepEqual(config, { kind: 'invalid', problems });
    assert.deepEqual(
      tasks.map(({ id, runnable }) => [id, runnable]),
      run.config.tasks.map(({ id }) => [id, false]),
    );
    assert.equal(await runWith(app, run), 'devs.yaml:8: Unknown key "gaol".');
    assert.equal((await app.skip('fix')).ok, true);
    assert.equal((await app.overview()).tasks[0]?.status, 'skipped');
  });
});

describe('DevsApp: interventions while a run goes on', () => {
  it('one that was asked for just before the run began is answered during the run', async () => {
    let readLate = (): void => undefined;
    const late = new Promise<void>((resolve) => (readLate = resolve));
    let reads = 0;
    let answer = 'none yet';
    const run = await ScriptedRun.create((call) => ({
      reply: 'same',
      during: async () => {
        if (call !== 1) return;
        readLate();
        await settled();
        assert.match(answer, /^fix cannot be resumed: it is in progress/);
      },
    }));
    const app = appOver(run, {
      configSource: {
        read: async (): Promise<ConfigResult> => {
          reads += 1;
          if (reads === 1) await late;
          return { kind: 'ok', config: run.config };
        },
      },
    });
    const asked = app.resume('fix', {}).then(({ message }) => (answer = message));
    assert.equal(await runWith(app, run), 'needsHuman');
    await asked;
  });

  it('a Resume while the event command still runs leaves nothing that claims to need a human', async () => {
    const run = await ScriptedRun.create(
      () => ({ reply: 'same' }),
      configOf({ onEvent: 'notify' }),
    );
    const app: DevsApp = appOver(run, {
      adapters: {
        ...run.deps(),
        hook: {
          notify: async (_command, { event }) => {
            if (event !== 'run_ended') return undefined;
            assert.deepEqual(await app.resume('fix', {}), {
              ok: true,
              message: 'Resumed fix; its failed turns are counted from 0 again.',
            });
            return undefined;
          },
        },
      },
    });
    assert.equal(await runWith(app, run), 'needsHuman');
    assert.equal(run.store.getTask('fix')?.status, 'pending');
    assert.equal(run.store.getRunStatus(), 'IDLE');
  });

  it('the minutes of a run count anew from a Resume in it', async () => {
    const unwell: ScriptedTurn = { end: FAILED, errorTail: 'out of luck' };
    const run: ScriptedRun = await ScriptedRun.create(
      (call) =>
        call <= 2
          ? unwell
          : {
              reply: `try ${call}`,
              edits: { x: String(call) },
              during: async () => {
                run.clock.advance(10 * 60_000);
                if (call === 5) await app.resume('first', {});
              },
            },
      configOf({
        onPause: 'continue',
        limits: limitsOf({ maxMinutes: 35 }),
        tasks: [taskOf({ id: 'first' }), taskOf({ id: 'second' })],
      }),
    );
    const app = appOver(run);
    await runWith(app, run);
    assert.equal(run.reports[0]?.reason, 'MAX_MINUTES');
    assert.equal(run.requests.length, 9, 'three turns before the Resume, four after it');
  });
});

describe('DevsApp: Resume and go on', () => {
  /** An app, the leases that it took, and what its `first` was answered. */
  async function paused() {
    const run = await ScriptedRun.create(() => ({ reply: 'same' }));
    assert.equal(await runWith(appOver(run), run), 'needsHuman');
    const state = ownState(run);
    const taken = { leases: 0 };
    const acquire = () => {
      taken.leases += 1;
      return state.acquire();
    };
    const app = appOver(run, { state: { ...state, acquire } });
    const goOn = async (request: Resumption) => {
      const answers: Answer[] = [];
      const { observer } = run.deps();
      const { signal } = new AbortController();
      const first = { request, onAnswer: (answer: Answer) => void answers.push(answer) };
      return { ended: await app.run({ observer, signal, first }), answers };
    };
    return { run, taken, goOn };
  }

  it('is one operation: the task is resumed and run under one lease', async () => {
    const { run, taken, goOn } = await paused();
    run.script = () => ({
      reply: 'done',
      edits: { 'src/code.js': 'fixed' },
      verify: { end: PASSED },
    });
    const { ended, answers } = await goOn({
      type: 'resume',
      taskId: 'fix',
      hint: 'Try the other file.',
    });
    assert.deepEqual(answers, [
      {
        ok: true,
        message: 'Resumed fix with your hint; its failed turns are counted from 0 again.',
      },
    ]);
    assert.equal(ended.ok && ended.end.kind, 'allDone');
    assert.match(run.requests.at(-1)?.systemPrompt ?? '', /Try the other file\./);
    assert.equal(taken.leases, 1);
  });

  it('runs nothing where the task cannot be resumed', async () => {
    const { run, goOn } = await paused();
    run.intervene({ type: 'skip', taskId: 'fix' });
    const calls = run.requests.length;
    const { ended, answers } = await goOn({ type: 'resume', taskId: 'fix' });
    assert.equal(answers[0]?.ok, false);
    assert.deepEqual(ended, { ok: false, message: answers[0].message });
    assert.equal(run.requests.length, calls);
  });
});

describe('DevsApp: a run of selected tasks', () => {
  it('says which of them need a human, and runs nothing', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'same' }));
    const app = appOver(run);
    await runWith(app, run);
    const calls = run.requests.length;
    const { observer } = run.deps();
    const signal = new AbortController().signal;
    assert.deepEqual(await app.run({ taskIds: ['fix'], observer, signal }), {
      ok: false,
      message: 'fix is paused; `devs resume fix` resumes it.',
      needsHuman: ['fix'],
    });
    assert.equal(run.requests.length, calls);
  });
});

describe('DevsApp: Skip of a task with subtasks', () => {
  const tasks = [
    taskOf(),
    taskOf({ id: 'child', parent: 'fix' }),
    taskOf({ id: 'grandchild', parent: 'child' }),
    taskOf({ id: 'done-before', parent: 'fix' }),
  ];

  it('skips its open subtasks with it, so that a paused task does not go on in them', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'same' }), configOf({ tasks }));
    const app = appOver(run);
    await app.skip('done-before');
    assert.equal(await runWith(app, run), 'needsHuman');
    assert.deepEqual(await app.skip(undefined), {
      ok: true,
      message: 'Skipped fix and its subtasks child, grandchild.',
    });
    assert.equal(run.store.getTask('grandchild')?.statusReason, 'skipped by you, with fix');
    assert.equal(run.store.getTask('done-before')?.statusReason, 'skipped by you');
    assert.equal(await runWith(app, run), 'allDone');
    assert.equal(run.requests.length, 5);
  });

  it('ends the agent of the subtask that runs', async () => {
    let answer: Promise<unknown> = Promise.resolve();
    const run: ScriptedRun = await ScriptedRun.create(
      () => ({ reply: 'same', during: () => void (answer = app.skip('fix')) }),
      configOf({ tasks }),
    );
    const app = appOver(run);
    await app.skip('done-before');
    assert.equal(await runWith(app, run), 'allDone');
    await answer;
    assert.deepEqual(
      run.store.listTurns('fix').map((turn) => turn.outcome),
      ['interrupted'],
    );
    assert.equal(run.store.getTask('fix')?.status, 'skipped');
  });
});
