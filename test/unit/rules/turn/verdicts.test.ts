import assert from 'node:assert/strict';
import { assessEntropy } from '../../../../src/rules/turn/assessEntropy';
import { assessPivot, type PivotTurn } from '../../../../src/rules/turn/evaluateTurn';
import {
  classifyFailedAgent,
  classifyFailedStart,
} from '../../../../src/rules/failure/external/failureOwner';
import { describeAgentEnd } from '../../../../src/model/turn/turn';

describe('entropyLoop', () => {
  it('says nothing at 0, suspects below the threshold, is stuck at it, with the turns that prove it', () => {
    const turns = [4, 5, 7];
    assert.equal(assessEntropy({ entropy: 0, threshold: 3, turns }).level, 'none');
    const suspect = assessEntropy({ entropy: 2, threshold: 3, turns });
    assert.ok(suspect.level === 'suspect');
    assert.deepEqual(suspect.evidence, [5, 7]);
    const stuck = assessEntropy({ entropy: 3, threshold: 3, turns });
    assert.ok(stuck.level === 'stuck');
    assert.deepEqual(stuck.evidence, turns);
    assert.equal(stuck.message, 'Loop detected after 3 attempts');
  });

  it('says what the attempts were where repeated requests are among them', () => {
    const message = (requests: number): string => {
      const verdict = assessEntropy({ entropy: 3, threshold: 3, turns: [4, 5, 7], requests });
      return verdict.level === 'none' ? '' : verdict.message;
    };
    assert.equal(message(0), 'Loop detected after 3 attempts');
    assert.equal(
      message(1),
      'Loop detected after 3 attempts: 2 failed turns and 1 repeated request',
    );
    assert.equal(message(3), 'Loop detected after 3 attempts: 3 repeated requests');
  });
});

describe('ignoredPivot', () => {
  const fresh: PivotTurn = {
    turn: 4,
    headedByDirective: true,
    replyAbandoned: false,
    stateAbandoned: false,
    stateChanged: true,
    stateKnown: false,
  };
  const table: readonly (readonly [string, Partial<PivotTurn>, 'none' | 'stuck'])[] = [
    ['a new reply in a new state', {}, 'none'],
    ['the old reply but a new state', { replyAbandoned: true }, 'none'],
    ['the old reply and no new state', { replyAbandoned: true, stateKnown: true }, 'stuck'],
    ['edits into an abandoned state', { stateAbandoned: true, stateKnown: true }, 'stuck'],
    [
      'an abandoned state that was there already',
      { stateAbandoned: true, stateKnown: true, stateChanged: false },
      'none',
    ],
    [
      'all of it, on a turn without directive',
      { headedByDirective: false, replyAbandoned: true, stateKnown: true, stateAbandoned: true },
      'none',
    ],
  ];
  for (const [name, change, expected] of table) {
    it(`${name}: ${expected}`, () => {
      assert.equal(assessPivot({ ...fresh, ...change }).level, expected);
    });
  }
});

