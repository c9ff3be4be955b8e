import assert from 'node:assert/strict';
import type { GuardedProof } from '../../../../src/model/guard/guardedProof';
import { PlayedSession } from '../../../support/playSession';

const facts = ({ findings }: GuardedProof): readonly unknown[] =>
  findings.map(({ verdict, loop, told }) => [verdict.step, verdict.level, loop?.answer ?? told]);

describe('the proof of a guarded session', () => {
  it('has the steps that the agent did, and at them what the guard answered', () => {
    const session = new PlayedSession();
    session.prompt('Make the tests pass');
    // The fourth is refused, the seventh step ends the turn.
    for (let at = 0; at < 7; at += 1) session.fail('npm test');
    const { proof } = session;
    assert.deepEqual(facts(proof), [
      [2, 'suspect', true],
      [3, 'stuck', 'refusal'],
      [5, 'suspect', true],
      [6, 'stuck', 'end'],
    ]);
    assert.deepEqual(
      proof.steps.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6],
    );
    assert.equal(session.state.steps, 6);
    assert.deepEqual(
      proof.findings.flatMap(({ loop }) => loop ?? []),
      session.state.loops,
    );
  });

  it('says the same of a loop as the session, whatever a human said of it', () => {
    const session = new PlayedSession();
    session.prompt('Make the tests pass');
    for (let at = 0; at < 3; at += 1) session.fail('npm test');
    session.put({ kind: 'not a loop' });
    const [, { verdict, loop } = { verdict: undefined, loop: undefined }] = session.proof.findings;
    assert.equal(loop?.isDismissed, true);
    assert.equal(verdict?.message, loop.message);
  });

  it('tells what was not told: the session was snoozed', () => {
    const session = new PlayedSession();
    session.prompt('Make the tests pass');
    session.put({ kind: 'snoozed', until: PlayedSession.at(100) });
    for (let at = 0; at < 3; at += 1) session.fail('npm test');
    assert.deepEqual(facts(session.proof), [
      [2, 'suspect', undefined],
      [3, 'stuck', 'shown'],
    ]);
  });

  it('has rounds without new work as well', () => {
    const session = new PlayedSession();
    for (let round = 0; round < 4; round += 1) {
      session.prompt('continue');
      session.pass(-2);
      session.run('cat a.txt', 'a');
      session.pass(-2);
      session.stop('I am done.');
      session.pass(-2);
    }
    const { findings } = session.proof;
    assert.deepEqual(
      findings.slice(-2).map(({ verdict: { level, message } }) => [level, message]),
      [
        [
          'suspect',
          'the agent was started 2 times in a row and did nothing that it had not done before',
        ],
        [
          'stuck',
          'The agent was started 3 times in a row and did nothing that it had not done before',
        ],
      ],
    );
  });
});
