import assert from 'node:assert/strict';
import { detectLoop } from '../../../../src/rules/attempts/detectLoop';
import { LOOP_PRESETS, type DetectedLoop } from '../../../../src/model/task/attempt';
import { decideRecovery } from '../../../../src/rules/attempts/decideRecovery';
import {
  escalationText,
  forceNextText,
  unblockAuthorityText,
} from '../../../../src/rules/attempts/directives';
import { attempts, history } from './attempts';

const unverified = { verified: false };

/** The loop that these attempts make up under the recommended policy. */
function loop(...args: Parameters<typeof attempts>): DetectedLoop {
  const result = detectLoop(history(attempts(...args)), LOOP_PRESETS.recommended);
  assert.ok(result.isLooping);
  return result;
}

describe('decideRecovery', () => {
  it('nothing is done about what is only shown', () => {
    assert.deepEqual(decideRecovery(loop(3), unverified), { kind: 'none' });
  });

  it('force next ends the task: done where that is verified, done in part where not', () => {
    const found = loop(4, { status: 'done', completedWork: ['a'] });
    assert.deepEqual(decideRecovery(found, { verified: true }), {
      kind: 'force_next',
      status: 'done',
      statusReason: 'a loop ended it after 4 attempts; it was verified before',
      content: forceNextText({ taskId: 'T1', attemptCount: 4, verified: true }),
      topic: 'loop_recovery',
    });
    const partly = decideRecovery(loop(5), unverified);
    assert.ok(partly.kind === 'force_next');
    assert.equal(partly.status, 'done_partial');
    assert.equal(partly.statusReason, 'a loop ended it after 5 attempts without progress');
    assert.match(partly.content, /stopped after 5 attempts without progress/);
  });

  it('unblock authority is for this task and its blockers, and changes no status', () => {
    const blockers = ['critic:leakage unavailable'];
    const recovery = decideRecovery(loop(3, { status: 'blocked', blockers }), unverified);
    assert.deepEqual(recovery, {
      kind: 'unblock_authority',
      content: unblockAuthorityText({ taskId: 'T1', blockers, attemptCount: 3 }),
      topic: 'unblock_authority',
      blockers,
    });
  });

  it('authority over no blockers is never granted: a human is asked', () => {
    const found = loop(3, { status: 'blocked', blockers: ['x'] });
    assert.equal(decideRecovery({ ...found, blockers: [] }, unverified).kind, 'escalate');
  });

  it('escalate blocks the task and says why, blockers included', () => {
    const blockers = ['STRIPE_API_KEY is not set'];
    const found = loop(3, { status: 'blocked', blockers });
    const recovery = decideRecovery(found, { verified: true });
    assert.ok(recovery.kind === 'escalate');
    assert.equal(recovery.status, 'blocked');
    assert.equal(recovery.topic, 'loop_escalation');
    assert.equal(
      recovery.statusReason,
      'T1 was stopped 3 times by something that only you can resolve (it needs a login or a key): STRIPE_API_KEY is not set.',
    );
    assert.equal(
      recovery.content,
      escalationText({ taskId: 'T1', attemptCount: 3, reason: found.message }),
    );
  });

  it('after authority did not help the reason is that of the document, and the blockers are named', () => {
    const found = detectLoop(
      history(attempts(4, { status: 'blocked', blockers: ['jq is missing'] }), {
        authority: { blockers: ['jq is missing'], attempt: 3 },
      }),
      LOOP_PRESETS.recommended,
    );
    assert.ok(found.isLooping);
    const recovery = decideRecovery(found, unverified);
    assert.ok(recovery.kind === 'escalate');
    assert.match(recovery.content, /^Reason: No progress despite unblock authority\.$/m);
    assert.equal(
      recovery.statusReason,
      'No progress despite unblock authority. Blocked by: jq is missing',
    );
  });
});