describe('notTheAgent', () => {
  const bad = {
    agent: 'claude',
    end: { kind: 'exit', code: 1 },
    reportsFailure: false,
    workspaceChanged: false,
    words: 'No credit',
  } as const;

  it('an agent that ended badly and changed nothing: again, then blocked in its own words', () => {
    assert.deepEqual(classifyFailedAgent({ ...bad, failedBefore: 0 }), {
      owner: 'other',
      handling: 'retryNow',
      reason: 'No credit (exit code 1)',
      remedy:
        'Check the agent "claude" with `devs doctor`, or start it once by hand; then resume the task.',
    });
    const second = classifyFailedAgent({ ...bad, failedBefore: 1 });
    assert.ok(second.owner === 'other' && second.handling === 'blocked');
  });

  it('an agent that changed something answers for it, and so does one that ended well', () => {
    assert.equal(
      classifyFailedAgent({ ...bad, workspaceChanged: true, failedBefore: 1 }).owner,
      'agent',
    );
    const well = { ...bad, end: { kind: 'exit', code: 0 }, failedBefore: 1 } as const;
    assert.equal(classifyFailedAgent(well).owner, 'agent');
    assert.equal(classifyFailedAgent({ ...well, reportsFailure: true }).owner, 'other');
  });

  it('long last words are cut at their start, silence is named', () => {
    const long = classifyFailedAgent({ ...bad, words: `${'x'.repeat(9_000)}END`, failedBefore: 0 });
    assert.ok(long.owner === 'other' && long.reason.length < 450);
    assert.match(long.reason, /^…x+END \(exit code 1\)$/);
    const silent = classifyFailedAgent({ ...bad, words: ' \n', failedBefore: 0 });
    assert.ok(silent.owner === 'other');
    assert.equal(silent.reason, 'the agent failed (exit code 1) without output');
  });

  it('stack traces do not drown the words', () => {
    const words =
      'API key not valid\n    at main (file:///x/y.js:1:2)\n  at process.run:3\n}\n[object Object]\n';
    const verdict = classifyFailedAgent({ ...bad, words, failedBefore: 0 });
    assert.ok(verdict.owner === 'other');
    assert.equal(verdict.reason, 'API key not valid (exit code 1)');
  });

  it('a program that is not there blocks at once, with what to install or to correct', () => {
    const message = 'program "claud" was not found on PATH';
    const end = { kind: 'couldNotStart', message, missing: 'claud' } as const;
    const remedy =
      'Install it, or correct the command of the agent "claude" in devs.yaml; then resume the task.';
    assert.deepEqual(classifyFailedAgent({ ...bad, end, words: '', failedBefore: 0 }), {
      ...{ owner: 'other', handling: 'blocked', external: 'missing_tool', remedy },
      reason: `${message}. ${remedy}`,
    });
    const verify = classifyFailedStart({ end, command: 'claud test', startedBefore: false });
    assert.ok(verify.owner === 'other');
    assert.equal(
      verify.reason,
      `${message}. Install it, or correct "verify" (claud test) in devs.yaml; then resume the task.`,
    );
  });

  it('logs and notices at the start of a program do not stand for why it ended', () => {
    const logs = [
      '2026-11-23T10:00:00.123456Z  WARN codex_core::config: unknown feature flag',
      '2026-11-23T10:00:00.223456Z ERROR codex_core::mcp: server "x" did not start',
      '`[features].web_search` is deprecated. Use `web_search` instead.',
      '(node:4711) ExperimentalWarning: SQLite is an experimental feature',
    ];
    const reasonOf = (lines: readonly string[]): string => {
      const words = lines.join('\n');
      const verdict = classifyFailedAgent({ ...bad, words, failedBefore: 0 });
      return verdict.owner === 'other' ? verdict.reason : '';
    };
    assert.equal(
      reasonOf(['ERROR: no credit left', ...logs]),
      'ERROR: no credit left (exit code 1)',
    );
    assert.match(reasonOf(logs), /^2026-.*WARN codex_core::config.* \(exit code 1\)$/);
  });

  it('a program that was killed may have run out of memory', () => {
    const words = 'No credit';
    const killed = { ...bad, words, end: { kind: 'exit', code: 137 }, failedBefore: 0 } as const;
    const verdict = classifyFailedAgent(killed);
    assert.ok(verdict.owner === 'other');
    assert.equal(verdict.reason, 'No credit (exit code 137: killed, probably out of memory)');
    assert.equal(
      describeAgentEnd({ kind: 'signal', signal: 'SIGKILL' }),
      'the agent ended with signal SIGKILL: killed, probably out of memory',
    );
    assert.equal(
      describeAgentEnd({ kind: 'signal', signal: 'SIGTERM' }),
      'the agent ended with signal SIGTERM',
    );
    const limit = describeAgentEnd({ kind: 'timeout', limitMs: 60_000 });
    assert.doesNotMatch(limit, /memory/);
  });

  it('a verify command that cannot start is nobody’s fault until it has started once', () => {
    const evidence = { end: { kind: 'exit', code: 127 }, command: 'nmp test' } as const;
    assert.equal(classifyFailedStart({ ...evidence, startedBefore: false }).owner, 'other');
    assert.equal(classifyFailedStart({ ...evidence, startedBefore: true }).owner, 'agent');
    const failed = { ...evidence, end: { kind: 'exit', code: 1 } } as const;
    assert.equal(classifyFailedStart({ ...failed, startedBefore: false }).owner, 'agent');
  });
});
