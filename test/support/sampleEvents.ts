import assert from 'node:assert/strict';
import {
  isNamed,
  readEvent,
  type EventData,
  type EventName,
  type EventOf,
  type LoopOfAttempts,
  type RunEventName,
  type StoredEvent,
} from '../../src/model/events/devsEvent';

const AT = '2026-11-21T22:00:00.000Z';

const LOOP_OF_ATTEMPTS: LoopOfAttempts = {
  ...{ isLooping: true, loopType: 'no_progress_repeat', taskId: 'fix-rounding', level: 'stuck' },
  ...{ attemptCount: 3, recommendation: 'force_next', blockers: [], tasks: ['fix-rounding'] },
  ...{ evidence: [], message: 'no progress', detector: 'no_progress_repeat', loop_count: 3 },
  agent: 'claude',
};

/** The facts of each event where nothing special happens. */
const SAMPLES: { readonly [N in EventName]: EventData<N> } = {
  run_started: { tasks: [] },
  run_ended: { kind: 'allDone' },
  state_recovered: { message: 'The state was gone.', damagedFile: '' },
  turn_started: { turn: 1, agent: 'claude', pivotDirective: 0 },
  turn_ended: {
    ...{ turn: 1, agent: 'claude', outcome: 'no_progress', reason: 'verification failed' },
    ...{ entropyAfter: 1, consequence: 'none', durationMs: 1_000, loopThreshold: 3 },
    measurement: null,
  },
  baseline_measured: { passed: false, measurement: null, failing_tests: [], durationMs: 1_000 },
  loop_detected: {
    ...{ kind: 'turn_after_turn', level: 'stuck', detector: 'entropy', evidence: [1, 2, 3] },
    ...{ message: 'Loop detected after 3 attempts', turn: 3, agent_id: 'claude', loop_count: 3 },
    ...{ error_signature: '', is_exact_match: false, orchestrator_reasoning: 'no progress' },
  },
  pivot_issued: { pivotCount: 1, maxPivots: 2, entropyAtTrigger: 3 },
  pivot_files: {
    ...{ kind: 'returned', pivotCount: 1, status: 'in_progress', kept: [], keptCount: 0 },
    ...{ toTurn: 0, changed: 1 },
  },
  gate_triggered: {
    ...{ reason: 'MAX_PIVOTS_EXCEEDED', failureCount: 3, agent_id: 'claude', loop_count: 9 },
    ...{ trigger_reason: 'Loop detected after 9 attempts', failure_history: [] },
  },
  loop_counter_reset: { reason: 'progress', previous_count: 1 },
  task_status_changed: { from: 'pending', to: 'in_progress', reason: '' },
  intervention: { what: 'skip', from: 'pending', to: 'skipped', detail: '' },
  agent_asked: { id: '1', agent: 'claude', question: 'Which of both?', until: AT },
  agent_answered: { id: '1', agent: 'claude', outcome: 'answered', answer: 'The first.' },
  permission_asked: {
    ...{ id: '1', agent: 'claude', kind: 'execute', action: 'run `npm install`', until: AT },
  },
  permission_answered: {
    ...{ id: '1', agent: 'claude', kind: 'execute', action: 'run `npm install`' },
    outcome: 'allowed',
  },
  finding_dismissed: {
    ...{ turn: 3, detector: 'repeated call' },
    by: { pid: 4711, who: 'terminal', host: 'desk' },
  },
  retry_scheduled: { turn: 1, until: '', delayMs: 1, reason: '' },
  attempt_recorded: {
    ...{ number: 1, taskId: 'fix-rounding', at: AT, status: 'in_progress', blockers: [] },
    ...{ completedWork: [], sessionId: 'session_1', agent: 'claude', counted: true },
    ...{ progress: false, definition: '' },
  },
  loop_recovery: { action: 'escalate', reason: '', topic: 'loop_escalation', content: '' },
  authority_withdrawn: { reason: '', blockers: [] },
  lesson_recorded: { id: 'l1', text: '', brokenBy: 'hint', helped: 1, error_signature: '' },
  debugger_asked: {
    ...{ turn: 5, agent: 'codex', answer: 'diagnosis', diagnosis: 'It rounds too early.' },
    ...{ durationMs: 1_000, transcript: '' },
  },
  budget_used: { scope: 'task', unit: 'nanoUsd', used: 4_100_000_000, limit: 5_000_000_000 },
  task_landed: { mode: 'files', files: 1, paths: ['src/round.ts'] },
  budget_allowed: { nanoUsd: 5_000_000_000, by: { pid: 1, who: 'terminal', host: 'here' } },
  usage_reported: { turn: 1, agent: 'claude', models: [] },
  judge_asked: {
    ...{ turn: 1, about: 'progress', by: '', answer: 'undecided', calls: 0, durationMs: 0 },
  },
};

/** Facts that differ from the sample's; undefined takes one away. */
export type Changes = Readonly<Record<string, unknown>>;

export interface EventPlace {
  readonly taskId?: string;
  readonly at?: string;
}

/**
 * An event with all its facts, those that are not named as in a sample; `loop_detected` is one over
 * attempts where `changes` name a `loopType`. Throws for facts that no reader would accept.
 */
export function eventOf<N extends EventName>(
  name: N,
  changes: Changes = {},
  { taskId = 'fix-rounding', at = AT }: EventPlace = {},
): EventOf<N> {
  const sample = 'loopType' in changes ? LOOP_OF_ATTEMPTS : SAMPLES[name];
  const data: unknown = JSON.parse(JSON.stringify({ ...sample, ...changes }));
  const event = readEvent({ at, name, ...(isOfRun(name) ? {} : { taskId }), data });
  assert.ok(isNamed(event, [name]), `no facts of ${name}: ${JSON.stringify(data)}`);
  return event;
}

function isOfRun(name: EventName): name is RunEventName {
  return name === 'run_started' || name === 'run_ended' || name === 'state_recovered';
}

/** Those with this name. */
export function named<N extends EventName>(
  events: readonly StoredEvent[],
  name: N,
): readonly EventOf<N>[] {
  return events.filter((event): event is EventOf<N> => isNamed(event, [name]));
}
