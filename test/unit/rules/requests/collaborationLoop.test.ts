import assert from 'node:assert/strict';
import {
  MAX_CHAIN,
  recordCollaborationLoop,
  type CollaborationEvent,
} from '../../../../src/rules/requests/collaborationLoop';

const asks = (
  request: string,
  from = 'backend_dev',
  to = 'security_expert',
): CollaborationEvent => ({
  from,
  to,
  request,
});

/** What each of the requests is, one after the other. */
function recordAll(events: readonly CollaborationEvent[]) {
  let chain: readonly CollaborationEvent[] = [];
  return events.map((event) => {
    const result = recordCollaborationLoop(chain, event);
    chain = result.chain;
    return result;
  });
}

describe('a chain of requests between agents', () => {
  it('is a loop when a similar request is made again (test_collaboration_loop_detection)', () => {
    const [first, second] = recordAll([
      asks('Can you review this authentication code?'),
      asks('Can you review this auth code again?'),
    ]);
    assert.deepEqual([first?.isLoop, first?.loopCount, first?.reason], [false, 0, '']);
    assert.equal(second?.isLoop, true);
    assert.equal(second.loopCount, 1);
    assert.equal(second.reason, 'Repeated collaboration request');
  });

  it('counts 1, 2, 3 as the request comes back, whatever else is asked in between', () => {
    const events = ['review the auth code', 'explain the cart', 'please review the auth code'];
    const again = ['review the auth code once more', 'can you review the authentication code?'];
    const counts = recordAll([...events, ...again].map((request) => asks(request)));
    assert.deepEqual(
      counts.map(({ loopCount }) => loopCount),
      [0, 0, 1, 2, 3],
    );
  });

  it('is no loop between other agents or in the other direction', () => {
    const request = 'review the auth code';
    const results = recordAll([
      asks(request),
      asks(request, 'security_expert', 'backend_dev'),
      asks(request, 'backend_dev', 'architect'),
      asks(request, 'frontend_dev'),
    ]);
    assert.ok(results.every(({ isLoop }) => !isLoop));
  });

  it('is no loop when one file after another is asked about', () => {
    const files = Array.from({ length: 20 }, (_, index) => `Review src/part${index}.ts, please.`);
    assert.ok(recordAll(files.map((request) => asks(request))).every(({ isLoop }) => !isLoop));
  });

  it('is no loop for empty requests', () => {
    assert.ok(recordAll([asks(''), asks('')]).every(({ isLoop }) => !isLoop));
  });

  it('leaves the chain that it is given as it is, and keeps the newest requests only', () => {
    const chain = Array.from({ length: MAX_CHAIN }, (_, index) => asks(`Fix issue ${index}`));
    const before = structuredClone(chain);
    const result = recordCollaborationLoop(chain, asks('Fix issue 0'));
    assert.deepEqual(chain, before);
    assert.equal(result.loopCount, 1);
    assert.deepEqual(result.chain, [...before.slice(1), asks('Fix issue 0')]);
  });
});

describe('requests that something else compares', () => {
  const chain = [asks('apples'), asks('pears'), asks('apples', 'architect')];

  it('are the same above its threshold, between the same two alone', () => {
    const same = (sameAbove: number) =>
      recordCollaborationLoop(chain, asks('quinces'), { sameAbove, of: (place) => place / 10 })
        .same;
    assert.deepEqual(same(0.05), [1]);
    assert.deepEqual(same(0.1), []);
  });

  it('are the same in the same words, whatever it says', () => {
    const deaf = { sameAbove: 0.5, of: () => 0 };
    assert.deepEqual(recordCollaborationLoop(chain, asks('pears'), deaf).same, [1]);
    assert.deepEqual(recordCollaborationLoop([asks('')], asks(''), deaf).same, []);
  });
});
