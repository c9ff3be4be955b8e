import { deepEqual, equal, match } from 'node:assert/strict';
import type { SetUpFacts, TrialEnd } from '../../../../src/app/api/answers';
import type { VerifyTrial } from '../../../../src/app/api/requests';
import type { FolderApp } from '../../../../src/vscode/folders/folderApp';
import { setUpHandlers } from '../../../../src/vscode/setUp/setUpHandlers';
import { SetUpSession } from '../../../../src/vscode/setUp/setUpSession';
import { claudeConfig, someFacts } from './setUpSamples';

/** The page's host over a folder whose facts the test sets, and whose trials it ends. */
function scene({ trusted = true, unsaved = false } = {}) {
  const calls: unknown[] = [];
  const trials: (VerifyTrial & { readonly end: (end: TrialEnd) => void })[] = [];
  let facts: SetUpFacts = someFacts();
  let changes = 0;
  const yes = (...call: unknown[]) => {
    calls.push(call);
    return Promise.resolve({ ok: true, message: 'Done.' });
  };
  const session = new SetUpSession({
    folder: 'shop',
    app: () => ({
      setUp: () => Promise.resolve(facts),
      tryVerify: (trial) => new Promise((end) => trials.push({ ...trial, end })),
    }),
    onChange: () => (changes += 1),
    soon: (call) => call(),
  });
  const folder = {
    app: { init: () => yes('init') },
    refresh: () => Promise.resolve({ tasks: [{ id: 'fix-it' }] }),
  } as unknown as FolderApp;
  const handlers = setUpHandlers({
    trust: { granted: trusted, reason: 'This workspace is not trusted.' },
    session,
    folder: () => folder,
    actions: {
      run: () => yes('run'),
      change: (_folder, change) => yes('change', change),
      addTasks: (_folder, tasks) => yes('addTasks', tasks),
    },
    isUnsaved: () => unsaved,
    openConfig: (_folder, line) => yes('openConfig', line),
    openDashboard: () => yes('openDashboard'),
    decide: () => yes('decide'),
  });
  const view = async () => (await session.snapshot()).view;
  return {
    ...{ calls, trials, session, handlers, view, changed: () => changes },
    have: (next: Partial<SetUpFacts>) => (facts = someFacts(next)),
  };
}

const aborted = (trials: readonly VerifyTrial[]) => trials.map(({ signal }) => signal.aborted);

describe('the host of the set-up page', () => {
  it('writes what is chosen, and shows what the file then says', async () => {
    const { handlers, calls, have, view } = scene();
    have({ config: { kind: 'missing' } });
    equal((await view()).obstacle?.kind, 'missing');
    have({ config: { kind: 'ok', config: claudeConfig('verify: make test') } });
    deepEqual(await handlers.create({}), { ok: true, result: { message: '' } });
    equal((await view()).obstacle, undefined);
    equal((await view()).verify.written, 'make test');
    await handlers.chooseAgent({ name: 'codex' });
    await handlers.useVerify({ command: 'npm test' });
    await handlers.addTask({ title: 'Fix it', goal: 'It works.' });
    deepEqual(calls, [
      ['init'],
      ['change', { kind: 'agent', name: 'codex' }],
      ['change', { kind: 'verify', command: 'npm test' }],
      ['addTasks', [{ id: 'fix-it-2', title: 'Fix it', goal: 'It works.' }]],
    ]);
  });

  it('shows a trial as it goes, and its end', async () => {
    const { handlers, trials, view, changed } = scene();
    await view();
    deepEqual(await handlers.tryVerify({ command: 'npm test' }), {
      ok: true,
      result: { message: '' },
    });
    const [trial] = trials;
    equal((await view()).verify.trial?.state, 'running');
    const before = changed();
    trial?.onOutput('1 passing');
    equal((await view()).verify.trial?.output, '1 passing');
    equal(changed(), before + 1);
    const second = await handlers.tryVerify({ command: 'make' });
    equal(second.ok || second.message, 'The command is still running: stop it first.');
    trial?.end({ kind: 'fails', message: '1 of 2 tests fails.' });
    await Promise.resolve().then(() => undefined);
    const { verify } = await view();
    deepEqual(verify.trial, {
      ...{ command: 'npm test', state: 'fails', message: '1 of 2 tests fails.' },
      output: '1 passing',
    });
    equal(verify.done, false);
  });

  it('ends a trial when asked to and when the page is closed', async () => {
    const { handlers, trials, session } = scene();
    await handlers.tryVerify({ command: 'npm test' });
    deepEqual(aborted(trials), [false]);
    await handlers.stopTrial({});
    deepEqual(aborted(trials), [true]);
    const other = scene();
    await other.handlers.tryVerify({ command: 'npm test' });
    other.session.dispose();
    deepEqual(aborted(other.trials), [true]);
    session.dispose();
  });

  it('opens the dashboard before the run begins or to decide, and devs.yaml at a line', async () => {
    const { handlers, calls } = scene();
    await handlers.run({});
    await handlers.openConfig({ line: 4 });
    await handlers.decide({});
    deepEqual(calls, [['openDashboard'], ['run'], ['openConfig', 4], ['decide']]);
  });

  it('writes nothing while devs.yaml has unsaved changes, and says so', async () => {
    const { handlers, calls } = scene({ unsaved: true });
    for (const answer of [
      await handlers.chooseAgent({ name: 'codex' }),
      await handlers.useVerify({ command: 'x' }),
      await handlers.addTask({ title: 'Fix', goal: 'Fix.' }),
    ])
      match(answer.ok ? '' : answer.message, /^devs\.yaml has unsaved changes in an editor/);
    deepEqual(calls, []);
  });

  it('starts nothing in a workspace that is not trusted', async () => {
    const { handlers, calls, trials } = scene({ trusted: false });
    for (const answer of [
      await handlers.ready({}),
      await handlers.create({}),
      await handlers.tryVerify({ command: 'npm test' }),
      await handlers.run({}),
      await handlers.addTask({ title: 'Fix', goal: 'Fix.' }),
    ])
      match(answer.ok ? '' : answer.message, /^This workspace is not trusted/);
    deepEqual([calls, trials], [[], []]);
  });
});
