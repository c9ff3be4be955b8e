import assert from 'node:assert/strict';
import { chooseSession } from '../../../../src/vscode/guard/sessionPrompts';
import type { WatchedSession } from '../../../../src/vscode/guard/sessionWatch';
import { ScriptedInput } from '../scriptedInput';
import { inFolder, session } from './samples';

/** Chooses the session, then the action with this label; what was done is noted. */
async function choose(chosen: WatchedSession, label: string) {
  const input = new ScriptedInput();
  input.answers = [[chosen.asked], [label]];
  const done: string[] = [];
  const act = (name: string) => () => {
    done.push(name);
    return Promise.resolve({ ok: true, message: '' });
  };
  const actions = {
    ...{ proof: act('proof'), notALoop: act('notALoop') },
    ...{ rewind: act('rewind'), snooze: act('snooze') },
  };
  await chooseSession({ folders: [inFolder([chosen])], actions, input });
  return { lines: input.shown[1]?.lines, done };
}

describe('choosing a guarded session in the palette', () => {
  it('rewinds it', async () => {
    const { lines, done } = await choose(session(), 'Rewind…');
    assert.deepEqual(lines, ['Show Proof', 'Rewind…', 'Snooze']);
    assert.deepEqual(done, ['rewind']);
  });

  it('says beforehand why it cannot be rewound', async () => {
    const { lines } = await choose({ ...session(), noRewind: 'The agent works.' }, 'Snooze');
    assert.deepEqual(lines, ['Show Proof', 'Rewind… | The agent works.', 'Snooze']);
  });
});
