import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EVENT_NAMES, readEvent, type EventName } from '../../../src/model/events/devsEvent';
import { structuredEvent } from '../../../src/model/events/structuredEvent';
import { type Changes, eventOf } from '../../support/sampleEvents';

const AT = '2026-11-21T22:00:00.000Z';

function of(event: EventName, changes: Changes) {
  return structuredEvent(eventOf(event, changes, { taskId: 'fix', at: AT }));
}

/** As a state of an earlier version holds it. */
function stored(name: EventName, data: Changes) {
  const event = readEvent({ at: AT, name, taskId: 'fix', data });
  assert.ok(event.event !== 'unknown');
  return structuredEvent(event);
}

describe('a structured event', () => {
  it('names no task where there is none', () => {
    const ended = structuredEvent(eventOf('run_ended', {}, { at: AT }));
    assert.deepEqual(ended, {
      ...{ event: 'run_ended', task_id: null, timestamp: AT, kind: 'allDone' },
    });
  });

  it('has the fields of the loop-detection-algorithm decision for a loop that attempts prove', () => {
    const attempt = {
      ...{ taskId: 'fix', at: AT, status: 'blocked', blockers: ['no critic'] },
      ...{ completedWork: [], sessionId: 's', agent: 'claude' },
    };
    const loop = of('loop_detected', {
      taskId: 'fix',
      isLooping: true,
      loopType: 'blocked_task_spin',
      level: 'stuck',
      attemptCount: 3,
      tasks: ['fix'],
      recommendation: 'unblock_authority',
      detector: 'blocked_task_spin',
      agent: 'claude',
      blockers: ['no critic', 'no stub'],
      message: 'blocked again and again',
      evidence: [
        { ...attempt, number: 1 },
        { ...attempt, number: 2 },
        { ...attempt, number: 3 },
      ],
    });
    const { evidence, ...fields } = loop;
    assert.deepEqual(fields, {
      event: 'loop_detected',
      task_id: 'fix',
      timestamp: AT,
      agent_id: 'claude',
      loop_count: 3,
      error_signature: 'no critic; no stub',
      is_exact_match: true,
      orchestrator_reasoning: 'blocked again and again',
      kind: 'task_after_task',
      level: 'stuck',
      loop_type: 'blocked_task_spin',
      is_looping: true,
      attempt_count: 3,
      tasks: ['fix'],
      recommendation: 'unblock_authority',
      detector: 'blocked_task_spin',
      blockers: ['no critic', 'no stub'],
      message: 'blocked again and again',
    });
    assert.deepEqual(Object.keys((evidence as readonly object[])[0] ?? {}), [
      'task_id',
      'at',
      'status',
      'blockers',
      'completed_work',
      'session_id',
      'agent',
      'number',
    ]);
  });

  it('is no exact match where attempts say different things', () => {
    const one = {
      ...{ number: 1, taskId: 'fix', at: AT, status: 'blocked', blockers: ['a'] },
      ...{ completedWork: [], sessionId: 's', agent: 'a' },
    };
    const loop = of('loop_detected', {
      loopType: 'no_progress_repeat',
      evidence: [one, { ...one, blockers: ['b'] }],
    });
    assert.equal(loop['is_exact_match'], false);
  });

  it('fills in what earlier versions did not record', () => {
    assert.deepEqual(stored('gate_triggered', { reason: 'MAX_PIVOTS_EXCEEDED', failureCount: 3 }), {
      event: 'gate_triggered',
      task_id: 'fix',
      timestamp: AT,
      agent_id: '',
      loop_count: 0,
      trigger_reason: 'MAX_PIVOTS_EXCEEDED',
      failure_history: [],
      reason: 'MAX_PIVOTS_EXCEEDED',
      failure_count: 3,
    });
    const {
      level,
      kind,
      is_exact_match: exact,
    } = stored('loop_detected', {
      ...{ detector: 'entropy', evidence: [1, 2, 3], message: 'm' },
    });
    assert.deepEqual([level, kind, exact], ['stuck', 'turn_after_turn', false]);
  });

  it('tells nothing that heads a prompt', () => {
    const told = [
      of('loop_recovery', { action: 'force_next', content: 'SECRET' }),
      of('lesson_recorded', { id: 'x', text: 'SECRET' }),
      of('intervention', { what: 'resume', detail: 'hint: SECRET, agent x, hint: SECRET\nSECRET' }),
      of('intervention', { what: 'resume', detail: 'agent codex, hint: SECRET' }),
      of('intervention', { what: 'hint', detail: 'told at once, hint: SECRET' }),
    ];
    assert.doesNotMatch(JSON.stringify(told), /SECRET/);
    assert.deepEqual([told[3]?.['detail'], told[3]?.['with_hint']], ['agent codex', true]);
    assert.deepEqual([told[4]?.['detail'], told[4]?.['with_hint']], ['told at once', true]);
    const rewound = of('intervention', { what: 'rewind', detail: 'to before its first turn' });
    assert.deepEqual(
      [rewound['detail'], rewound['with_hint']],
      ['to before its first turn', false],
    );
  });

  it('is in snake case, of bounded texts, and says which event of which task it is, whatever the facts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENT_NAMES),
        fc.dictionary(
          fc.string().map((name) => `other ${name}`),
          fc.jsonValue(),
        ),
        (event, data) => {
          const facts = { ...data, event: 'other', task_id: 'other', timestamp: 'never' };
          const told = of(event, facts);
          assert.deepEqual([told.event, told.timestamp], [event, AT]);
          assert.ok([null, 'fix'].includes(told.task_id));
          for (const name of Object.keys(told)) assert.doesNotMatch(name, /[A-Z]/);
          assert.doesNotThrow(() => JSON.stringify(told));
        },
      ),
    );
    const long = of('turn_ended', { reason: 'x'.repeat(100_000) });
    assert.equal(String(long['reason']).length, 2_000);
  });
});
