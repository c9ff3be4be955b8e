import type { TurnEnd, TurnStart } from '../../../../../src/model/turn/turn';

/** A started turn `number` that counts on `countsOn`; its id is `<countsOn>-<number>`. */
export function turnStart(countsOn: string, number: number): TurnStart {
  return {
    id: `${countsOn}-${number}`,
    taskId: countsOn,
    countsOn,
    number,
    strategyNumber: 1,
    agent: 'claude',
    startedAt: '2026-01-01T00:00:00.000Z',
    pivotDirective: 0,
    stateBefore: 'state-before',
  };
}

/** A turn's end with every optional part present. */
export const TURN_END: TurnEnd = {
  outcome: 'no_progress',
  endedAt: '2026-01-01T00:01:00.000Z',
  agentEnd: { kind: 'exit', code: 0 },
  durationMs: 60_000,
  replyHash: 'reply-hash',
  firstLines: 'I changed the parser.\nÄ ⚠ 😀',
  strategy: 'try the other parser',
  stateAfter: 'state-after',
  changedFiles: ['src/a.ts', "src/it's.ts"],
  verification: {
    end: { kind: 'timeout', limitMs: 1_000 },
    outputTail: '1 failing',
    measurement: { passed: 1, failed: 2, skipped: 0, coverage: 50.5 },
    source: 'JUnit XML',
    durationMs: 900,
  },
  failure: {
    exactHash: 'exact',
    hash: 'hash',
    exactMessage: 'AssertionError: 1 !== 2',
    errorType: 'assertion',
    location: { file: 'src/a.ts', line: 3, function: 'add' },
    contextHash: '',
    failingTests: ['adds', "it's odd"],
  },
  hops: [
    {
      number: 2,
      kind: 'edge',
      from: 'planner',
      to: 'coder',
      agent: 'claude',
      reason: 'the cause is known',
      request: 'round to whole cents',
      outcome: 'answered',
      answer: 'done\nÄ ⚠',
      startedAt: '2026-01-01T00:00:30.000Z',
      durationMs: 1_000,
      edge: { name: 'planner_to_coder', count: 1, limit: 5 },
      transcript: 'turn-1.02-coder.txt',
    },
  ],
  hopCount: 2,
  inTurnLoop: { detector: 'edge cycle', message: 'it goes round', hops: [1, 2] },
  judged: {
    kind: 'decided',
    about: 'progress',
    by: 'qwen3:8b at localhost:11434',
    cost: { calls: 2, durationMs: 3_100, inputTokens: 1_204, outputTokens: 80, usd: 0.0006 },
    asked: 'hash of what was asked',
    verdict: { isRegressive: false, noProgress: true, external: false, reasoning: 'Ä ⚠ the same' },
    since: 1,
  },
  exit: { kind: 'ask_human', by: 'planner', stopReason: 'unclear', question: 'Which currency?' },
  external: 'rate_limit',
  statements: { done: ['the parser'], blocked: ['critic:design_system unavailable'] },
  reason: 'the same failure as before',
  entropyAfter: 2,
  consequence: 'pivot',
  transcript: 'turn-1.txt',
};
