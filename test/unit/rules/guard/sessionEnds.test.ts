import assert from 'node:assert/strict';
import { PlayedSession } from '../../../support/playSession';

describe('a guarded session that ends, or is interrupted', () => {
  it('waits for its user, who interrupted it, until the agent works on', () => {
    const session = new PlayedSession();
    session.prompt('Fix it');
    session.put({ kind: 'call', tool: 'Bash', args: '{"command":"sleep 60"}' });
    session.put({ kind: 'interrupted', of: 'another prompt' });
    assert.equal(session.state.status, 'working');
    session.put({ kind: 'interrupted', of: '1' });
    const { status, wasInterrupted, current } = session.state;
    assert.deepEqual([status, wasInterrupted, current], ['waiting', true, undefined]);
    session.prompt('Go on');
    assert.deepEqual([session.state.status, session.state.wasInterrupted], ['working', undefined]);
    session.put({ kind: 'interrupted', of: '1' });
    assert.equal(session.state.status, 'working');
  });

  it('needs its user after it ended at once, until they have seen it, and not once they quit it', () => {
    const stop = (): PlayedSession => {
      const session = new PlayedSession();
      session.prompt('Fix it');
      for (let count = 0; count < 8; count += 1) session.fail('npm test');
      assert.equal(session.state.needsYou, true);
      return session;
    };
    const printed = stop();
    printed.put({ kind: 'ended' });
    assert.deepEqual([printed.state.wasStopped, printed.state.needsYou], [true, true]);
    printed.put({ kind: 'seen' });
    assert.deepEqual([printed.state.wasStopped, printed.state.needsYou], [true, undefined]);
    const quit = stop();
    quit.pass(60);
    quit.put({ kind: 'ended' });
    assert.deepEqual([quit.state.wasStopped, quit.state.needsYou], [true, undefined]);
  });

  it('was last heard of when the agent did something, not when its files were rewound', () => {
    const session = new PlayedSession();
    session.prompt('Fix it');
    session.stop('Done.');
    const { lastAt } = session.state;
    session.put({ kind: 'rewound', rewind: 'r1' });
    session.put({ kind: 'not a loop' });
    assert.equal(session.state.lastAt, lastAt);
  });
});
