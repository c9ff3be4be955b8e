import assert from 'node:assert/strict';
import type { SessionDecision } from '../../../../src/model/guard/sessionRecord';
import { SessionActions } from '../../../../src/vscode/guard/sessionActions';
import type { FolderApp } from '../../../../src/vscode/folders/folderApp';
import { ScriptedInput } from '../scriptedInput';
import { inFolder, session, stopped, stoppedAndEnded, stoppedAndSeen } from './samples';

const found = inFolder([session()]);

/** Actions in the folder of `found`. */
function create({ prompt = '', config = 'valid', full = false } = {}) {
  const decisions: SessionDecision[] = [];
  const opened: unknown[] = [];
  const input = new ScriptedInput();
  let inits = 0;
  const actions = new SessionActions({
    watch: {
      in: ({ uri }) => (uri.toString() === found.folder.uri.toString() ? found : undefined),
      promptOf: () => prompt,
      onDidChange: () => ({ dispose: () => undefined }),
      decide: (_session, decision) => {
        if (full) return Promise.reject(new Error('no space left'));
        decisions.push(decision);
        return Promise.resolve();
      },
    },
    replays: {
      openProof: (file, name) => {
        opened.push([file, name]);
        return Promise.resolve();
      },
    },
    rewinds: { rewind: () => Promise.resolve(undefined) },
    input,
    actions: {
      create: () => {
        inits += 1;
        return Promise.resolve({ ok: true, message: 'Wrote devs.yaml.' });
      },
    },
  });
  const app = {
    folder: found.folder,
    refresh: () => Promise.resolve({ config: { kind: config } }),
  } as unknown as FolderApp;
  return { actions, decisions, opened, input, app, inits: () => inits };
}

describe('what a user does about a guarded session', () => {
  it('concerns only a session of the folder that is shown', () => {
    const { actions } = create();
    assert.equal(actions.find(found.folder, 'claude.s1.jsonl')?.id, 's1');
    assert.equal(actions.find(found.folder, '../claude.s1.jsonl'), undefined);
    assert.equal(actions.find(inFolder([], '/other').folder, 'claude.s1.jsonl'), undefined);
  });

  it('opens its proof, under what was asked', async () => {
    const { actions, opened } = create();
    await actions.proof(session());
    assert.deepEqual(opened, [['/state/sessions/claude.s1.jsonl', 'Claude Code: Fix it.']]);
  });

  it('is recorded: no loop, a snooze of half an hour, its end', async () => {
    const { actions, decisions } = create();
    const before = Date.now();
    await actions.notALoop(session());
    await actions.snooze(session(), true);
    await actions.snooze(session(), false);
    const [first, second, third] = decisions;
    assert.deepEqual(first, { kind: 'not a loop' });
    assert.ok(second?.kind === 'snoozed' && third?.kind === 'snoozed');
    assert.ok(Date.parse(second.until) >= before + 30 * 60_000);
    assert.ok(Date.parse(third.until) <= Date.now());
  });

  it('is to have seen one that is over: by its proof, or by saying so', async () => {
    const { actions, decisions } = create();
    await actions.proof(stoppedAndEnded);
    assert.deepEqual(decisions, [{ kind: 'seen' }]);
    await actions.proof(stopped);
    await actions.proof(stoppedAndSeen);
    assert.equal(decisions.length, 1);
    await actions.seen(stoppedAndEnded);
    assert.equal(decisions.length, 2);
  });

  it('is refused where it cannot be recorded', async () => {
    const { ok, message } = await create({ full: true }).actions.notALoop(session());
    assert.equal(ok, false);
    assert.match(message, /could not record.*no space left/);
  });

  it('takes over what was asked, with the folder, into a task', async () => {
    const { actions, app, inits } = create({ prompt: 'Fix the cart.\nIt rounds wrongly.\n' });
    const { ok, task } = await actions.suggestTask(app, session());
    assert.equal(ok, true);
    assert.deepEqual(task, {
      title: 'Fix the cart.',
      goal: 'Fix the cart.\nIt rounds wrongly.\n\nWork in the folder packages/cart.',
    });
    assert.equal(inits(), 0);
  });

  it('writes no devs.yaml without asking', async () => {
    const { actions, app, input, inits } = create({ prompt: 'Fix it.', config: 'missing' });
    input.agrees = false;
    const declined = await actions.suggestTask(app, session({ folder: '/shop' }));
    assert.equal(inits(), 0);
    assert.deepEqual([declined.message, declined.task.title], ['devs.yaml was not created.', '']);
    assert.deepEqual(
      input.confirmations.map(({ message }) => message),
      ['Create devs.yaml in shop?'],
    );
  });

  it('writes a devs.yaml first where there is none, and adds to no broken one', async () => {
    const missing = create({ prompt: 'Fix it.', config: 'missing' });
    const taken = await missing.actions.suggestTask(missing.app, session({ folder: '/shop' }));
    assert.equal(missing.inits(), 1);
    assert.deepEqual(taken.task, { title: 'Fix it.', goal: 'Fix it.' });
    const broken = create({ prompt: 'Fix it.', config: 'invalid' });
    const refused = await broken.actions.suggestTask(broken.app, session());
    assert.deepEqual(
      [refused.ok, refused.message],
      [...[false, 'devs.yaml has problems: fix them first.']],
    );
  });

  it('keeps a goal as short as the dashboard may send back', async () => {
    const { actions, app } = create({ prompt: `${'x'.repeat(30_000)}\n` });
    const { task } = await actions.suggestTask(app, session());
    assert.equal(task.goal.length, 20_000);
    assert.match(task.goal, /packages\/cart\.$/);
  });
});
