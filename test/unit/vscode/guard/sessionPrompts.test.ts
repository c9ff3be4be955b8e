import assert from 'node:assert/strict';
import { chooseSession } from '../../../../src/vscode/guard/sessionPrompts';
import type { WatchedSession } from '../../../../src/vscode/guard/sessionWatch';
import { ScriptedInput } from '../scriptedInput';
import { inFolder, session, stopped, stoppedAndEnded } from './samples';

/** Chooses the session, then the action with this label; what was done is noted. */
async function choose(chosen: WatchedSession, label: string, name?: string) {
  const input = new ScriptedInput();
  input.answers = [[name ?? chosen.asked], [label]];
  const done: string[] = [];
  const act = (name: string) => () => {
    done.push(name);
    return Promise.resolve({ ok: true, message: '' });
  };
  const actions = {
    ...{ proof: act('proof'), seen: act('seen'), notALoop: act('notALoop') },
    ...{ rewind: act('rewind'), snooze: act('snooze') },
  };
  await chooseSession({ folders: [inFolder([chosen])], actions, input });
  return { row: input.shown[0]?.lines[0] ?? '', lines: input.shown[1]?.lines, done };
}

describe('choosing a guarded session in the palette', () => {
  it('rewinds it', async () => {
    const { lines, done } = await choose(session(), 'Rewind…');
    assert.deepEqual(lines, ['Show Steps', 'Rewind…', 'Snooze']);
    assert.deepEqual(done, ['rewind']);
  });

  it('says beforehand why it cannot be rewound', async () => {
    const { lines } = await choose({ ...session(), noRewind: 'The agent works.' }, 'Snooze');
    assert.deepEqual(lines, ['Show Steps', 'Rewind… | The agent works.', 'Snooze']);
  });

  it('shows when something last happened, and each one in which Devs found a loop', async () => {
    const { row } = await choose(session(), 'Snooze');
    assert.match(row, /^Fix it\. \| Claude Code · Working · last at .*\d+:\d\d.* · 11 steps$/);
    const looped = await choose(stopped, 'Show Proof', '$(warning) Fix it.');
    assert.match(looped.row, /^\$\(warning\) Fix it\. \| .*Stopped by Devs · last at/);
    assert.match(
      looped.row,
      / \| Bash npm test gave the same result 4 times\. Devs ended the turn\.$/,
    );
    assert.deepEqual(looped.lines, ['Show Proof', 'This Was Not a Loop', 'Rewind…', 'Snooze']);
    assert.deepEqual(looped.done, ['proof']);
  });

  it('offers what makes sense for one that is over', async () => {
    const over = await choose(session({ status: 'ended', steps: 0 }), 'Rewind…');
    assert.deepEqual(over.lines, ['Rewind…']);
    const { lines, done } = await choose(stoppedAndEnded, 'Mark as Seen', '$(warning) Fix it.');
    assert.deepEqual(lines, ['Show Proof', 'Mark as Seen', 'This Was Not a Loop', 'Rewind…']);
    assert.deepEqual(done, ['seen']);
  });

  it('shows what an agent wrote as the text it is', async () => {
    const { row } = await choose(session({ asked: '$(trash) it' }), 'Rewind…', '');
    assert.doesNotMatch(row, /\$\(/);
  });
});
