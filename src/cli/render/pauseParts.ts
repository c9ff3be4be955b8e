import type { PauseCause } from '../../reports/pause/pauseCause';
import {
  describeRepeats,
  type FailedStrategies,
  type PauseView,
} from '../../reports/pause/pauseView';
import type { NextStep } from '../../reports/task/nextStep';
import { printableLine } from '../terminal/printable';
import { quoted, quotedAround, quotedEnd } from './quoted';

/** First line of the pause block of a task whose strategies or limits are used up (docs/decisions/entropy-pause.md). */
export const PAUSE_HEADER = '⚠ ENTROPY PAUSE — Max retry threshold reached';

/** The first line of a block about a task that needs the human. */
export function headerOf({ kind, clause }: PauseCause): string {
  switch (kind) {
    case 'retries':
    case 'limit':
      return PAUSE_HEADER;
    case 'agentLimit':
      return `⚠ PAUSED — ${clause}`;
    case 'aborted':
      return `⚠ ABORTED — ${clause}`;
    case 'blocked':
      return `⚠ BLOCKED — ${clause}`;
    case 'question':
      return `⚠ QUESTION — ${clause}`;
    case 'review':
      return `⚠ REVIEW — ${clause}`;
    default:
      return kind satisfies never;
  }
}

/** What can be done in the pause, down to the prompt of docs/decisions/entropy-pause.md. */
export function standingLines({ accept, review, resume, taskId }: PauseView): readonly string[] {
  if (review !== undefined)
    return stepSentences([review.look, review.accept, resume, review.discard]);
  return [
    ...stepSentences([accept ?? [], resume].flat()),
    `Run \`devs rewind ${printableLine(taskId)}\` to revert or \`devs skip\` to skip this task.`,
  ];
}

/** Commands and what they do, a sentence each. */
export function stepSentences(steps: readonly NextStep[]): readonly string[] {
  return steps.map(({ command, does }) => `Run \`${printableLine(command)}\` to ${does}.`);
}

/** One sentence each, as list items. */
export function adviceLines({ advice }: PauseView): readonly string[] {
  return advice.map((sentence) => `- ${printableLine(sentence)}`);
}

/** Who gave the diagnosis, how it went, and its words after `|`. */
export function debuggerLines({ debugger: asked }: PauseView): readonly string[] {
  if (asked === undefined) return [];
  const { summary, diagnosis, changes } = asked;
  return [
    printableLine(summary),
    ...changes.map(printableLine),
    ...(diagnosis === '' ? [] : quoted(diagnosis)),
  ];
}

/** The last error as quoted lines, around its failure if that is known. */
export function errorLines(lastError: string, stuckAt: PauseView['stuckAt']): readonly string[] {
  return stuckAt === undefined ? quotedEnd(lastError) : quotedAround(lastError, stuckAt.message);
}

/** Numbered, oldest first. */
export function strategyLines({ strategies }: FailedStrategies): readonly string[] {
  if (strategies.length === 0) return ['(none)'];
  return strategies.map(
    ({ text, times }, index) => `${index + 1}. ${printableLine(text)}${describeRepeats(times)}`,
  );
}
