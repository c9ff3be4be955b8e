import { createHash, randomUUID } from 'node:crypto';
import type { TurnEnd } from '../../src/model/turn/turn';
import type { Store } from '../../src/ports/store';
import { eventOf } from '../support/sampleEvents';

/** A turn's start and its end, each a transaction as a run makes them. */
export function recordTurn(store: Store, task: string, number: number): void {
  const id = startTurn(store, task, number);
  const at = new Date().toISOString();
  store.transaction(() => {
    store.endTurn(id, turnEnd(number, at));
    store.incrementEntropyCount(task);
    store.addEvent(eventOf('turn_ended', { turn: number }, { at, taskId: task }));
  });
}

/** A turn's start alone; returns its id. */
export function startTurn(store: Store, task: string, number: number): string {
  const id = randomUUID();
  const at = new Date().toISOString();
  store.transaction(() => {
    store.startTurn({
      id,
      taskId: task,
      countsOn: task,
      number,
      strategyNumber: 1,
      agent: 'claude',
      startedAt: at,
      pivotDirective: 0,
      stateBefore: hash(number),
      checkpointBefore: hash(`before ${number}`),
      repositoryBefore: { head: hash(number).slice(0, 40), branch: 'main', stashes: 0 },
    });
    store.addEvent(eventOf('turn_started', { turn: number }, { at, taskId: task }));
  });
  return id;
}

/** As a failing test run ends: some lines of a reply, a kilobyte of output. */
function turnEnd(number: number, endedAt: string): TurnEnd {
  return {
    outcome: 'no_progress',
    endedAt,
    agentEnd: { kind: 'exit', code: 0 },
    durationMs: 61_000,
    replyHash: hash(`reply ${number}`),
    firstLines: `STRATEGY: check the token before the session (${number})\nI changed two files.`,
    strategy: `check the token before the session (${number})`,
    stateAfter: hash(number + 1),
    changedFiles: ['src/login/token.ts', 'test/login/token.test.ts'],
    verification: {
      end: { kind: 'exit', code: 1 },
      outputTail: outputTail(number),
      measurement: { passed: 41, failed: 2, skipped: 0 },
      durationMs: 4_200,
    },
    failure: {
      exactHash: hash(`exact ${number}`),
      hash: hash(`failure ${number % 7}`),
      exactMessage: `AssertionError: expected ${number} to equal 200`,
      errorType: 'assertion',
      location: { file: 'test/login/token.test.ts', line: number % 90, function: 'Context' },
      contextHash: hash('stack'),
      failingTests: ['login keeps the session', 'login refuses an old token'],
    },
    reason: 'the same failure as in the turn before',
    entropyAfter: 1,
    consequence: 'none',
    transcript: `turn-${number}.txt`,
    checkpointAfter: hash(`after ${number}`),
  };
}

function outputTail(number: number): string {
  const lines = Array.from(
    { length: 14 },
    (_, line) => `    at Context.<anonymous> (test/login/token.test.ts:${line * 7}:${number % 90})`,
  );
  return ['  2 failing', `AssertionError: expected ${number} to equal 200`, ...lines].join('\n');
}

function hash(value: string | number): string {
  return createHash('sha256').update(String(value)).digest('hex');
}
