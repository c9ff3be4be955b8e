import type { Attempt, DetectedLoop } from '../../../../../src/model/task/attempt';
import type { ContextEntry } from '../../../../../src/model/task/contextEntry';
import type { Lesson } from '../../../../../src/model/failure/lesson';
import { TURN_END } from './samples';

/** An attempt with every optional part present, as it is recorded. */
export function attemptOf(
  taskId: string,
  change: Partial<Omit<Attempt, 'number'>> = {},
): Omit<Attempt, 'number'> {
  return {
    taskId,
    at: '2026-01-01T00:00:00.000Z',
    status: 'blocked',
    blockers: ['critic:design_system unavailable', "it's “quoted” — ä 😀"],
    completedWork: ['src/a.ts changed'],
    sessionId: 'session_7',
    counted: true,
    changed: true,
    progress: false,
    definition: 'definition-hash',
    agent: 'claude',
    turns: { first: 3, last: 5 },
    ...change,
  };
}

export const LOOP: DetectedLoop = {
  isLooping: true,
  taskId: 'a',
  loopType: 'blocked_task_spin',
  level: 'stuck',
  attemptCount: 3,
  recommendation: 'unblock_authority',
  blockers: ['critic:design_system unavailable'],
  tasks: ['a'],
  evidence: [{ number: 1, ...attemptOf('a') }],
  message: 'Task a was blocked three times by the same thing.',
};

export function entryOf(id: string, change: Partial<ContextEntry> = {}): ContextEntry {
  return {
    id,
    taskId: 'a',
    topic: 'unblock_authority',
    content: 'Line one.\nLine two: “go on”.',
    timestamp: '2026-01-01T00:00:00.000Z',
    loop: LOOP,
    attempt: 3,
    ...change,
  };
}

export function lessonOf(id: string, change: Partial<Lesson> = {}): Lesson {
  const { failure } = TURN_END;
  if (failure === undefined) throw new Error('the sample has no failure');
  return {
    id,
    taskId: 'a',
    at: '2026-01-01T00:00:00.000Z',
    agent: 'claude',
    failure,
    brokenBy: 'pivot',
    text: 'Ask the session store, not the token.\nIt knows.',
    helped: 1,
    editedAt: '2026-01-02T00:00:00.000Z',
    ...change,
  };
}
