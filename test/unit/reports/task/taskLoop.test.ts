import assert from 'node:assert/strict';
import { toTaskLoop } from '../../../../src/reports/task/taskLoop';
import { describeAttempts } from '../../../../src/reports/task/describeAttempts';
import type {
  Attempt,
  AttemptEvidence,
  DetectedLoop,
  NewAttempt,
} from '../../../../src/model/task/attempt';
import { createMemoryStore } from '../../../support/memoryStore';
import type { Store } from '../../../../src/ports/store';

const WORK = ['a stub', 'changed src/a.js', 'contents abcdefghijkl'];

function add(store: Store, taskId: string, turn: number): Attempt {
  const status: NewAttempt['status'] = 'blocked';
  const attempt = {
    ...{ taskId, at: `2026-11-21T0${turn % 10}:00:00.000Z`, status, agent: 'claude' },
    ...{ blockers: ['no critic'], completedWork: WORK, sessionId: `session_${turn}` },
    ...{ counted: true, progress: false, definition: '', turns: { first: turn, last: turn } },
  };
  return { ...attempt, number: store.addAttempt(attempt) };
}

function loopOf(
  evidence: readonly AttemptEvidence[],
  change: Partial<DetectedLoop> = {},
): DetectedLoop {
  return {
    isLooping: true,
    taskId: 'a',
    loopType: 'blocked_task_spin',
    level: 'stuck',
    attemptCount: evidence.length,
    recommendation: 'escalate',
    blockers: ['no critic'],
    tasks: ['a'],
    evidence,
    message: 'again and again',
    ...change,
  };
}

describe('the attempts that prove a loop', () => {
  let store: Store;
  beforeEach(async () => (store = await createMemoryStore()));

  it('have their turns, also for a loop that was recorded without them', () => {
    const proof = [1, 2, 3].map((turn) => add(store, 'a', turn));
    const recorded = proof.map(
      ({ number, taskId, at, status, blockers, completedWork, sessionId, agent }) => ({
        ...{ number, taskId, at, status, blockers, completedWork, sessionId, agent },
      }),
    );
    const loop = toTaskLoop(store, loopOf(recorded));
    assert.deepEqual(loop.evidence, [1, 2, 3]);
    assert.deepEqual(
      loop.attempts.map(({ number, turns, changed, done }) => ({ number, turns, changed, done })),
      [1, 2, 3].map((number) => ({
        number,
        turns: { first: number, last: number },
        changed: ['src/a.js'],
        done: ['a stub'],
      })),
    );
  });

  it('are those of every task of a cycle, each with its own turns', () => {
    const proof = [add(store, 'a', 1), add(store, 'b', 4), add(store, 'a', 2), add(store, 'b', 5)];
    const loop = toTaskLoop(store, loopOf(proof, { tasks: ['a', 'b'] }));
    assert.deepEqual(
      describeAttempts(loop).attempts.map(({ task, turns }) => `${task} ${turns}`),
      ['a turn 1', 'b turn 4', 'a turn 2', 'b turn 5'],
    );
  });

  it('are told without turns once retention has removed the attempts', () => {
    const proof = [1, 2].map((turn) => add(store, 'a', turn));
    store.forgetAttempts([1]);
    const { attempts } = describeAttempts(toTaskLoop(store, loopOf(proof)));
    assert.deepEqual(
      attempts.map(({ turns }) => turns),
      ['', 'turn 2'],
    );
  });

  it('are the newest 20, and the number of older ones', () => {
    const proof = Array.from({ length: 25 }, (_, index) => add(store, 'a', index));
    const described = describeAttempts(toTaskLoop(store, loopOf(proof)));
    assert.deepEqual([described.attempts.length, described.older], [20, 5]);
    assert.equal(described.attempts[0]?.number, 6);
  });

  it('none read nothing', () => {
    const unread = { listAttempts: () => assert.fail('nothing to look up') };
    assert.deepEqual(toTaskLoop(unread, loopOf([])).attempts, []);
  });
});

describe('an attempt in words', () => {
  const factsOf = (change: Partial<Attempt>): readonly string[] | undefined => {
    const attempt: Attempt = {
      ...{ number: 1, taskId: 'a', at: '', status: 'blocked', agent: 'claude', definition: '' },
      ...{ blockers: [], completedWork: [], sessionId: '', counted: true, progress: false },
      ...change,
    };
    const loop = toTaskLoop({ listAttempts: () => [attempt] }, loopOf([attempt]));
    return describeAttempts(loop).attempts[0]?.facts;
  };

  it('says what blocked it, what was done and what changed', () => {
    assert.deepEqual(factsOf({}), ['no file changed']);
    assert.deepEqual(factsOf({ blockers: ['no critic', 'no font'], completedWork: WORK }), [
      'blocked by no critic; no font',
      'reported as done: a stub',
      'changed src/a.js',
    ]);
  });

  it('takes no words of an agent for a change', () => {
    assert.deepEqual(factsOf({ completedWork: ['changed my mind'] }), [
      'reported as done: changed my mind',
      'no file changed',
    ]);
  });
});
