import assert from 'node:assert/strict';
import { SessionNotification } from '../../../../src/vscode/guard/sessionNotification';
import type { NotificationLevel } from '../../../../src/vscode/contributions/contributions';
import { inFolder, loop, session, stopped, stoppedAndEnded, stoppedAndSeen } from './samples';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A notification whose buttons a test presses. */
function create({ press, level = 'all' }: { press?: string; level?: NotificationLevel } = {}) {
  const asked: string[] = [];
  const done: string[] = [];
  const act = (name: string) => () => {
    done.push(name);
    return Promise.resolve({ ok: true, message: '' });
  };
  const notification = new SessionNotification({
    ask: (text, buttons) => {
      asked.push(`${text} [${buttons.join(', ')}]`);
      return Promise.resolve(press);
    },
    level: () => level,
    showAnswer: () => undefined,
    report: (problem) => assert.fail(problem),
    actions: { proof: act('proof'), notALoop: act('notALoop'), rewind: act('rewind') },
  });
  return { notification, asked, done };
}

describe('the notification about a stopped session', () => {
  it('comes once for each loop that ended a turn', async () => {
    const { notification, asked } = create();
    notification.update([inFolder([session()])]);
    notification.update([inFolder([stopped])]);
    notification.update([inFolder([stopped])]);
    notification.update([inFolder([session({ loops: stopped.loops })])]);
    notification.update([inFolder([stopped])]);
    await settled();
    assert.deepEqual(asked, [
      'Devs stopped Claude Code (Fix it.), because it was in a loop: ' +
        'Bash npm test gave the same result 4 times. [Proof, This Was Not a Loop, Rewind…]',
    ]);
    const again = loop({ at: '2026-11-28T09:10:00.000Z', step: 30 });
    notification.update([inFolder([{ ...stopped, loops: [loop(), again] }])]);
    await settled();
    assert.equal(asked.length, 2);
  });

  it('does not come for what was found before, in any folder, nor for a refused call', async () => {
    const { notification, asked } = create();
    notification.update([inFolder([stopped])]);
    const other = { ...stopped, file: '/state/sessions/claude.s2.jsonl' };
    notification.update([inFolder([stopped]), inFolder([other], '/other')]);
    const refused = session({ file: '/s3.jsonl', loops: [loop({ answer: 'refusal' })] });
    notification.update([inFolder([stopped, refused])]);
    await settled();
    assert.deepEqual(asked, []);
  });

  it('comes for one that ended at once as well, until it was seen', async () => {
    const { notification, asked } = create();
    notification.update([inFolder([])]);
    notification.update([inFolder([stoppedAndSeen])]);
    await settled();
    assert.equal(asked.length, 0);
    notification.update([inFolder([stoppedAndEnded])]);
    await settled();
    assert.equal(asked.length, 1);
  });

  it('does not come where notifications are switched off, nor later', async () => {
    const { notification, asked } = create({ level: 'none' });
    notification.update([inFolder([])]);
    notification.update([inFolder([stopped])]);
    await settled();
    assert.deepEqual(asked, []);
  });

  it('does what its buttons say', async () => {
    for (const [press, name] of [
      ['Proof', 'proof'],
      ['This Was Not a Loop', 'notALoop'],
      ['Rewind…', 'rewind'],
    ]) {
      const { notification, done } = create({ press: press ?? '' });
      notification.update([inFolder([])]);
      notification.update([inFolder([stopped])]);
      await settled();
      assert.deepEqual(done, [name]);
    }
  });

  it('has no link and no icon of what an agent wrote', async () => {
    const { notification, asked } = create();
    const text = '$(trash) [click](command:devs.run)';
    notification.update([inFolder([])]);
    notification.update([
      inFolder([{ ...stopped, asked: text, loops: [loop({ message: text })] }]),
    ]);
    await settled();
    assert.doesNotMatch(asked[0] ?? '', /\]\(command|\$\(/);
  });
});
