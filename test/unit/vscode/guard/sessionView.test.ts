import assert from 'node:assert/strict';
import { sessionViews } from '../../../../src/vscode/guard/sessionView';
import { inFolder, loop, session, stopped, stoppedAndEnded, stoppedAndSeen } from './samples';

const NOW = new Date('2026-11-28T09:30:00.000Z');
const view = (change: Parameters<typeof session>[0]) =>
  sessionViews(inFolder([session(change)]), NOW)[0];

describe('a guarded session in the dashboard', () => {
  it('is named by its file, not by its path, and placed below the folder', () => {
    const shown = view({});
    assert.equal(shown?.key, 'claude.s1.jsonl');
    assert.equal(shown.folder, 'packages/cart');
    assert.equal(view({ folder: '/shop' })?.folder, '');
  });

  it('shows its newest loops in the words of the editor', () => {
    const loops = [1, 2, 3, 4, 5].map((step) => loop({ step, message: `Loop ${step}` }));
    const shown = view({ loops });
    assert.deepEqual(
      shown?.loops.map(({ message }) => message),
      ['Loop 5.', 'Loop 4.', 'Loop 3.'],
    );
    assert.equal(shown.olderLoops, 2);
    assert.match(shown.loops[0]?.advice ?? '', /"Devs: Show Timeline".*`cart\.test\.js`/);
  });

  it('shows when Devs stopped it, whatever its agent did since', () => {
    const late = { lastAt: '2026-11-28T09:20:00.000Z' };
    assert.equal(view({ ...stopped, ...late })?.lastAt, loop().at);
    assert.equal(view({ ...late, loops: [loop()] })?.lastAt, late.lastAt);
    assert.equal(view(stopped)?.loops[0]?.place, 'step 9');
  });

  it('offers what applies: no proof without a step, no snooze of what ended or is snoozed', () => {
    const offered = (change: Parameters<typeof session>[0]): readonly string[] =>
      Object.entries(view(change)?.actions ?? {})
        .filter(([, { enabled }]) => enabled)
        .map(([name]) => name)
        .toSorted();
    assert.deepEqual(offered({}), ['makeTask', 'proof', 'rewind', 'snooze']);
    assert.deepEqual(offered({ steps: 0, asked: '' }), ['rewind', 'snooze']);
    assert.deepEqual(offered(stopped), ['makeTask', 'notALoop', 'proof', 'rewind', 'snooze']);
    assert.deepEqual(offered({ loops: [loop({ isDismissed: true })] }), [
      ...['makeTask', 'proof', 'rewind', 'snooze'],
    ]);
    assert.deepEqual(offered({ status: 'ended' }), ['makeTask', 'proof', 'rewind']);
    assert.deepEqual(offered(stoppedAndEnded), [
      ...['makeTask', 'notALoop', 'proof', 'rewind', 'seen'],
    ]);
    const until = (minutes: number): object => ({
      snoozedUntil: new Date(+NOW + minutes * 60_000).toISOString(),
    });
    assert.deepEqual(offered(until(5)), ['makeTask', 'proof', 'rewind', 'wake']);
    assert.deepEqual(offered(until(-5)), ['makeTask', 'proof', 'rewind', 'snooze']);
  });

  it('shows that Devs stopped it, and that it needs you, after it has ended too', () => {
    const shown = (change: Parameters<typeof session>[0]) => {
      const { isStopped, needsYou, statusWord } = view(change) ?? assert.fail('no session');
      return [isStopped, needsYou, statusWord];
    };
    assert.deepEqual(shown(stopped), [true, true, 'Stopped by Devs']);
    assert.deepEqual(shown(stoppedAndEnded), [true, true, 'Stopped by Devs, ended']);
    assert.deepEqual(shown(stoppedAndSeen), [true, false, 'Stopped by Devs, ended']);
    assert.deepEqual(shown({ status: 'ended' }), [false, false, 'Ended']);
  });

  it('cannot be rewound for the reason that its tooltip gives', () => {
    const noRewind = 'The agent is working at the moment; stop the agent first, then rewind.';
    const [shown] = sessionViews(inFolder([{ ...session(), noRewind }]), NOW);
    assert.deepEqual(shown?.actions.rewind, { enabled: false, hint: noRewind });
  });

  it('is left out if it ended without a step; no more than twenty are shown', () => {
    assert.equal(view({ status: 'ended', steps: 0 }), undefined);
    const many = Array.from({ length: 25 }, (_, at) => session({ file: `/${at}.jsonl` }));
    assert.equal(sessionViews(inFolder(many), NOW).length, 20);
    assert.deepEqual(sessionViews(undefined, NOW), []);
  });
});
