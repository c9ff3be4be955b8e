import type {
  KeptAttempt,
  KeptHistory,
  KeptRewind,
  KeptTask,
  KeptTranscript,
  KeptTurn,
} from '../../../../src/rules/retention/keptHistory';
import type { Removal } from '../../../../src/rules/retention/removal';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const LIMITS = { inactiveHours: 24, keepDays: 30, keepFailures: 10 } as const;

/** So many hours before `NOW`; less than none: after it. */
export function hoursAgo(hours: number): string {
  return new Date(NOW - hours * 3_600_000).toISOString();
}

export function daysAgo(days: number): string {
  return hoursAgo(24 * days);
}

export function aKeptTask(id: string, change: Partial<KeptTask> = {}): KeptTask {
  const fresh = { status: 'done', hidden: false, firstTurn: 1, bestTurn: undefined } as const;
  return { id, ...fresh, attemptsBefore: 0, ...change };
}

/** A turn that ended at `at` with success, with checkpoints `<id>-` and `<id>+`. */
export function aKeptTurn(
  [taskId, number]: readonly [string, number],
  at: string,
  change: Partial<KeptTurn> = {},
): KeptTurn {
  const id = `${taskId}-${number}`;
  return {
    ...{ id, taskId, number, countsOn: taskId, outcome: 'success', startedAt: at, endedAt: at },
    ...{ checkpointBefore: `${id}-`, checkpointAfter: `${id}+` },
    ...change,
  };
}

/** Turns 1, 2, 3 … of one task that ended at these moments. */
export function turnsAt(
  taskId: string,
  moments: readonly string[],
  change: Partial<KeptTurn> = {},
): readonly KeptTurn[] {
  return moments.map((at, index) => aKeptTurn([taskId, index + 1], at, change));
}

export function aKeptRewind(
  id: string,
  at: string,
  change: Partial<KeptRewind> & Pick<KeptRewind, 'taskId' | 'afterTurn'>,
): KeptRewind {
  return { id, kind: 'rewind', at, from: `${id}<`, to: `${id}>`, status: 'done', ...change };
}

export function aTranscript(turnId: string, at: string): KeptTranscript {
  const name = `transcripts/t/${turnId}.agent.log`;
  return { name, turnId, bytes: 1_000, modifiedAt: Date.parse(at) };
}

export function aHistory(change: Partial<KeptHistory>): KeptHistory {
  const none = { tasks: [], turns: [], rewinds: [], transcripts: [] };
  return { ...none, attempts: [], contextEntries: [], ...change };
}

/** "turn a-1 (old)", "transcript a-1 (finished)", "attempts 1 2 (uncounted)", … */
export function inWords(removals: readonly Removal[]): readonly string[] {
  return removals.map((removal) => `${removal.kind} ${nameOf(removal)} (${removal.why})`);
}

/** What goes, by its name or its numbers. */
export function nameOf(removal: Removal): string {
  switch (removal.kind) {
    case 'transcript':
      return removal.name.replace('transcripts/t/', '').replace('.agent.log', '');
    case 'rewind':
      return removal.rewindId;
    case 'attempts':
      return removal.numbers.join(' ');
    case 'contextEntry':
      return removal.entryId;
    case 'turn':
    case 'checkpoints':
    case 'contents':
      return removal.turnId;
    default:
      return removal satisfies never;
  }
}

/** Attempts 1, 2, 3 … of one task that ended at these moments. */
export function attemptsAt(taskId: string, moments: readonly string[]): readonly KeptAttempt[] {
  return moments.map((at, index) => ({ number: index + 1, taskId, at }));
}
